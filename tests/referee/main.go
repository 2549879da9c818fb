// SPDX-License-Identifier: Apache-2.0

// A referee for deploy/crds: what the real API server's own code says about our
// CustomResourceDefinitions, and about objects that are to be stored by them.
//
//	referee crds.yaml... [-- objects.yaml...]
//
// Each definition is defaulted and validated as on a create. Each object must lose nothing to
// pruning, be valid, and give a cell for every print column. It prints what it finds, one line each,
// then a line of totals, and exits with 1 if it found anything.
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	schemavalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

type version struct {
	definition string
	structural *structuralschema.Structural
	validator  schemavalidation.SchemaValidator
	columns    []apiextensionsv1.CustomResourceColumnDefinition
}

type referee struct {
	versions    map[schema.GroupVersionKind]*version
	definitions int
	objects     int
	foreign     map[string]int
	findings    int
}

func (r *referee) find(format string, arguments ...any) {
	r.findings++
	fmt.Printf(format+"\n", arguments...)
}

// Calls take with every document of a file that is not empty; Lists are taken apart.
func documents(path string, take func(raw []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader := utilyaml.NewYAMLReader(bufio.NewReader(file))
	for {
		raw, err := reader.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		json, err := yaml.YAMLToJSON(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if text := strings.TrimSpace(string(json)); text == "null" || text == "{}" {
			continue
		}
		if err := take(json); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// Strict, so that a field that apiextensions does not know is found as well.
func decode(raw []byte) (*apiextensionsv1.CustomResourceDefinition, error) {
	definition := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.UnmarshalStrict(raw, definition); err != nil {
		return nil, err
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(definition)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&definition.Spec)
	return definition, nil
}

func (r *referee) takeDefinition(raw []byte) error {
	definition, err := decode(raw)
	if err != nil {
		return err
	}
	r.definitions++
	internal := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(
		definition, internal, nil); err != nil {
		return err
	}
	internal.Status.StoredVersions = []string{}
	for _, one := range definition.Spec.Versions {
		if one.Storage {
			internal.Status.StoredVersions = append(internal.Status.StoredVersions, one.Name)
		}
	}
	for _, one := range validation.ValidateCustomResourceDefinition(context.Background(), internal) {
		r.find("%s: %v", definition.Name, one)
	}
	for _, one := range definition.Spec.Versions {
		if err := r.takeVersion(definition, one); err != nil {
			r.find("%s %s: %v", definition.Name, one.Name, err)
		}
	}
	return nil
}

func (r *referee) takeVersion(definition *apiextensionsv1.CustomResourceDefinition,
	one apiextensionsv1.CustomResourceDefinitionVersion) error {
	internal := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
		one.Schema.OpenAPIV3Schema, internal, nil); err != nil {
		return err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return err
	}
	validator, _, err := schemavalidation.NewSchemaValidator(internal)
	if err != nil {
		return err
	}
	kind := schema.GroupVersionKind{Group: definition.Spec.Group, Version: one.Name,
		Kind: definition.Spec.Names.Kind}
	if r.versions[kind] != nil {
		return fmt.Errorf("%v is defined twice", kind)
	}
	r.versions[kind] = &version{definition.Name, structural, validator, one.AdditionalPrinterColumns}
	return nil
}

func (r *referee) takeObject(raw []byte) error {
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(raw); err != nil {
		return err
	}
	if !object.IsList() {
		return r.judge(object)
	}
	return object.EachListItem(func(item runtime.Object) error {
		return r.judge(item.(*unstructured.Unstructured))
	})
}

func (r *referee) judge(object *unstructured.Unstructured) error {
	kind := object.GroupVersionKind()
	one := r.versions[kind]
	if one == nil {
		r.foreign[kind.String()]++
		return nil
	}
	r.objects++
	name := fmt.Sprintf("%s %s/%s", kind, object.GetNamespace(), object.GetName())
	options := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	for _, path := range pruning.PruneWithOptions(object.Object, one.structural, true, options) {
		r.find("%s: %s is pruned", name, path)
	}
	defaulting.Default(object.Object, one.structural)
	for _, trouble := range schemavalidation.ValidateCustomResource(nil, object.Object, one.validator) {
		r.find("%s: %v", name, trouble)
	}
	for _, trouble := range listtype.ValidateListSetsAndMaps(nil, one.structural, object.Object) {
		r.find("%s: %v", name, trouble)
	}
	return r.print(name, one, object)
}

func (r *referee) print(name string, one *version, object *unstructured.Unstructured) error {
	convertor, err := tableconvertor.New(one.columns)
	if err != nil {
		r.find("%s: columns: %v", name, err)
		return nil
	}
	table, err := convertor.ConvertToTable(context.Background(), object, nil)
	if err != nil {
		r.find("%s: table: %v", name, err)
		return nil
	}
	for index, cell := range table.Rows[0].Cells {
		if text, isText := cell.(string); isText && text == "<invalid>" {
			r.find("%s: column %s is <invalid>", name, table.ColumnDefinitions[index].Name)
		}
	}
	return nil
}

func run(arguments []string) (int, error) {
	r := &referee{versions: map[schema.GroupVersionKind]*version{}, foreign: map[string]int{}}
	take := r.takeDefinition
	for _, argument := range arguments {
		if argument == "--" {
			take = r.takeObject
			continue
		}
		if err := documents(argument, take); err != nil {
			return 0, err
		}
	}
	var foreign bytes.Buffer
	for kind, count := range r.foreign {
		fmt.Fprintf(&foreign, "; %d of %s are no custom resources of ours", count, kind)
	}
	fmt.Printf("%d definitions, %d objects, %d findings%s\n", r.definitions, r.objects, r.findings,
		foreign.String())
	return r.findings, nil
}

func main() {
	findings, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "referee:", err)
		os.Exit(2)
	}
	if findings > 0 {
		os.Exit(1)
	}
}
