// SPDX-License-Identifier: Apache-2.0

// Package refereeclock is put into upstream's module: the time that its status code is told.
package refereeclock

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Time is what the clock says; set once for each world.
var Time time.Time

func Now() time.Time                      { return Time }
func MetaNow() metav1.Time                { return metav1.NewTime(Time) }
func Since(then time.Time) time.Duration  { return Time.Sub(then) }
func Until(later time.Time) time.Duration { return later.Sub(Time) }
