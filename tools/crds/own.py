# SPDX-License-Identifier: Apache-2.0
"""telltale's own kinds."""

from schema import (Definition, Version, age, atomic, column, conditions, count, flag, group,
                    keyed, long_number, number, text, time)

OWN = "telltale.dev"


def own(kind, about, spec, status, columns, **names):
    return Definition(OWN, kind, [Version("v1alpha1", about, spec, status, columns)],
                      categories=["telltale"], **names)


def remote_connection():
    status = group("What the prober knows.", {
        "connected": flag("The last probe succeeded."),
        "lastProbeSuccessTime": time("When a probe succeeded last."),
        "consecutiveFailures": count("How many probes have failed since then."),
        "lookupError": text("Why the Nodes could not be read, though the connection stands."),
    })
    return own("RemoteConnection",
               "What the prober of a Cluster knows. It has the name and namespace of the Cluster; "
               "where there is none, the Cluster counts as connected.",
               None, status, [
                   column("CONNECTED", ".status.connected", "boolean"),
                   column("LAST SUCCESS", ".status.lastProbeSuccessTime", "date"),
                   column("FAILURES", ".status.consecutiveFailures", "integer"),
                   age("AGE"),
                   column("ERROR", ".status.lookupError", wide=True),
               ])


def memory():
    spec = group("What is remembered.", {
        "of": group("The object that this is about.", {
            "group": text("Its group."),
            "kind": text("Its kind."),
            "name": text("Its name."),
            "uid": text("Its UID; what is remembered of another one does not count."),
        }),
        "generation": long_number("The generation that clocks and counts belong to."),
        "classGeneration": long_number("And that of the NodeClass."),
        "reset": time("What happened before this does not count."),
        "paused": time("Since when the clocks stand still."),
        "replicas": number("How many were available when the failure was first shown."),
        "clocks": keyed("What has gone on for a while.", ["name"], group("One clock.", {
            "name": text("What goes on."),
            "since": time("Since when."),
            "stopped": time("When it stopped; nothing while it goes on."),
        }, required=["name"]), maxItems=16),
        "counted": keyed("Failures that must not count twice.", ["uid"], group("One failure.", {
            "uid": text("UID of what failed."),
            "reason": text("How, as one word."),
            "at": time("When."),
        }, required=["uid"]), maxItems=100),
        "written": atomic("Condition types that telltale wrote into a list that is one value.",
                          {"type": "string"}, maxItems=32),
        "retired": atomic("Old conditions of Hive as they were when they were taken off.",
                          group("One condition.", {
                              "type": text("Its type."),
                              "status": text("True, False or Unknown."),
                              "reason": text("Why, as one word."),
                              "message": text("Why, in a sentence."),
                              "lastTransitionTime": time("When its status last changed."),
                          }, required=["type", "status"]), maxItems=32),
    })
    return own("Memory",
               "What telltale must remember of an object and no other object holds: since when a "
               "failure is seen, which failures were counted.",
               spec, None, [
                   column("KIND", ".spec.of.kind"),
                   column("OF", ".spec.of.name"),
                   age("AGE"),
               ], plural="memories")


def logical_cluster():
    spec = group("What the cluster should be.", {
        "connected": flag("Whether it can be reached; false cuts it off.", default=True),
    }, default={})
    status = group("What is observed of the cluster.", {
        "endpoint": text("Where its API is served."),
        "conditions": conditions("What is observed of the cluster."),
    })
    return own("LogicalCluster",
               "A cluster within this API server, with Nodes and Pods of its own, that can be cut "
               "off as if its network were down.",
               spec, status, [
                   column("CONNECTED", ".spec.connected", "boolean"),
                   column("ENDPOINT", ".status.endpoint"),
                   age("AGE"),
               ], short_names=["lc"])


def definitions():
    return [remote_connection(), memory(), logical_cluster()]
