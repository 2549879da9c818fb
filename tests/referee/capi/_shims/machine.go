// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"time"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/util/referee"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct{ r *Reconciler }

func NewReferee(c client.Client, connection clustercache.ClusterCache) *Referee {
	log := logr.Discard()
	return &Referee{&Reconciler{Client: c, APIReader: c, ClusterCache: connection,
		RemoteConditionsGracePeriod: 5 * time.Minute, controller: referee.Controller{},
		recorder: referee.Recorder(), externalTracker: referee.Tracker(c.Scheme()),
		nodeDeletionRetryTimeout: time.Nanosecond, predicateLog: &log}}
}

func (x *Referee) scope(ctx context.Context, cluster *clusterv1.Cluster,
	machine *clusterv1.Machine) (*scope, error) {
	s := &scope{cluster: cluster, machine: machine}
	var err error
	if s.owningMachineSet, err = x.r.getOwnerMachineSet(ctx, machine); err != nil {
		return nil, err
	}
	s.owningMachineDeployment, err = x.r.getOwnerMachineDeployment(ctx, s.owningMachineSet)
	return s, err
}

func (x *Referee) look(ctx context.Context, s *scope) {
	for _, phase := range []machineReconcileFunc{x.r.reconcileMachineOwnerAndLabels,
		x.r.reconcileBootstrap, x.r.reconcileInfrastructure, x.r.reconcileNode,
		x.r.reconcileCertificateExpiry} {
		_, _ = phase(ctx, s) // as doReconcile: the rest is looked at all the same
	}
}

// Facts takes over what the Machine's other objects tell: provider ID, Node, provisioning.
func (x *Referee) Facts(ctx context.Context, cluster *clusterv1.Cluster,
	machine *clusterv1.Machine) error {
	s, err := x.scope(ctx, cluster, machine)
	if err != nil {
		return err
	}
	x.look(ctx, s)
	setUpdatingCondition(ctx, machine, "", "")
	return nil
}

// Status judges the Machine.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster,
	machine *clusterv1.Machine) error {
	s, err := x.scope(ctx, cluster, machine)
	if err != nil {
		return err
	}
	x.look(ctx, s)
	if !machine.DeletionTimestamp.IsZero() {
		_, _ = x.r.reconcileDelete(ctx, s)
	}
	x.r.updateStatus(ctx, s)
	return nil
}
