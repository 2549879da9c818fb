// SPDX-License-Identifier: Apache-2.0

package machinepool

import (
	"context"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/controllers/external"
	"sigs.k8s.io/cluster-api/util"
	"sigs.k8s.io/cluster-api/util/referee"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct{ r *Reconciler }

func NewReferee(c client.Client, connection clustercache.ClusterCache) *Referee {
	log := logr.Discard()
	return &Referee{&Reconciler{Client: c, APIReader: c, ClusterCache: connection,
		controller: referee.Controller{}, recorder: referee.Recorder(), predicateLog: &log,
		externalTracker: referee.Tracker(c.Scheme())}}
}

// Machines says of the pool's Machines whether they are up to date, and patches them.
func (x *Referee) Machines(ctx context.Context, pool *clusterv1.MachinePool) error {
	s := &scope{machinePool: pool}
	if _, err := x.r.getMachinesForMachinePool(ctx, s); err != nil {
		return err
	}
	_, err := x.r.setMachinesUptoDate(ctx, s)
	return err
}

// Status counts what the pool's infrastructure and Machines tell.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster,
	pool *clusterv1.MachinePool) error {
	s := &scope{cluster: cluster, machinePool: pool}
	object, err := external.GetObjectFromContractVersionedRef(ctx, x.r.Client,
		pool.Spec.Template.Spec.InfrastructureRef, pool.Namespace)
	if err == nil {
		s.infraMachinePool = object
		_ = util.UnstructuredUnmarshalField(object, &pool.Status.Replicas, "status", "replicas")
		_, _ = x.r.getMachinesForMachinePool(ctx, s)
	}
	return x.r.updateStatus(ctx, s)
}
