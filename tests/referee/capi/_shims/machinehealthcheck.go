// SPDX-License-Identifier: Apache-2.0

package machinehealthcheck

import (
	"context"

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
	return &Referee{&Reconciler{Client: c, ClusterCache: connection,
		controller: referee.Controller{}, recorder: referee.Recorder(), predicateLog: &log}}
}

// Status judges the targets of the check; they are patched.
func (x *Referee) Status(ctx context.Context, cluster *clusterv1.Cluster,
	check *clusterv1.MachineHealthCheck) error {
	_, err := x.r.reconcile(ctx, logr.Discard(), cluster, check)
	return err
}
