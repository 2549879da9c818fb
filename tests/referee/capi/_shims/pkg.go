// SPDX-License-Identifier: Apache-2.0

package pkg

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"sigs.k8s.io/controller-runtime/pkg/client"

	bootstrapv1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controllers/clustercache"
	"sigs.k8s.io/cluster-api/controlplane/kubeadm/pkg/etcd"
	etcdfake "sigs.k8s.io/cluster-api/controlplane/kubeadm/pkg/etcd/fake"
)

// EtcdMember is a member as the world has it.
type EtcdMember struct {
	Name    string
	ID      uint64
	Learner bool
	Alarms  []int32
}

// EtcdWorld is what an etcd would answer, or why it does not.
type EtcdWorld struct {
	Members  []EtcdMember
	Trouble  string // connecting fails with this
	ListFail string // listing members fails with this
}

// RefereeManagement reaches a workload cluster that is a store.
type RefereeManagement struct {
	*Management
	Etcd EtcdWorld
}

func NewRefereeManagement(c client.Client, connection clustercache.ClusterCache,
	world EtcdWorld) *RefereeManagement {
	return &RefereeManagement{&Management{Client: c, SecretCachingClient: c,
		ClusterCache: connection}, world}
}

func (m *RefereeManagement) GetWorkloadCluster(ctx context.Context, cluster *clusterv1.Cluster,
	_ bootstrapv1.EncryptionAlgorithmType) (WorkloadCluster, error) {
	key := client.ObjectKeyFromObject(cluster)
	c, err := m.ClusterCache.GetClient(ctx, key)
	if err != nil {
		return nil, &RemoteClusterConnectionError{Name: key.String(), Err: err}
	}
	return &Workload{Client: c, etcdClientGenerator: m}, nil
}

func (m *RefereeManagement) forFirstAvailableNode(context.Context, []string) (*etcd.Client, error) {
	if m.Etcd.Trouble != "" {
		return nil, errors.New(m.Etcd.Trouble)
	}
	if m.Etcd.ListFail != "" {
		return &etcd.Client{EtcdClient: &etcdfake.FakeEtcdClient{
			MemberListError: errors.New(m.Etcd.ListFail)}, CallTimeout: time.Minute}, nil
	}
	members := &clientv3.MemberListResponse{Header: &etcdserverpb.ResponseHeader{}}
	alarms := &clientv3.AlarmResponse{}
	leader := uint64(0)
	for _, one := range m.Etcd.Members {
		members.Members = append(members.Members, &etcdserverpb.Member{Name: one.Name, ID: one.ID,
			IsLearner: one.Learner})
		if leader == 0 {
			leader = one.ID
		}
		for _, alarm := range one.Alarms {
			alarms.Alarms = append(alarms.Alarms, &etcdserverpb.AlarmMember{MemberID: one.ID,
				Alarm: etcdserverpb.AlarmType(alarm)})
		}
	}
	return &etcd.Client{LeaderID: leader, CallTimeout: time.Minute,
		EtcdClient: &etcdfake.FakeEtcdClient{MemberListResponse: members, AlarmResponse: alarms}}, nil
}
