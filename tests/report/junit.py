"""Checks JUnit XML independently: `junit.py FOLDER` reads NAME.xml, and the same report as NAME.json next to it.

The allowed structure comes from the schema that Jenkins publishes for its xUnit plugin; GitLab, GitHub's
reporters and Azure are less strict. The expected content comes from the JSON report."""

import json
import pathlib
import sys
import xml.etree.ElementTree as tree

# Element -> required attributes, optional attributes, children.
SCHEMA = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "disabled", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"},
        {"properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": (
        {"name", "classname"},
        {"name", "classname", "assertions", "time", "status"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "skipped": (set(), {"message"}, set()),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
}
FAILURES = {"failed"}
SKIPPED_STATUS = "passed"


def check(condition, name, what):
    if not condition:
        sys.exit(f"{name}: {what}")


def fits(element, name):
    check(element.tag in SCHEMA, name, f"no element is named {element.tag}")
    must, may, children = SCHEMA[element.tag]
    found = set(element.attrib)
    check(must <= found <= may, name, f"{element.tag} has the attributes {sorted(found)}")
    for child in element:
        check(child.tag in children, name, f"{child.tag} is in {element.tag}")
        fits(child, name)


def kind(case):
    check(len(case) <= 1, name_of(case), "a case has two answers")
    return case[0].tag if len(case) else "passed"


def name_of(case):
    return case.get("name")


def counts(cases):
    kinds = [kind(case) for case in cases]
    return {"tests": len(kinds), "failures": kinds.count("failure"), "errors": kinds.count("error")}


def compare(name, root, report):
    fits(root, name)
    suites = list(root)
    cases = [case for suite in suites for case in suite]
    for element, inside in [(root, cases)] + [(suite, list(suite)) for suite in suites]:
        for attribute, count in counts(inside).items():
            check(element.get(attribute) == str(count), name, f"{attribute} of {element.get('name')}")
    places = [(suite.get("name"), case.get("classname"), case.get("name")) for suite in suites for case in suite]
    check(len(places) == len(set(places)), name, "two cases have one name")

    gate = report["gate"]
    itself, rest = suites[0], suites[1:]
    check(itself.get("name") == "gate" and len(itself) == 1, name, "the first suite is not the gate")
    wrong = any(error["status"] != "passed" for error in gate["errors"])
    check((kind(itself[0]) == "error") == wrong, name, "the gate itself")
    by_rule = {}
    for result in gate["results"]:
        by_rule.setdefault(result["rule"], []).append(result)
    for rule in sorted(by_rule):
        suite = rest.pop(0)
        text = "{text} ({source})".format(**gate["rules"][rule])
        check(suite.get("name") == text, name, f"{suite.get('name')} is not {text}")
        check(len(suite) == len(by_rule[rule]), name, f"the number of cases of {text}")
        for case, result in zip(suite, by_rule[rule]):
            decision, status = result["decision"], result["status"]
            wanted = "failure" if decision in FAILURES else "error"
            if status == SKIPPED_STATUS:
                wanted = "passed" if decision == "passed" else "skipped"
            check(kind(case) == wanted, name, f"{name_of(case)}: {kind(case)} for {decision}")
            if wanted in ("failure", "error"):
                check(case[0].get("type") == decision, name, f"the type of {name_of(case)}")
                check(case[0].text == case[0].get("message"), name, f"the text of {name_of(case)}")
                check(decision in case[0].text, name, f"the text of {name_of(case)}")
    without = len(rest[0]) if rest else 0
    # If an error stops the gate, and for control benchmarks, the other comparisons are not decided.
    is_whole = not gate["errors"] and "control" not in name
    fits_count = without == gate["without_rule"] if is_whole else without >= gate["without_rule"]
    check(fits_count, name, f"{without} without a rule, not {gate['without_rule']}")
    check(len(rest) <= 1 and all(kind(case) == "skipped" for suite in rest for case in suite), name, "the last suite")
    # The result in a CI system agrees with the CLI's status.
    red = any(kind(case) in ("failure", "error") for case in cases)
    check(red == (gate["status"] != "passed"), name, f"{gate['status']} looks like another status")
    return len(cases)


def main():
    folder = pathlib.Path(sys.argv[1])
    total = 0
    for path in sorted(folder.glob("*.xml")):
        report = json.loads(path.with_suffix(".json").read_bytes())
        total += compare(path.stem, tree.parse(path).getroot(), report)
    print(total)


main()
