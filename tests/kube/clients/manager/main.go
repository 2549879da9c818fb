// SPDX-License-Identifier: Apache-2.0

// A controller as most are: it elects itself, caches what it owns, brings a Deployment, a Service, a
// PodDisruptionBudget and a ConfigMap into being for every Gadget, reports on its status, records
// Events, and takes its finalizer off when a Gadget goes. It also keeps informers on the kinds that
// controllers of other people look at first, and prints one line for each that has synced.
//
//	manager KUBECONFIG NAMESPACE
package main

import (
	"context"
	"fmt"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metrics "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const finalizer = "ref.example.com/manager"

var gadgetKind = schema.GroupVersionKind{Group: "ref.example.com", Version: "v1", Kind: "Gadget"}

func newGadget() *unstructured.Unstructured {
	gadget := &unstructured.Unstructured{}
	gadget.SetGroupVersionKind(gadgetKind)
	return gadget
}

type keeper struct {
	client.Client
	events interface {
		Eventf(regarding, related client.Object, kind, reason, action, note string, args ...any)
	}
}

func (k *keeper) Reconcile(ctx context.Context, asked ctrl.Request) (ctrl.Result, error) {
	gadget := newGadget()
	if err := k.Get(ctx, asked.NamespacedName, gadget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !gadget.GetDeletionTimestamp().IsZero() {
		if controllerutil.RemoveFinalizer(gadget, finalizer) {
			return ctrl.Result{}, k.Update(ctx, gadget)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(gadget, finalizer) {
		return ctrl.Result{}, k.Update(ctx, gadget)
	}
	size, _, _ := unstructured.NestedInt64(gadget.Object, "spec", "size")
	for _, step := range []func(context.Context, *unstructured.Unstructured, int32) error{
		k.keepConfig, k.keepDeployment, k.keepService, k.keepBudget} {
		if err := step(ctx, gadget, int32(size)); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, k.report(ctx, gadget, size)
}

func (k *keeper) keep(ctx context.Context, gadget *unstructured.Unstructured, owned client.Object,
	change func()) error {
	owned.SetName(gadget.GetName())
	owned.SetNamespace(gadget.GetNamespace())
	_, err := controllerutil.CreateOrUpdate(ctx, k.Client, owned, func() error {
		change()
		return controllerutil.SetControllerReference(gadget, owned, k.Scheme())
	})
	return err
}

func labels(gadget *unstructured.Unstructured) map[string]string {
	return map[string]string{"gadget": gadget.GetName()}
}

func (k *keeper) keepConfig(ctx context.Context, gadget *unstructured.Unstructured, size int32) error {
	config := &corev1.ConfigMap{}
	return k.keep(ctx, gadget, config, func() {
		config.Data = map[string]string{"size": fmt.Sprint(size)}
	})
}

func (k *keeper) keepDeployment(ctx context.Context, gadget *unstructured.Unstructured, size int32) error {
	deployment := &appsv1.Deployment{}
	return k.keep(ctx, gadget, deployment, func() {
		deployment.Spec.Replicas = &size
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels(gadget)}
		deployment.Spec.Template.Labels = labels(gadget)
		if len(deployment.Spec.Template.Spec.Containers) == 0 {
			deployment.Spec.Template.Spec.Containers = []corev1.Container{{
				Name: "gadget", Image: "example.com/gadget:1",
				Ports: []corev1.ContainerPort{{ContainerPort: 8080}}}}
		}
	})
}

func (k *keeper) keepService(ctx context.Context, gadget *unstructured.Unstructured, _ int32) error {
	service := &corev1.Service{}
	return k.keep(ctx, gadget, service, func() {
		service.Spec.Selector = labels(gadget)
		if len(service.Spec.Ports) == 0 {
			service.Spec.Ports = []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromInt32(8080)}}
		}
	})
}

func (k *keeper) keepBudget(ctx context.Context, gadget *unstructured.Unstructured, _ int32) error {
	budget := &policyv1.PodDisruptionBudget{}
	one := intstr.FromInt32(1)
	return k.keep(ctx, gadget, budget, func() {
		budget.Spec.MaxUnavailable = &one
		budget.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels(gadget)}
	})
}

// Once per change: the phase tells the size that was brought about.
func (k *keeper) report(ctx context.Context, gadget *unstructured.Unstructured, size int64) error {
	phase := fmt.Sprintf("size-%d", size)
	if now, _, _ := unstructured.NestedString(gadget.Object, "status", "phase"); now == phase {
		return nil
	}
	before := gadget.DeepCopy()
	if err := unstructured.SetNestedField(gadget.Object, phase, "status", "phase"); err != nil {
		return err
	}
	if err := k.Status().Patch(ctx, gadget, client.MergeFrom(before)); err != nil {
		return err
	}
	k.events.Eventf(gadget, nil, corev1.EventTypeNormal, "Kept", "Keep", "brought to %s", phase)
	fmt.Printf("kept %s %s\n", gadget.GetName(), phase)
	return nil
}

// What other people's controllers have informers on, and would stop at their start without.
func watched() []client.Object {
	return []client.Object{&corev1.Node{}, &corev1.Pod{}, &corev1.PersistentVolumeClaim{},
		&corev1.PersistentVolume{}, &storagev1.StorageClass{}, &storagev1.CSINode{},
		&storagev1.VolumeAttachment{}, &schedulingv1.PriorityClass{}, &discoveryv1.EndpointSlice{},
		&appsv1.DaemonSet{}, &appsv1.StatefulSet{}, &appsv1.ReplicaSet{}}
}

func must(err error) {
	if err != nil && !apierrors.IsAlreadyExists(err) {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func main() {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	must(err)
	namespace := os.Args[2]
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: clientgoscheme.Scheme, Metrics: metrics.Options{BindAddress: "0"},
		Cache:          cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
		LeaderElection: true, LeaderElectionID: "gadget-manager", LeaderElectionNamespace: namespace})
	must(err)
	events := manager.GetEventRecorder("gadget-manager")
	must(ctrl.NewControllerManagedBy(manager).For(newGadget()).Owns(&appsv1.Deployment{}).
		Owns(&corev1.Service{}).Owns(&corev1.ConfigMap{}).Owns(&policyv1.PodDisruptionBudget{}).
		Complete(&keeper{Client: manager.GetClient(), events: recorder{events}}))
	ctx := ctrl.SetupSignalHandler()
	go func() {
		for _, object := range watched() {
			if _, err := manager.GetCache().GetInformer(ctx, object); err != nil {
				must(err)
			}
			fmt.Printf("synced %T\n", object)
		}
		fmt.Println("all synced")
	}()
	must(manager.Start(ctx))
}
