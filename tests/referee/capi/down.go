// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	bootstrapv1beta1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta1"
	bootstrapv1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	controlplanev1beta1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta1"
	controlplanev1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	clusterv1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	bootstrapconversion "sigs.k8s.io/cluster-api/bootstrap/kubeadm/webhooks/conversion"
	controlplaneconversion "sigs.k8s.io/cluster-api/controlplane/kubeadm/webhooks/conversion"
	coreconversion "sigs.k8s.io/cluster-api/core/webhooks/conversion"
)

func init() {
	version := func(_ context.Context, kind schema.GroupKind) (string, error) {
		return schema.GroupVersion{Group: kind.Group, Version: "v1beta2"}.String(), nil
	}
	coreconversion.SetAPIVersionGetter(version)
	controlplaneconversion.SetAPIVersionGetter(version)
}

type downward func(raw []byte) (any, error)

// down makes one converter out of upstream's, for a pair of types.
func down[Hub, Spoke any](convert func(context.Context, *Hub, *Spoke) error) downward {
	return func(raw []byte) (any, error) {
		hub, spoke := new(Hub), new(Spoke)
		if err := json.Unmarshal(raw, hub); err != nil {
			return nil, err
		}
		return spoke, convert(context.Background(), hub, spoke)
	}
}

var converters = map[string]downward{
	"Cluster":           down[clusterv1.Cluster, clusterv1beta1.Cluster](coreconversion.ConvertClusterHubToV1Beta1),
	"Machine":           down[clusterv1.Machine, clusterv1beta1.Machine](coreconversion.ConvertMachineHubToV1Beta1),
	"MachineSet":        down[clusterv1.MachineSet, clusterv1beta1.MachineSet](coreconversion.ConvertMachineSetHubToV1Beta1),
	"MachineDeployment": down[clusterv1.MachineDeployment, clusterv1beta1.MachineDeployment](coreconversion.ConvertMachineDeploymentHubToV1Beta1),
	"MachinePool":       down[clusterv1.MachinePool, clusterv1beta1.MachinePool](coreconversion.ConvertMachinePoolHubToV1Beta1),
	"MachineHealthCheck": down[clusterv1.MachineHealthCheck, clusterv1beta1.MachineHealthCheck](
		coreconversion.ConvertMachineHealthCheckHubToV1Beta1),
	"KubeadmControlPlane": down[controlplanev1.KubeadmControlPlane, controlplanev1beta1.KubeadmControlPlane](
		controlplaneconversion.ConvertKubeadmControlPlaneHubToV1Beta1),
	"KubeadmConfig": down[bootstrapv1.KubeadmConfig, bootstrapv1beta1.KubeadmConfig](
		bootstrapconversion.ConvertKubeadmConfigHubToV1Beta1),
}

// The same world as a client of v1beta1 would see it.
func lowered(world *World) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for _, raw := range world.Objects {
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(raw); err != nil {
			return nil, err
		}
		convert := converters[object.GetKind()]
		if convert == nil {
			out = append(out, raw)
			continue
		}
		spoke, err := convert(raw)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(spoke)
		if err != nil {
			return nil, err
		}
		content := map[string]any{}
		if err := json.Unmarshal(text, &content); err != nil {
			return nil, err
		}
		content["kind"] = object.GetKind()
		content["apiVersion"] = object.GroupVersionKind().Group + "/v1beta1"
		if text, err = json.Marshal(content); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}
