// SPDX-License-Identifier: Apache-2.0

package machineset

import (
	"context"

	"k8s.io/apimachinery/pkg/util/sets"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/util/referee"
	"sigs.k8s.io/cluster-api/util/refereeclock"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct{ r *Reconciler }

func NewReferee(c client.Client, connection clustercache.ClusterCache) *Referee {
	r := &Reconciler{Client: c, APIReader: c, ClusterCache: connection,
		PreflightChecks: sets.New(clusterv1.MachineSetPreflightCheckAll),
		controller:      referee.Controller{}, recorder: referee.Recorder()}
	r.overrideCleanupOrphanedBootstrapConfigsInfraMachines = func(context.Context, *scope) error {
		return nil
	}
	// Nothing is made or removed; what would keep it from that is asked.
	r.overrideCreateMachines = func(ctx context.Context, s *scope, _ int) (ctrl.Result, error) {
		messages, err := r.runPreflightChecks(ctx, s.cluster, s.machineSet, "Scale up")
		if err != nil {
			messages = append(messages, err.Error())
		}
		s.scaleUpPreflightCheckErrMessages = messages
		return ctrl.Result{}, err
	}
	r.overrideDeleteMachines = func(context.Context, *scope, int) (ctrl.Result, error) {
		return ctrl.Result{}, nil
	}
	r.overrideMoveMachines = func(context.Context, *scope, string, int) (ctrl.Result, error) {
		return ctrl.Result{}, nil
	}
	return &Referee{r}
}

// Status judges the MachineSet.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster,
	set *clusterv1.MachineSet) error {
	r := x.r
	s := &scope{cluster: cluster, machineSet: set, reconciliationTime: refereeclock.Now()}
	if isDeploymentChild(set) {
		var err error
		if s.owningMachineDeployment, err = r.getOwnerMachineDeployment(ctx, set); err != nil {
			return r.updateStatus(ctx, s)
		}
	}
	_, _ = r.reconcileMachineSetOwnerAndLabels(ctx, s)
	_, _ = r.reconcileInfrastructure(ctx, s)
	_, _ = r.reconcileBootstrapConfig(ctx, s)
	_, _, _ = r.getAndAdoptMachinesForMachineSet(ctx, s)
	if set.DeletionTimestamp.IsZero() {
		_, _ = r.syncReplicas(ctx, s)
	}
	return r.updateStatus(ctx, s)
}
