// SPDX-License-Identifier: Apache-2.0

package main

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A nil client.Object is not a nil runtime.Object.
type recorder struct {
	events events.EventRecorder
}

func (r recorder) Eventf(regarding, related client.Object, kind, reason, action, note string,
	args ...any) {
	var other runtime.Object
	if related != nil {
		other = related
	}
	r.events.Eventf(regarding, other, kind, reason, action, note, args...)
}
