// SPDX-License-Identifier: Apache-2.0

// Package referee is put into upstream's module: the parts of a running manager that its status code
// wants and a referee has no use for.
package referee

import (
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"sigs.k8s.io/cluster-api/controllers/external"
	capicontrollerutil "sigs.k8s.io/cluster-api/util/controller"
)

// Controller watches nothing and defers nothing.
type Controller struct{ capicontrollerutil.Controller }

func (Controller) Watch(source.Source) error                            { return nil }
func (Controller) DeferNextReconcileForObject(metav1.Object, time.Time) {}
func (Controller) DeferNextReconcileUntilCacheUpToDate(metav1.Object,
	capicontrollerutil.GroupVersionKindType, string) {
}
func (Controller) ClearConsistencyStore(client.ObjectKey, types.UID) {}

type noCache struct{ cache.Cache }

// Tracker and Recorder forget what they are told.
func Tracker(scheme *runtime.Scheme) external.ObjectTracker {
	log := logr.Discard()
	return external.ObjectTracker{Controller: Controller{}, Cache: noCache{}, Scheme: scheme,
		PredicateLogger: &log}
}

func Recorder() record.EventRecorder { return &record.FakeRecorder{} }
