// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	bootstrapv1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	controlplanev1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/controlplane/kubeadm/pkg"
	"sigs.k8s.io/cluster-api/controlplane/kubeadm/reconcilers/kubeadmcontrolplane"
	"sigs.k8s.io/cluster-api/core/reconcilers/cluster"
	"sigs.k8s.io/cluster-api/core/reconcilers/machine"
	"sigs.k8s.io/cluster-api/core/reconcilers/machinedeployment"
	"sigs.k8s.io/cluster-api/core/reconcilers/machinehealthcheck"
	"sigs.k8s.io/cluster-api/core/reconcilers/machinepool"
	"sigs.k8s.io/cluster-api/core/reconcilers/machineset"
	"sigs.k8s.io/cluster-api/util/annotations"
	"sigs.k8s.io/cluster-api/util/collections"
	"sigs.k8s.io/cluster-api/util/conditions"
	"sigs.k8s.io/cluster-api/util/paused"
)

// Stage plays one world: upstream's controllers one after another, each on what those before it
// said, so that one pass is what many reconciles would settle on.
type Stage struct {
	ctx        context.Context
	management *Store
	workload   *Store
	connection *Connection
	told       *etcdTold
	cluster    *clusterv1.Cluster
	halted     bool // the Cluster is paused by itself
	errors     []string
}

var scheme = func() *runtime.Scheme {
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, storagev1.AddToScheme,
		clusterv1.AddToScheme, bootstrapv1.AddToScheme, controlplanev1.AddToScheme} {
		if err := add(s); err != nil {
			panic(err)
		}
	}
	return s
}()

func newStage(world *World) (*Stage, error) {
	s := &Stage{ctx: context.Background(), management: newStore(scheme), workload: newStore(scheme)}
	var remote *remoteConnection
	for _, raw := range world.Objects {
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(raw); err != nil {
			return nil, err
		}
		if object.GetKind() == "RemoteConnection" {
			remote = &remoteConnection{}
			if err := json.Unmarshal(raw, remote); err != nil {
				return nil, err
			}
			s.told = remote.Status.Etcd
			continue
		}
		if object.GetKind() == "CustomResourceDefinition" {
			if _, newest := object.GetLabels()["cluster.x-k8s.io/v1beta2"]; !newest {
				s.management.contracts[object.GetName()] = "v1beta1"
			}
			continue
		}
		if err := s.take(object, raw); err != nil {
			return nil, fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
		}
	}
	for _, object := range s.of("Cluster") {
		s.cluster = object.(*clusterv1.Cluster)
	}
	s.connection = connectionOf(remote, s.cluster, world.Now, s.workload)
	return s, nil
}

func (s *Stage) take(object *unstructured.Unstructured, raw []byte) error {
	store := s.management
	if _, remote := object.GetAnnotations()["cluster.x-k8s.io/cluster-name"]; remote {
		store = s.workload
	}
	typed, err := scheme.New(object.GroupVersionKind())
	if err != nil {
		return store.Put(object)
	}
	if err := json.Unmarshal(raw, typed); err != nil {
		return err
	}
	return store.Put(typed.(client.Object))
}

// All stored objects of a kind, by name.
func (s *Stage) of(kind string) []client.Object {
	var found []client.Object
	for group, objects := range s.management.objects {
		if group.Kind != kind {
			continue
		}
		for _, object := range objects {
			found = append(found, object.DeepCopyObject().(client.Object))
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].GetName() < found[j].GetName() })
	return found
}

func (s *Stage) note(object client.Object, err error) {
	if err != nil {
		s.errors = append(s.errors, fmt.Sprintf("%T %s: %v", object, object.GetName(), err))
	}
}

func (s *Stage) put(object client.Object) { s.note(object, s.management.Put(object)) }

// Whether the object is paused; its Paused condition is decided either way.
func (s *Stage) paused(object paused.ConditionSetter) bool {
	is, _, err := paused.EnsurePausedCondition(s.ctx, s.management, s.cluster, object)
	s.note(object, err)
	s.put(object)
	return is
}

func (s *Stage) isPaused(object client.Object) bool {
	return annotations.IsPaused(s.cluster, object)
}

func (s *Stage) run() {
	if s.cluster == nil {
		return
	}
	s.halted = s.paused(s.cluster)
	clusters := cluster.NewReferee(s.management, s.connection)
	machines := machine.NewReferee(s.management, s.connection)
	// What is not stored yet of the infrastructure is not known to anybody else, unless there is none.
	stored := s.cluster.Status.Initialization
	if !s.halted {
		s.note(s.cluster, clusters.Facts(s.ctx, s.cluster))
		if s.cluster.Spec.InfrastructureRef.IsDefined() {
			s.cluster.Status.Initialization.InfrastructureProvisioned = stored.InfrastructureProvisioned
		}
		s.put(s.cluster)
	}
	resting := map[string]bool{}
	for _, object := range s.of("Machine") {
		one := object.(*clusterv1.Machine)
		if resting[one.Name] = s.paused(one); resting[one.Name] {
			continue
		}
		s.facts(machines, one)
	}
	planes := s.beginPlanes()
	if !s.halted {
		provisioned := s.cluster.Status.Initialization.InfrastructureProvisioned
		s.note(s.cluster, clusters.Start(s.ctx, s.cluster))
		s.cluster.Status.Initialization.InfrastructureProvisioned = provisioned
		s.put(s.cluster)
	}
	for _, plane := range planes {
		s.planeConditions(plane, resting)
	}
	s.pools(true)
	s.health(machines, resting)
	for _, object := range s.of("Machine") {
		if one := object.(*clusterv1.Machine); !resting[one.Name] {
			s.note(one, machines.Status(s.ctx, s.cluster, one))
			s.put(one)
		}
	}
	s.owners(planes)
	if !s.halted {
		s.note(s.cluster, clusters.Status(s.ctx, s.cluster))
		s.put(s.cluster)
	}
}

// What a Machine takes over from other objects is kept; what it says is said later.
func (s *Stage) facts(machines *machine.Referee, one *clusterv1.Machine) {
	stored := one.DeepCopy()
	s.note(one, machines.Facts(s.ctx, s.cluster, one))
	updating := conditions.Get(one, clusterv1.MachineUpdatingCondition)
	one.Status.Conditions = stored.Status.Conditions
	if updating != nil {
		conditions.Set(one, *updating)
	}
	s.put(one)
}

type plane struct {
	referee *kubeadmcontrolplane.Referee
	kcp     *controlplanev1.KubeadmControlPlane
}

func (s *Stage) beginPlanes() []plane {
	var planes []plane
	for _, object := range s.of("KubeadmControlPlane") {
		kcp := object.(*controlplanev1.KubeadmControlPlane)
		if s.paused(kcp) {
			continue
		}
		s.certificates(kcp)
		referee := kubeadmcontrolplane.NewReferee(s.management, s.connection, s.etcd())
		s.note(kcp, referee.Begin(s.ctx, s.cluster, kcp))
		if referee.Silent {
			continue
		}
		s.put(kcp)
		planes = append(planes, plane{referee, kcp})
	}
	return planes
}

// Before the control plane is initialized upstream makes the certificates that are missing, which
// takes long: here they are there already.
func (s *Stage) certificates(kcp *controlplanev1.KubeadmControlPlane) {
	if conditions.IsTrue(kcp, controlplanev1.KubeadmControlPlaneInitializedCondition) {
		return
	}
	for _, purpose := range []string{"ca", "etcd", "sa", "proxy"} {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: kcp.Namespace,
			Name: s.cluster.Name + "-" + purpose}}
		secret.Data = map[string][]byte{"tls.crt": []byte("x"), "tls.key": []byte("x")}
		s.put(secret)
	}
}

const (
	alarmsText  = "Etcd reports alarms: "
	connectText = "Failed to connect to etcd: "
	listText    = "Failed to get etcd members: "
)

var alarmNumbers = map[string]int32{"NOSPACE": 1, "CORRUPT": 2}

func (s *Stage) etcd() pkg.EtcdWorld {
	if s.told != nil {
		return toldEtcd(s.told)
	}
	return s.storedEtcd()
}

// The etcd that somebody asked.
func toldEtcd(told *etcdTold) pkg.EtcdWorld {
	world := pkg.EtcdWorld{}
	world.Trouble, _ = strings.CutPrefix(told.Error, connectText)
	if why, is := strings.CutPrefix(told.Error, listText); is {
		world.Trouble, world.ListFail = "", why
	}
	for _, one := range told.Members {
		member := pkg.EtcdMember{Name: one.Name, ID: one.ID, Learner: one.IsLearner}
		for _, alarm := range told.Alarms {
			if alarm.MemberID == one.ID {
				member.Alarms = append(member.Alarms, alarmNumbers[alarm.Type])
			}
		}
		world.Members = append(world.Members, member)
	}
	return world
}

// The etcd that what is stored describes: one member for each Machine with a Node.
func (s *Stage) storedEtcd() pkg.EtcdWorld {
	world := pkg.EtcdWorld{}
	for _, object := range s.of("Machine") {
		one := object.(*clusterv1.Machine)
		if _, is := one.Labels[clusterv1.MachineControlPlaneLabel]; !is ||
			!one.Status.NodeRef.IsDefined() {
			continue
		}
		member := pkg.EtcdMember{Name: one.Status.NodeRef.Name, ID: uint64(len(world.Members) + 1)}
		stored := conditions.Get(one, controlplanev1.KubeadmControlPlaneMachineEtcdMemberHealthyCondition)
		if stored != nil && stored.Status != metav1.ConditionTrue {
			if alarm, is := strings.CutPrefix(stored.Message, alarmsText); is {
				member.Alarms = []int32{alarmNumbers[alarm]}
			}
			if why, is := strings.CutPrefix(stored.Message, connectText); is {
				world.Trouble = why
			}
			if why, is := strings.CutPrefix(stored.Message, listText); is {
				world.ListFail = why
			}
		}
		world.Members = append(world.Members, member)
	}
	return world
}

// What the control plane says on its Machines; one that is paused keeps what it has.
func (s *Stage) planeConditions(p plane, resting map[string]bool) {
	p.referee.Conditions(s.ctx)
	for _, one := range p.referee.Machines() {
		if !resting[one.Name] {
			s.put(one)
		}
	}
	s.put(p.kcp)
}

// Checks look at Machines as they are judged now, but for what the checks themselves decide.
func (s *Stage) health(machines *machine.Referee, resting map[string]bool) {
	checks := s.of("MachineHealthCheck")
	if len(checks) == 0 {
		return
	}
	stored := map[string]*clusterv1.Machine{}
	for _, object := range s.of("Machine") {
		one := object.(*clusterv1.Machine)
		stored[one.Name] = one.DeepCopy()
		if resting[one.Name] {
			continue
		}
		s.note(one, machines.Status(s.ctx, s.cluster, one))
		later := []string{clusterv1.MachineReadyCondition, clusterv1.MachineAvailableCondition}
		carry(one, stored[one.Name], later)
		s.put(one)
	}
	s.management.keep = true
	for _, object := range checks {
		check := object.(*clusterv1.MachineHealthCheck)
		if s.paused(check) {
			continue
		}
		_ = machinehealthcheck.NewReferee(s.management, s.connection).Status(s.ctx, s.cluster, check)
		s.put(check)
	}
	s.management.keep = false
	for _, object := range s.of("Machine") {
		one := stored[object.GetName()]
		if resting[one.Name] {
			s.put(one)
			continue
		}
		carry(one, object.(*clusterv1.Machine), []string{clusterv1.MachineHealthCheckSucceededCondition,
			clusterv1.MachineOwnerRemediatedCondition, clusterv1.MachineExternallyRemediatedCondition})
		if s.checked(checks, one) {
			takeBack(one)
		}
		s.put(one)
	}
}

// Whether some check of the Cluster selects the Machine; what stands on others was put there by
// whoever is not here.
func (s *Stage) checked(checks []client.Object, one *clusterv1.Machine) bool {
	for _, object := range checks {
		check := object.(*clusterv1.MachineHealthCheck)
		selector, err := metav1.LabelSelectorAsSelector(&check.Spec.Selector)
		if err == nil && selector.Matches(labelsOf(one)) && !s.isPaused(check) {
			return true
		}
	}
	return false
}

// Owners take back what they were asked once the check succeeds again, the first thing that their
// reconcileUnhealthyMachines does.
func takeBack(one *clusterv1.Machine) {
	if one.DeletionTimestamp.IsZero() &&
		conditions.IsTrue(one, clusterv1.MachineHealthCheckSucceededCondition) &&
		conditions.IsFalse(one, clusterv1.MachineOwnerRemediatedCondition) {
		conditions.Delete(one, clusterv1.MachineOwnerRemediatedCondition)
	}
}

// Makes these conditions of to what they are on from.
func carry(to, from *clusterv1.Machine, types []string) {
	for _, one := range types {
		conditions.Delete(to, one)
		if found := conditions.Get(from, one); found != nil {
			conditions.Set(to, *found)
		}
	}
}

func (s *Stage) pools(machines bool) {
	referee := machinepool.NewReferee(s.management, s.connection)
	for _, object := range s.of("MachinePool") {
		pool := object.(*clusterv1.MachinePool)
		if s.paused(pool) {
			continue
		}
		if machines {
			if pool.DeletionTimestamp.IsZero() {
				s.management.keep = true
				s.note(pool, referee.Machines(s.ctx, pool))
				s.management.keep = false
			}
			continue
		}
		s.note(pool, referee.Status(s.ctx, s.cluster, pool))
		s.put(pool)
	}
}

// MachineSets look at the control plane as it is stored, so it is judged after them.
func (s *Stage) owners(planes []plane) {
	sets := machineset.NewReferee(s.management, s.connection)
	for _, object := range s.of("MachineSet") {
		if set := object.(*clusterv1.MachineSet); !s.paused(set) {
			s.note(set, sets.Status(s.ctx, s.cluster, set))
			s.put(set)
		}
	}
	deployments := machinedeployment.NewReferee(s.management)
	for _, object := range s.of("MachineDeployment") {
		if deployment := object.(*clusterv1.MachineDeployment); !s.paused(deployment) {
			s.note(deployment, deployments.Status(s.ctx, s.cluster, deployment))
			s.put(deployment)
		}
	}
	s.pools(false)
	for _, p := range planes {
		list := &clusterv1.MachineList{}
		s.note(p.kcp, s.management.List(s.ctx, list))
		_ = p.referee.Status(s.ctx, collections.FromMachineList(list))
		s.put(p.kcp)
	}
}
