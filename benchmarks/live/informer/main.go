// SPDX-License-Identifier: Apache-2.0

// Keeps the objects of a management cluster as a Go controller would that knows none of their types:
// client-go's dynamic informers, with managedFields dropped on the way in. Says when it has them,
// and stays, so that its memory can be looked at beside that of `telltale run`.
//
//	informer KUBECONFIG
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	core           = "cluster.x-k8s.io"
	controlPlane   = "controlplane.cluster.x-k8s.io"
	bootstrap      = "bootstrap.cluster.x-k8s.io"
	infrastructure = "infrastructure.cluster.x-k8s.io"
)

var kept = []schema.GroupResource{
	{Group: core, Resource: "clusters"},
	{Group: core, Resource: "machines"},
	{Group: core, Resource: "machinesets"},
	{Group: core, Resource: "machinedeployments"},
	{Group: controlPlane, Resource: "kubeadmcontrolplanes"},
	{Group: bootstrap, Resource: "kubeadmconfigs"},
	{Group: bootstrap, Resource: "kubeadmconfigtemplates"},
	{Group: infrastructure, Resource: "dockerclusters"},
	{Group: infrastructure, Resource: "dockermachines"},
	{Group: infrastructure, Resource: "dockermachinetemplates"},
}

func withoutManagedFields(object any) (any, error) {
	if known, ok := object.(*unstructured.Unstructured); ok {
		known.SetManagedFields(nil)
	}
	return object, nil
}

func run(kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 1000, 1000
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	ctx := context.Background()
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	var informers []cache.SharedIndexInformer
	for _, one := range kept {
		informer := factory.ForResource(one.WithVersion("v1beta2")).Informer()
		if err := informer.SetTransform(withoutManagedFields); err != nil {
			return err
		}
		informers = append(informers, informer)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	objects := 0
	for _, informer := range informers {
		objects += len(informer.GetStore().ListKeys())
	}
	debug.FreeOSMemory()
	fmt.Printf("synced %d objects\n", objects)
	<-ctx.Done()
	return nil
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: informer KUBECONFIG")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	select {}
}
