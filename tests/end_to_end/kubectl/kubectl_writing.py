# SPDX-License-Identifier: Apache-2.0
"""What kubectl writes from manifests: apply, diff, create, replace, edit."""

import json
import os
import tempfile
import threading
from pathlib import Path

import yaml

from kubectl_case import (KubectlTest, PRUNE_ALLOWLIST_SINCE, STATUS_FLAG_SINCE, WORLD,
                          config_map, gadget)


class Applying(KubectlTest):
    def test_apply_creates_then_says_unchanged_then_configured(self):
        self.assertEqual(self.apply(gadget()), "gadget.try.example.com/g1 created\n")
        version = self.stored()["metadata"]["resourceVersion"]
        self.assertEqual(self.apply(gadget()), "gadget.try.example.com/g1 unchanged\n")
        self.assertEqual(self.stored()["metadata"]["resourceVersion"], version)
        self.assertEqual(self.apply(gadget(size=4)), "gadget.try.example.com/g1 configured\n")
        self.assertEqual(self.stored()["spec"]["size"], 4)

    def test_apply_removes_what_left_the_manifest_and_keeps_what_others_added(self):
        self.apply(config_map("c", a="1", b="2"))
        self.k("patch", "configmap", "c", "-p", '{"data":{"theirs":"3"}}')
        self.apply(config_map("c", a="1"))
        self.assertEqual(self.stored("configmap", "c")["data"], {"a": "1", "theirs": "3"})

    def test_server_side_apply_tells_conflicts_and_takes_over_when_forced(self):
        def as_manager(name, text, *flags):
            return ("apply", "--server-side", f"--field-manager={name}", *flags, "-f", "-"), text
        arguments, text = as_manager("alice", gadget())
        self.assertEqual(self.k(*arguments, stdin=text),
                         "gadget.try.example.com/g1 serverside-applied\n")
        arguments, text = as_manager("bob", gadget(size=9))
        said = self.fails(*arguments, stdin=text)
        self.assertIn('Apply failed with 1 conflict: conflict with "alice": .spec.size', said)
        self.assertIn("--force-conflicts", said)
        self.assertEqual(self.stored()["spec"]["size"], 3)
        arguments, text = as_manager("bob", gadget(size=9), "--force-conflicts")
        self.k(*arguments, stdin=text)
        self.assertEqual(self.stored()["spec"]["size"], 9)

    def test_several_conflicts_are_told_by_manager(self):
        self.apply(gadget(mode="fast"), "--server-side", "--field-manager=alice")
        said = self.fails("apply", "--server-side", "--field-manager=bob", "-f", "-",
                          stdin=gadget(size=9, mode="slow"))
        self.assertIn('Apply failed with 2 conflicts: conflicts with "alice":\n- .spec.mode\n'
                      "- .spec.size", said)

    def test_the_last_applied_manifest_is_remembered(self):
        self.apply(gadget())
        shown = yaml.safe_load(self.k("apply", "view-last-applied", "gadget", "g1"))
        self.assertEqual(shown["spec"], {"size": 3})
        self.k("apply", "set-last-applied", "-f", "-", stdin=gadget(size=4))
        shown = yaml.safe_load(self.k("apply", "view-last-applied", "gadget", "g1"))
        self.assertEqual((shown["spec"], self.stored()["spec"]["size"]), ({"size": 4}, 3))

    def test_a_folder_of_kustomize_is_applied_and_deleted(self):
        folder = tempfile.mkdtemp(dir=WORLD.home)
        Path(folder, "g1.yaml").write_text(gadget(), encoding="utf-8")
        Path(folder, "kustomization.yaml").write_text(
            "resources: [g1.yaml]\nnamePrefix: my-\n"
            "configMapGenerator: [{name: settings, literals: [a=b]}]\n", encoding="utf-8")
        self.assertIn("gadget.try.example.com/my-g1 created", self.k("apply", "-k", folder))
        self.assertRegex(self.k("get", "configmaps", "-o", "name"), "configmap/my-settings-")
        self.k("delete", "-k", folder)
        self.assertEqual(self.k("get", "gadgets,configmaps", "-o", "name"), "")

    def test_who_turns_to_server_side_apply_can_still_remove_fields(self):
        self.apply(gadget(mode="fast", ports=[{"name": "a", "port": 1}]))
        self.apply(gadget(mode="fast", ports=[{"name": "a", "port": 1}]), "--server-side")
        self.apply(gadget(mode="fast"), "--server-side", "--force-conflicts")
        if WORLD.minor >= STATUS_FLAG_SINCE:  # older ones leave the first owner in place
            self.assertNotIn("ports", self.stored()["spec"])

    def test_diff_tells_by_its_exit_code_and_writes_nothing(self):
        self.apply(gadget())
        version = self.stored()["metadata"]["resourceVersion"]
        self.assertEqual(self.k("diff", "-f", "-", stdin=gadget()), "")
        done = self.command("-n", self.space, "diff", "-f", "-", stdin=gadget(size=4))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("-  size: 3\n+  size: 4", done.stdout)
        self.assertEqual(self.stored()["metadata"]["resourceVersion"], version)
        done = self.command("-n", self.space, "diff", "-f", "-", stdin=gadget("new"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("+  name: new", done.stdout)
        done = self.command("-n", self.space, "diff", "-f", "-", stdin=gadget(size=400))
        self.assertGreater(done.returncode, 1)

    def test_dry_runs_write_nothing(self):
        for where in ("client", "server"):
            said = self.apply(gadget(), f"--dry-run={where}")
            self.assertEqual(said, f"gadget.try.example.com/g1 created ({where} dry run)"
                             .replace("client ", "") + "\n")
            self.k("create", "configmap", "c", f"--dry-run={where}")
        self.assertFalse(self.there("gadgets", "g1") or self.there("configmaps", "c"))
        self.make(gadget())
        self.k("delete", "gadget", "g1", "--dry-run=server")
        self.k("patch", "gadget", "g1", "--type=merge", "-p", '{"spec":{"size":9}}',
               "--dry-run=server")
        self.k("label", "gadget", "g1", "new=label", "--dry-run=server")
        after = self.stored()
        self.assertEqual((after["spec"]["size"], after["metadata"]["labels"]), (3, {"app": "a"}))
        said = self.fails("create", "--dry-run=server", "-f", "-", stdin=gadget("bad", size=400))
        self.assertIn("should be less than or equal to 100", said)

    def test_prune_deletes_what_is_no_longer_applied(self):
        both = "".join(f"---\n{config_map(name, a='1')}\n" for name in ("one", "two"))
        flags = ["--prune", "-l", "app=a"]
        if WORLD.minor < PRUNE_ALLOWLIST_SINCE:
            flags.append("--prune-whitelist=core/v1/ConfigMap")
        self.apply(both, *flags)
        said = self.apply(config_map("one", a="1"), *flags)
        self.assertIn("configmap/two pruned", said)
        self.assertTrue(self.there("configmaps", "one"))
        self.assertFalse(self.there("configmaps", "two"))

    def test_two_shells_apply_one_object_at_once_and_both_succeed(self):
        self.apply(gadget())
        done = {}

        def shell(size):
            done[size] = self.command("-n", self.space, "apply", "-f", "-",
                                      stdin=gadget(size=size))
        shells = [threading.Thread(target=shell, args=(size,)) for size in (10, 20)]
        for one in shells:
            one.start()
        for one in shells:
            one.join()
        for size in (10, 20):
            self.assertEqual(done[size].returncode, 0, done[size].stderr)
        self.assertIn(self.stored()["spec"]["size"], (10, 20))


class Creating(KubectlTest):
    def test_create_makes_config_maps_secrets_and_namespaces(self):
        self.assertEqual(self.k("create", "configmap", "c", "--from-literal=a=b"),
                         "configmap/c created\n")
        self.assertEqual(self.stored("configmap", "c")["data"], {"a": "b"})
        self.assertEqual(self.k("create", "secret", "generic", "s", "--from-literal=a=b"),
                         "secret/s created\n")
        secret = self.stored("secret", "s")
        self.assertEqual((secret["type"], secret["data"]), ("Opaque", {"a": "Yg=="}))
        self.assertEqual(self.bare("create", "namespace", self.space + "-more"),
                         f"namespace/{self.space}-more created\n")
        self.k("create", "serviceaccount", "robot")
        self.k("create", "role", "reader", "--verb=get", "--resource=configmaps")
        self.k("create", "rolebinding", "readers", "--role=reader", "--user=jane")
        self.assertIn("jane", self.k("describe", "rolebinding", "readers"))

    def test_create_fills_in_a_generated_name(self):
        text = json.dumps({"apiVersion": "v1", "kind": "ConfigMap",
                           "metadata": {"generateName": "many-"}})
        names = {self.k("create", "-f", "-", "-o", "name", stdin=text) for _ in range(2)}
        self.assertEqual(len(names), 2)
        for name in names:
            self.assertRegex(name, r"^configmap/many-[bcdfghjklmnpqrstvwxz2456789]{5}\n$")

    def test_errors_of_creating_read_as_kubernetes_says_them(self):
        self.make(gadget())
        self.assertEqual(self.fails("create", "-f", "-", stdin=gadget()),
                         'Error from server (AlreadyExists): error when creating "STDIN": '
                         'gadgets.try.example.com "g1" already exists')
        said = self.fails("create", "configmap", "c", "--namespace=nowhere")
        self.assertIn('namespaces "nowhere" not found', said)
        self.k("create", "configmap", "c")
        self.assertIn('configmaps "c" already exists', self.fails("create", "configmap", "c"))
        said = self.fails("create", "configmap", "Bad_Name")
        self.assertIn('"Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a '
                      "lowercase RFC 1123 subdomain must consist of", said)

    def test_invalid_objects_are_refused_with_every_cause(self):
        said = self.fails("create", "-f", "-", stdin=gadget("bad", size=400))
        self.assertEqual(said, 'The Gadget "bad" is invalid: spec.size: Invalid value: 400: '
                               "spec.size in body should be less than or equal to 100")
        said = self.fails("create", "-f", "-", stdin=gadget("bad", size=400, mode="odd"))
        self.assertTrue(said.startswith('The Gadget "bad" is invalid: \n* '), said)
        self.assertIn('\n* spec.mode: Unsupported value: "odd": supported values: "fast", "slow"',
                      said)
        self.assertIn("\n* spec.size: Invalid value: 400: ", said)
        text = gadget("bad").replace('"size"', '"bogus"')
        self.assertIn("spec.size: Required value",
                      self.fails("create", "--validate=false", "-f", "-", stdin=text))

    def test_unknown_fields_are_told(self):
        said = self.fails("create", "-f", "-", stdin=gadget("odd", bogus=1))
        self.assertRegex(said, r'unknown field "(spec\.)?bogus"')
        self.assertFalse(self.there("gadgets", "odd"))
        self.k("create", "--validate=false", "-f", "-", stdin=gadget("odd", bogus=1))
        self.assertNotIn("bogus", self.stored(name="odd")["spec"])

    def test_kinds_and_versions_that_are_not_there_are_told(self):
        said = self.fails("create", "-f", "-", stdin=gadget().replace("Gadget", "Gizmo"))
        self.assertIn('no matches for kind "Gizmo" in version "try.example.com/v1"', said)
        self.assertIn('the server doesn\'t have a resource type "gizmos"',
                      self.fails("get", "gizmos"))


class Replacing(KubectlTest):
    def test_replace_takes_the_newest_version_and_conflicts_on_an_old_one(self):
        self.make(gadget())
        old = self.k("get", "gadget", "g1", "-o", "yaml")
        self.assertEqual(self.k("replace", "-f", "-", stdin=gadget(size=5)),
                         "gadget.try.example.com/g1 replaced\n")
        said = self.fails("replace", "-f", "-", stdin=old.replace("size: 3", "size: 6"))
        self.assertEqual(said, 'Error from server (Conflict): error when replacing "STDIN": '
                               "Operation cannot be fulfilled on gadgets.try.example.com \"g1\": "
                               "the object has been modified; please apply your changes to the "
                               "latest version and try again")
        self.assertEqual(self.stored()["spec"]["size"], 5)
        said = self.fails("replace", "-f", "-", stdin=gadget("absent"))
        self.assertEqual(said, 'Error from server (NotFound): error when replacing "STDIN": '
                               'gadgets.try.example.com "absent" not found')

    def test_of_two_shells_that_replace_one_version_one_is_told(self):
        self.make(gadget())
        old = self.k("get", "gadget", "g1", "-o", "yaml")
        done = {}

        def shell(size):
            done[size] = self.command("-n", self.space, "replace", "-f", "-",
                                      stdin=old.replace("size: 3", f"size: {size}"))
        shells = [threading.Thread(target=shell, args=(size,)) for size in (10, 20)]
        for one in shells:
            one.start()
        for one in shells:
            one.join()
        won = [size for size in done if done[size].returncode == 0]
        self.assertEqual(len(won), 1, [one.stderr for one in done.values()])
        self.assertEqual(self.stored()["spec"]["size"], won[0])
        said = done[30 - won[0]].stderr
        self.assertIn("(Conflict)", said)
        self.assertIn("the object has been modified", said)

    def test_replace_by_force_makes_a_new_object(self):
        before = self.make(gadget())["metadata"]["uid"]
        self.k("replace", "--force", "-f", "-", stdin=gadget(size=7))
        self.assertNotEqual(self.stored()["metadata"]["uid"], before)

    def test_edit_writes_what_the_editor_left(self):
        self.make(gadget())
        self.make(config_map("c", a="1"), "configmaps")
        said = self.k("edit", "gadget", "g1",
                      env=self.editor('sed -i "s/size: 3/size: 4/" "$file"'))
        self.assertEqual(said, "gadget.try.example.com/g1 edited\n")
        self.k("edit", "configmap", "c", env=self.editor('sed -i \'s/a: "1"/a: "2"/\' "$file"'))
        self.assertEqual(self.stored("configmap", "c")["data"], {"a": "2"})
        done = self.command("-n", self.space, "edit", "gadget", "g1", env=self.editor("true"))
        self.assertIn("Edit cancelled, no changes made.", done.stdout + done.stderr)

    def test_edit_shows_why_the_change_was_refused(self):
        self.make(gadget())
        copy = os.path.join(WORLD.home, "second-look")
        said = self.fails("edit", "gadget", "g1", env=self.editor(
            f'cp "$file" "{copy}"\nsed -i "s/size: 3/size: 400/" "$file"'))
        self.assertIn('gadgets.try.example.com "g1" is invalid', said)
        self.assertIn("spec.size: Invalid value: 400: spec.size in body should be less than or "
                      "equal to 100", Path(copy).read_text(encoding="utf-8"))
        self.assertEqual(self.stored()["spec"]["size"], 3)

    def test_an_edit_keeps_what_another_shell_wrote_meanwhile(self):
        self.make(gadget())
        other = (f'{WORLD.kubectl} -n {self.space} patch gadget g1 --type=merge '
                 "-p '{\"spec\":{\"mode\":\"fast\"}}' >/dev/null")
        self.k("edit", "gadget", "g1", env=self.editor(
            f'{other}\nsed -i "s/size: 3/size: 4/" "$file"'))
        spec = self.stored()["spec"]
        self.assertEqual((spec["size"], spec["mode"]), (4, "fast"))
