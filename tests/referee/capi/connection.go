// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/source"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/util/conditions"
)

// Connection is upstream's cache of workload clusters: connected or not, as the world says.
type Connection struct {
	workload  *Store
	connected bool
	state     clustercache.HealthCheckingState
}

// What a RemoteConnection object of the world tells.
type remoteConnection struct {
	Status struct {
		Connected            *bool      `json:"connected"`
		ConsecutiveFailures  int        `json:"consecutiveFailures"`
		LastProbeSuccessTime *time.Time `json:"lastProbeSuccessTime"`
		LookupError          string     `json:"lookupError"`
		Etcd                 *etcdTold  `json:"etcd"`
	} `json:"status"`
}

// What asking etcd for its members gave; without it nobody asked.
type etcdTold struct {
	Error   string `json:"error"`
	Members []struct {
		Name      string `json:"name"`
		ID        uint64 `json:"id"`
		IsLearner bool   `json:"isLearner"`
	} `json:"members"`
	Alarms []struct {
		MemberID uint64 `json:"memberID"`
		Type     string `json:"type"`
	} `json:"alarms"`
}

// Without a RemoteConnection what is stored on the Cluster stands; nothing stored is connected.
func connectionOf(remote *remoteConnection, cluster *clusterv1.Cluster, now time.Time,
	workload *Store) *Connection {
	c := &Connection{workload: workload, connected: true}
	if remote != nil {
		c.connected = remote.Status.Connected == nil || *remote.Status.Connected
		c.state.ConsecutiveFailures = remote.Status.ConsecutiveFailures
		workload.nodeError = remote.Status.LookupError
		if remote.Status.LastProbeSuccessTime != nil {
			c.state.LastProbeSuccessTime = *remote.Status.LastProbeSuccessTime
		} else if c.connected {
			c.state.LastProbeSuccessTime = now
		}
		return c
	}
	c.state.LastProbeSuccessTime = now
	if cluster == nil {
		return c
	}
	probe := conditions.Get(cluster, clusterv1.ClusterRemoteConnectionProbeCondition)
	if probe == nil || probe.Status == "True" {
		return c
	}
	c.connected = false
	c.state.LastProbeSuccessTime = time.Time{}
	if probe.Message == "Remote connection not established yet" {
		return c
	}
	c.state.ConsecutiveFailures = 5
	told, is := strings.CutPrefix(probe.Message,
		"Remote connection probe failed, probe last succeeded at ")
	if is {
		if at, err := time.Parse(time.RFC3339, told); err == nil {
			c.state.LastProbeSuccessTime = at
		}
	}
	return c
}

func (c *Connection) client() (client.Client, error) {
	if !c.connected {
		return nil, clustercache.ErrClusterNotConnected
	}
	return c.workload, nil
}

func (c *Connection) GetClient(context.Context, client.ObjectKey) (client.Client, error) {
	return c.client()
}
func (c *Connection) GetReader(context.Context, client.ObjectKey) (client.Reader, error) {
	return c.client()
}
func (c *Connection) GetUncachedClient(context.Context, client.ObjectKey) (client.Client, error) {
	return c.client()
}
func (c *Connection) GetRESTConfig(context.Context, client.ObjectKey) (*rest.Config, error) {
	if !c.connected {
		return nil, clustercache.ErrClusterNotConnected
	}
	return &rest.Config{}, nil
}
func (c *Connection) Watch(context.Context, client.ObjectKey, clustercache.Watcher) error {
	_, err := c.client()
	return err
}
func (c *Connection) GetHealthCheckingState(context.Context, client.ObjectKey) clustercache.HealthCheckingState {
	return c.state
}
func (c *Connection) GetClusterSource(string, func(context.Context, client.Object) []ctrl.Request,
	...clustercache.GetClusterSourceOption) source.Source {
	return nil
}
