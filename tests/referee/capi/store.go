// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"reflect"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

// Store is one cluster's objects behind the interface that upstream reads through. What it writes
// goes nowhere: its functions change the objects that they hold, and the stages put those back.
type Store struct {
	client.Client // what nobody calls
	scheme        *runtime.Scheme
	objects       map[schema.GroupKind]map[client.ObjectKey]client.Object
	contracts     map[string]string // name of a CRD -> its only contract, where that is not v1beta2
	nodeError     string            // what listing Nodes fails with
	keep          bool              // whether what is patched is kept
}

func newStore(scheme *runtime.Scheme) *Store {
	return &Store{scheme: scheme, contracts: map[string]string{},
		objects: map[schema.GroupKind]map[client.ObjectKey]client.Object{}}
}

// Put takes a copy, typed where the scheme knows the kind.
func (s *Store) Put(object client.Object) error {
	kind, err := apiutil.GVKForObject(object, s.scheme)
	if err != nil {
		return err
	}
	copied := object.DeepCopyObject().(client.Object)
	copied.GetObjectKind().SetGroupVersionKind(kind)
	of := s.objects[kind.GroupKind()]
	if of == nil {
		of = map[client.ObjectKey]client.Object{}
		s.objects[kind.GroupKind()] = of
	}
	of[client.ObjectKeyFromObject(object)] = copied
	return nil
}

func (s *Store) Get(_ context.Context, key client.ObjectKey, out client.Object,
	_ ...client.GetOption) error {
	kind, err := apiutil.GVKForObject(out, s.scheme)
	if err != nil {
		return err
	}
	if kind.Kind == "CustomResourceDefinition" {
		return s.definition(key.Name, out)
	}
	if kind.Kind == "Node" && s.nodeError != "" {
		return errors.New(s.nodeError)
	}
	found := s.objects[kind.GroupKind()][key]
	if found == nil {
		resource := schema.GroupResource{Group: kind.Group, Resource: strings.ToLower(kind.Kind) + "s"}
		return apierrors.NewNotFound(resource, key.Name)
	}
	return s.copyInto(found, out, kind)
}

func (s *Store) copyInto(found, out client.Object, kind schema.GroupVersionKind) error {
	if to, isPlain := out.(*unstructured.Unstructured); isPlain {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(found)
		if err != nil {
			return err
		}
		to.Object = runtime.DeepCopyJSON(content)
		to.SetGroupVersionKind(found.GetObjectKind().GroupVersionKind())
		return nil
	}
	copied := found.DeepCopyObject()
	if reflect.TypeOf(copied) != reflect.TypeOf(out) {
		return errors.New("no " + kind.Kind + " of this type is stored")
	}
	reflect.ValueOf(out).Elem().Set(reflect.ValueOf(copied).Elem())
	// The client of controller-runtime leaves the kind of typed objects empty.
	out.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return nil
}

// Every kind that is asked for has a definition; which contract it keeps is part of the world.
func (s *Store) definition(name string, out client.Object) error {
	contract := s.contracts[name]
	if contract == "" {
		contract = "v1beta2"
	}
	out.SetName(name)
	out.SetLabels(map[string]string{"cluster.x-k8s.io/" + contract: contract})
	return nil
}

func (s *Store) List(_ context.Context, out client.ObjectList, options ...client.ListOption) error {
	asked := client.ListOptions{}
	asked.ApplyOptions(options)
	kind, err := apiutil.GVKForObject(out, s.scheme)
	if err != nil {
		return err
	}
	kind.Kind = strings.TrimSuffix(kind.Kind, "List")
	if kind.Kind == "Node" && s.nodeError != "" {
		return errors.New(s.nodeError)
	}
	var found []client.Object
	for _, object := range s.objects[kind.GroupKind()] {
		if asked.Namespace != "" && object.GetNamespace() != asked.Namespace {
			continue
		}
		if asked.LabelSelector != nil && !asked.LabelSelector.Matches(labelsOf(object)) {
			continue
		}
		if !matchesFields(object, &asked) {
			continue
		}
		found = append(found, object)
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].GetNamespace() != found[j].GetNamespace() {
			return found[i].GetNamespace() < found[j].GetNamespace()
		}
		return found[i].GetName() < found[j].GetName()
	})
	items := make([]runtime.Object, 0, len(found))
	for _, object := range found {
		items = append(items, object.DeepCopyObject())
	}
	return meta.SetList(out, items)
}

type labelSet map[string]string

func (l labelSet) Has(label string) bool              { _, there := l[label]; return there }
func (l labelSet) Get(label string) string            { return l[label] }
func (l labelSet) Lookup(label string) (string, bool) { value, there := l[label]; return value, there }
func labelsOf(object client.Object) labelSet          { return object.GetLabels() }

// The indexes that upstream's managers keep.
func matchesFields(object client.Object, asked *client.ListOptions) bool {
	if asked.FieldSelector == nil {
		return true
	}
	for _, field := range asked.FieldSelector.Requirements() {
		var value string
		switch typed := object.(type) {
		case *corev1.Node:
			value = typed.Spec.ProviderID
		case *corev1.Pod:
			value = typed.Spec.NodeName
		default:
			return false
		}
		if value != field.Value {
			return false
		}
	}
	return true
}

func (s *Store) Scheme() *runtime.Scheme { return s.scheme }
func (s *Store) RESTMapper() meta.RESTMapper {
	return meta.NewDefaultRESTMapper([]schema.GroupVersion{})
}
func (s *Store) GroupVersionKindFor(object runtime.Object) (schema.GroupVersionKind, error) {
	return apiutil.GVKForObject(object, s.scheme)
}
func (s *Store) IsObjectNamespaced(runtime.Object) (bool, error) { return true, nil }

func (s *Store) Create(context.Context, client.Object, ...client.CreateOption) error { return nil }
func (s *Store) Update(context.Context, client.Object, ...client.UpdateOption) error { return nil }
func (s *Store) Delete(_ context.Context, object client.Object, _ ...client.DeleteOption) error {
	return s.Get(context.Background(), client.ObjectKeyFromObject(object),
		object.DeepCopyObject().(client.Object))
}
func (s *Store) Patch(context.Context, client.Object, client.Patch, ...client.PatchOption) error {
	return nil
}
func (s *Store) Apply(context.Context, runtime.ApplyConfiguration, ...client.ApplyOption) error {
	return nil
}
func (s *Store) Status() client.SubResourceWriter            { return nowhere{s} }
func (s *Store) SubResource(string) client.SubResourceClient { return nowhere{s} }

type nowhere struct{ store *Store }

func (nowhere) Get(context.Context, client.Object, client.Object, ...client.SubResourceGetOption) error {
	return nil
}
func (nowhere) Create(context.Context, client.Object, client.Object, ...client.SubResourceCreateOption) error {
	return nil
}
func (nowhere) Update(context.Context, client.Object, ...client.SubResourceUpdateOption) error {
	return nil
}
func (n nowhere) Patch(_ context.Context, object client.Object, _ client.Patch,
	_ ...client.SubResourcePatchOption) error {
	if !n.store.keep {
		return nil
	}
	return n.store.Put(object)
}
func (nowhere) Apply(context.Context, runtime.ApplyConfiguration, ...client.SubResourceApplyOption) error {
	return nil
}

var _ client.Client = &Store{}
var _ metav1.Object = &unstructured.Unstructured{}
