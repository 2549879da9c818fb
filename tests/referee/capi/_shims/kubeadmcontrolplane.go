// SPDX-License-Identifier: Apache-2.0

package kubeadmcontrolplane

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8s.io/utils/ptr"

	controlplanev1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/controlplane/kubeadm/pkg"
	"sigs.k8s.io/cluster-api/util/collections"
	"sigs.k8s.io/cluster-api/util/referee"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct {
	r     *Reconciler
	plane *pkg.ControlPlane
	// Adopting, or refusing to operate: upstream writes no status then.
	Silent bool
	done   bool
}

func NewReferee(c client.Client, connection clustercache.ClusterCache,
	etcd pkg.EtcdWorld) *Referee {
	r := &Reconciler{Client: c, APIReader: c, SecretCachingClient: c, ClusterCache: connection,
		RemoteConditionsGracePeriod: 5 * time.Minute, controller: referee.Controller{},
		recorder: referee.Recorder()}
	r.managementCluster = pkg.NewRefereeManagement(c, connection, etcd)
	// Nothing is made or removed; what would keep it from that is asked.
	r.overrideScaleUpControlPlaneFunc = func(ctx context.Context,
		plane *pkg.ControlPlane) (ctrl.Result, error) {
		return r.handlePreflightCheckResults(ctx, plane, r.preflightChecks(ctx, plane, true)), nil
	}
	r.overrideScaleDownControlPlaneFunc = func(ctx context.Context, plane *pkg.ControlPlane,
		machine *clusterv1.Machine) (ctrl.Result, error) {
		return r.handlePreflightCheckResults(ctx, plane,
			r.preflightChecks(ctx, plane, false, machine)), nil
	}
	return &Referee{r: r}
}

// Begin reads the control plane's Machines and latches Initialized.
func (x *Referee) Begin(ctx context.Context, cluster *clusterv1.Cluster,
	kcp *controlplanev1.KubeadmControlPlane) error {
	plane, adopting, err := x.r.initControlPlaneScope(ctx, cluster, kcp)
	if err != nil || adopting {
		x.Silent = true
		return err
	}
	x.plane = plane
	_ = setControlPlaneInitialized(ctx, plane)
	setInitializedCondition(ctx, kcp)
	return nil
}

// Machines are those that the control plane writes conditions on.
func (x *Referee) Machines() collections.Machines { return x.plane.Machines }

// Conditions decides what the control plane says about its Machines and components.
func (x *Referee) Conditions(ctx context.Context) {
	// Trouble with the template or the certificates, or a deletion, ends a reconcile before the rest
	// is looked at; here all of it is.
	_ = x.r.reconcileExternalReference(ctx, x.plane)
	_ = x.r.reconcileClusterCertificates(ctx, x.plane)
	if !x.plane.KCP.DeletionTimestamp.IsZero() {
		_ = x.r.reconcileControlPlaneAndMachinesConditions(ctx, x.plane)
		return
	}
	if !ptr.Deref(x.plane.Cluster.Status.Initialization.InfrastructureProvisioned, false) {
		_, _ = x.r.reconcile(ctx, x.plane)
		x.done = true
		return
	}
	if !x.plane.Cluster.Spec.ControlPlaneEndpoint.IsValid() {
		_, _ = x.r.reconcile(ctx, x.plane)
		x.done = true
		return
	}
	if err := x.r.reconcileControlPlaneAndMachinesConditions(ctx, x.plane); err != nil {
		x.done = true
	}
}

// Status judges the control plane, from Machines that are judged by now.
func (x *Referee) Status(ctx context.Context, machines collections.Machines) error {
	for name := range x.plane.Machines {
		x.plane.Machines[name].Status.Conditions = machines[name].Status.Conditions
		x.plane.Machines[name].Status.Deletion = machines[name].Status.Deletion
	}
	if !x.plane.KCP.DeletionTimestamp.IsZero() {
		x.delete(ctx)
	} else if !x.done {
		x.operate(ctx)
	}
	return x.r.updateStatus(ctx, x.plane)
}

// What of reconcileDelete tells a reason; its conditions were decided before.
func (x *Referee) delete(ctx context.Context) {
	kept := x.plane.KCP.Status.Conditions
	saved := map[string][]metav1.Condition{}
	for name, machine := range x.plane.Machines {
		saved[name] = machine.Status.Conditions
	}
	copied := append([]metav1.Condition{}, kept...)
	_, _ = x.r.reconcileDelete(ctx, x.plane)
	x.plane.KCP.Status.Conditions = copied
	for name, machine := range x.plane.Machines {
		machine.Status.Conditions = saved[name]
	}
}

// What the control plane would do next, for the checks that hold it back.
func (x *Referee) operate(ctx context.Context) {
	plane := x.plane
	if plane.KCP.Spec.Replicas == nil || len(plane.MachinesToCompleteTriggerInPlaceUpdate()) > 0 ||
		plane.MachinesToCompleteInPlaceUpdate().Len() > 0 {
		return
	}
	if outdated, results := plane.MachinesNeedingRollout(); len(outdated) > 0 {
		if plane.KCP.Spec.Rollout.Strategy.Type == controlplanev1.RollingUpdateStrategyType {
			_, _ = x.r.rollingUpdate(ctx, plane, outdated, results)
		}
		return
	}
	desired := int(*plane.KCP.Spec.Replicas)
	switch {
	case len(plane.Machines) < desired && len(plane.Machines) > 0:
		_, _ = x.r.scaleUpControlPlane(ctx, plane)
	case len(plane.Machines) > desired:
		machine, err := selectMachineForInPlaceUpdateOrScaleDown(ctx, plane, collections.Machines{})
		if err == nil {
			_, _ = x.r.scaleDownControlPlane(ctx, plane, machine, true)
		}
	}
}
