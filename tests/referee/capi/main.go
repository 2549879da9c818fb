// SPDX-License-Identifier: Apache-2.0

// What Cluster API's own status code says of worlds: one world a line on stdin, one answer a line
// on stdout. See README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"sigs.k8s.io/cluster-api/feature"
	"sigs.k8s.io/cluster-api/util/refereeclock"
)

// World is a namespace: one Cluster and what belongs to it.
type World struct {
	Namespace string            `json:"namespace"`
	Now       time.Time         `json:"now"`
	Objects   []json.RawMessage `json:"objects"`
	Lower     bool              `json:"lower"` // asks for the world in v1beta1, too
}

// Answer is what upstream makes of a World.
type Answer struct {
	Namespace string   `json:"namespace"`
	Items     []Item   `json:"items"`
	Errors    []string `json:"errors,omitempty"`

	Objects []json.RawMessage `json:"objects,omitempty"`
}

func judge(line []byte) (answer Answer) {
	world := World{}
	if err := json.Unmarshal(line, &world); err != nil {
		return Answer{Errors: []string{err.Error()}}
	}
	answer.Namespace = world.Namespace
	defer func() {
		if trouble := recover(); trouble != nil {
			answer.Errors = append(answer.Errors, fmt.Sprintf("panic: %v", trouble))
		}
	}()
	refereeclock.Time = world.Now
	stage, err := newStage(&world)
	if err != nil {
		answer.Errors = append(answer.Errors, err.Error())
		return answer
	}
	stage.run()
	answer.Items = stage.items()
	if world.Lower {
		if answer.Objects, err = lowered(&world); err != nil {
			answer.Errors = append(answer.Errors, err.Error())
		}
	}
	answer.Errors = append(answer.Errors, stage.errors...)
	return answer
}

func run() error {
	// Without extensions there are no hooks to wait for, and nobody to update in place.
	gates := "ClusterTopology=true"
	if err := feature.MutableGates.Set(gates); err != nil {
		return err
	}
	ctrl.SetLogger(logr.Discard())
	klog.SetLogger(logr.Discard())
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			if err := encoder.Encode(judge(line)); err != nil {
				return err
			}
		}
		if err != nil {
			return nil //nolint:nilerr // the end of the input
		}
	}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "referee:", err)
		os.Exit(2)
	}
}
