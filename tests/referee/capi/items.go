// SPDX-License-Identifier: Apache-2.0

package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	controlplanev1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/conditions"
)

// Item is one judged object.
type Item struct {
	Kind       string             `json:"kind"`
	Name       string             `json:"name"`
	Conditions []metav1.Condition `json:"conditions"`
	Counters   map[string]any     `json:"counters,omitempty"`
}

func (s *Stage) items() []Item {
	var items []Item
	for _, kind := range []string{"Cluster", "KubeadmControlPlane", "MachineDeployment",
		"MachineSet", "MachinePool", "Machine"} {
		for _, object := range s.of(kind) {
			items = append(items, Item{Kind: kind, Name: object.GetName(),
				Conditions: object.(conditions.Getter).GetConditions(), Counters: countersOf(object)})
		}
	}
	return items
}

type counter struct {
	name  string
	value *int32
}

func written(counters ...counter) map[string]any {
	out := map[string]any{}
	for _, one := range counters {
		if one.value != nil {
			out[one.name] = *one.value
		}
	}
	return out
}

func countersOf(object client.Object) map[string]any {
	switch o := object.(type) {
	case *clusterv1.MachineSet:
		return written(counter{"replicas", o.Status.Replicas},
			counter{"readyReplicas", o.Status.ReadyReplicas},
			counter{"availableReplicas", o.Status.AvailableReplicas},
			counter{"upToDateReplicas", o.Status.UpToDateReplicas})
	case *clusterv1.MachineDeployment:
		return written(counter{"replicas", o.Status.Replicas},
			counter{"readyReplicas", o.Status.ReadyReplicas},
			counter{"availableReplicas", o.Status.AvailableReplicas},
			counter{"upToDateReplicas", o.Status.UpToDateReplicas})
	case *clusterv1.MachinePool:
		return written(counter{"replicas", o.Status.Replicas},
			counter{"readyReplicas", o.Status.ReadyReplicas},
			counter{"availableReplicas", o.Status.AvailableReplicas},
			counter{"upToDateReplicas", o.Status.UpToDateReplicas})
	case *controlplanev1.KubeadmControlPlane:
		return written(counter{"replicas", o.Status.Replicas},
			counter{"readyReplicas", o.Status.ReadyReplicas},
			counter{"availableReplicas", o.Status.AvailableReplicas},
			counter{"upToDateReplicas", o.Status.UpToDateReplicas})
	case *clusterv1.Cluster:
		out := map[string]any{}
		if p := o.Status.ControlPlane; p != nil {
			out["controlPlane"] = written(counter{"desiredReplicas", p.DesiredReplicas},
				counter{"replicas", p.Replicas}, counter{"readyReplicas", p.ReadyReplicas},
				counter{"availableReplicas", p.AvailableReplicas},
				counter{"upToDateReplicas", p.UpToDateReplicas})
		}
		if w := o.Status.Workers; w != nil {
			out["workers"] = written(counter{"desiredReplicas", w.DesiredReplicas},
				counter{"replicas", w.Replicas}, counter{"readyReplicas", w.ReadyReplicas},
				counter{"availableReplicas", w.AvailableReplicas},
				counter{"upToDateReplicas", w.UpToDateReplicas})
		}
		return out
	}
	return nil
}
