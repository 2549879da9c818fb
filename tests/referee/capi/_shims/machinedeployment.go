// SPDX-License-Identifier: Apache-2.0

package machinedeployment

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/collections"
	"sigs.k8s.io/cluster-api/util/referee"
)

// Referee calls the status code of this package without a manager around it.
type Referee struct{ r *Reconciler }

func NewReferee(c client.Client) *Referee {
	return &Referee{&Reconciler{Client: c, APIReader: c, controller: referee.Controller{},
		recorder: referee.Recorder()}}
}

// Status judges the MachineDeployment.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster,
	deployment *clusterv1.MachineDeployment) error {
	s := &scope{machineDeployment: deployment, cluster: cluster}
	selector, err := metav1.LabelSelectorAsMap(&deployment.Spec.Selector)
	if err != nil {
		return err
	}
	machines := &clusterv1.MachineList{}
	if err := x.r.Client.List(ctx, machines, client.InNamespace(deployment.Namespace),
		client.MatchingLabels(selector)); err != nil {
		return err
	}
	s.machines = collections.FromMachineList(machines)
	if !deployment.DeletionTimestamp.IsZero() {
		_ = x.r.getAndAdoptMachineSetsForDeployment(ctx, s)
	} else if err := x.r.getTemplatesAndSetOwner(ctx, s); err == nil {
		_ = x.r.getAndAdoptMachineSetsForDeployment(ctx, s)
	}
	return x.r.updateStatus(ctx, s)
}
