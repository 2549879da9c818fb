// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/internal/contract"
	"sigs.k8s.io/cluster-api/util/referee"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct{ r *Reconciler }

func NewReferee(c client.Client, connection clustercache.ClusterCache) *Referee {
	return &Referee{&Reconciler{Client: c, APIReader: c, ClusterCache: connection,
		RemoteConnectionGracePeriod: 50 * time.Second, recorder: referee.Recorder(),
		externalTracker: referee.Tracker(c.Scheme())}}
}

func (x *Referee) scope(ctx context.Context, cluster *clusterv1.Cluster) (*scope, error) {
	s := &scope{cluster: cluster}
	if cluster.Spec.Topology.IsDefined() {
		s.clusterClass = &clusterv1.ClusterClass{}
		if err := x.r.Client.Get(ctx, cluster.GetClassKey(), s.clusterClass); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Upstream looks at nothing before a topology is generated.
func waitsForTopology(cluster *clusterv1.Cluster) bool {
	return cluster.DeletionTimestamp.IsZero() && cluster.Spec.Topology.IsDefined() &&
		(!cluster.Spec.ControlPlaneRef.IsDefined() || !cluster.Spec.InfrastructureRef.IsDefined())
}

func (x *Referee) look(ctx context.Context, s *scope) {
	if waitsForTopology(s.cluster) {
		return
	}
	_, _ = x.r.reconcileInfrastructure(ctx, s)
	_, _ = x.r.reconcileControlPlane(ctx, s)
	_, _ = x.r.getDescendants(ctx, s)
	if !s.cluster.DeletionTimestamp.IsZero() {
		_, _ = x.r.reconcileDelete(ctx, s)
	}
}

// Facts takes over what the Cluster's other objects tell.
func (x *Referee) Facts(ctx context.Context, cluster *clusterv1.Cluster) error {
	s, err := x.scope(ctx, cluster)
	if err == nil {
		x.look(ctx, s)
	}
	return err
}

// Start decides what the Cluster's Machines lean on.
func (x *Referee) Start(ctx context.Context, cluster *clusterv1.Cluster) error {
	s, err := x.scope(ctx, cluster)
	if err != nil {
		return err
	}
	x.look(ctx, s)
	version := ""
	if s.controlPlane != nil {
		kind := s.controlPlane.GroupVersionKind().GroupKind()
		if version, err = contract.GetContractVersion(ctx, x.r.Client, kind); err != nil {
			return err
		}
	}
	setInfrastructureReadyCondition(ctx, cluster, s.infraCluster, s.infraClusterIsNotFound)
	setControlPlaneInitializedCondition(ctx, cluster, s.controlPlane, version,
		s.descendants.controlPlaneMachines, s.infraClusterIsNotFound, s.getDescendantsSucceeded)
	return nil
}

// Status judges the Cluster.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster) error {
	s, err := x.scope(ctx, cluster)
	if err != nil {
		return err
	}
	x.look(ctx, s)
	return x.r.updateStatus(ctx, s)
}
