/** What a runner can be written for. */
export const runnerKinds = ['vitest', 'go', 'pytest', 'rust'] as const;
export type RunnerKind = (typeof runnerKinds)[number];

interface Runner {
  /** The name of its file. */
  readonly file: string;
  /** How it is run, in its folder. */
  readonly command: string;
  readonly code: string;
}

const lead = [
  'Made by windlass test --export: from here on yours, and never overwritten.',
  'Scripts go to your image manager and traces come back, one a line; change runAll to call your code.',
];

/** One a line: they are imports of what is written, not of this file. */
const vitestImports = [
  "import { spawnSync } from 'node:child_process';",
  "import { readFileSync } from 'node:fs';",
  "import { env } from 'node:process';",
  "import { expect, test } from 'vitest';",
];

const vitest = `// ${lead[0]}
// ${lead[1]}
${vitestImports.join('\n')}

const linesOf = (file) => readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd().split('\\n');
const scripts = linesOf('scripts.ndjson');
const expected = linesOf('traces.ndjson').map((line) => JSON.parse(line));

function runAll() {
  const command = env.SUT ?? './my-image-manager';
  const options = { shell: true, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'inherit'] };
  const { stdout } = spawnSync(command, { ...options, input: scripts.join('\\n') + '\\n' });
  return stdout.trimEnd().split('\\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
}

const actual = runAll();
// Metrics are a kubelet's own business.
const comparedPart = (answer) => answer?.trace.filter(({ type }) => type !== 'metric');

test('there is an answer to every script', () => expect(actual.length).toBe(expected.length));

test.each(expected.map((trace, index) => [trace.script, index]))('%s', (name, index) => {
  expect(actual[index]?.script).toBe(name);
  expect(comparedPart(actual[index])).toEqual(comparedPart(expected[index]));
});
`;

const go = `// ${lead[0]}
// ${lead[1]}
package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"testing"
)

type answer struct {
	Script string
	Trace  []map[string]any
}

func runAll(t *testing.T) []byte {
	command := exec.Command("sh", "-c", os.Getenv("SUT"))
	command.Stdin, command.Stderr = bytes.NewReader(read(t, "scripts.ndjson")), os.Stderr
	traces, err := command.Output()
	if err != nil {
		t.Fatal("the command in SUT: ", err)
	}
	return traces
}

func TestConformance(t *testing.T) {
	expected, actual := parse(t, read(t, "traces.ndjson")), parse(t, runAll(t))
	if len(actual) != len(expected) {
		t.Fatalf("%d answers to %d scripts", len(actual), len(expected))
	}
	for i, want := range expected {
		t.Run(want.Script, func(t *testing.T) {
			for j := 0; j < max(len(want.Trace), len(actual[i].Trace)); j++ {
				w, g := at(want.Trace, j), at(actual[i].Trace, j)
				if !reflect.DeepEqual(w, g) {
					t.Fatalf("entry %d\\nkubelet: %v\\nsystem:  %v", j, w, g)
				}
			}
		})
	}
}

func at(trace []map[string]any, i int) map[string]any {
	if i < len(trace) {
		return trace[i]
	}
	return nil
}

func read(t *testing.T, file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t *testing.T, text []byte) (answers []answer) {
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\\n")) {
		var one answer
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		entries := one.Trace[:0]
		for _, entry := range one.Trace {
			if entry["type"] != "metric" { // a kubelet's own business
				entries = append(entries, entry)
			}
		}
		answers = append(answers, answer{one.Script, entries})
	}
	return
}
`;

const pytest = `# ${lead[0]}
# ${lead[1]}
import json
import os
import subprocess
from pathlib import Path

import pytest

here = Path(__file__).parent
expected = [json.loads(line) for line in (here / "traces.ndjson").read_bytes().strip().split(b"\\n")]


def run_all():
    scripts = (here / "scripts.ndjson").read_bytes()
    command = os.environ.get("SUT", "./my-image-manager")
    done = subprocess.run(command, shell=True, input=scripts, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.strip().split(b"\\n")]


def compared_part(answer):
    # Metrics are a kubelet's own business.
    return [entry for entry in answer["trace"] if entry["type"] != "metric"]


@pytest.fixture(scope="session")
def actual():
    return {answer["script"]: answer for answer in run_all()}


@pytest.mark.parametrize("want", expected, ids=[want["script"] for want in expected])
def test_conformance(want, actual):
    assert want["script"] in actual, "no answer to this script"
    assert compared_part(actual[want["script"]]) == compared_part(want)
`;

const rust = `// ${lead[0]}
// ${lead[1]}
// It stands with both files in tests/ of a crate with serde_json among its [dev-dependencies].
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const SCRIPTS: &str = include_str!("scripts.ndjson");
const TRACES: &str = include_str!("traces.ndjson");

fn run_all() -> String {
    let sut = std::env::var("SUT").unwrap_or("./my-image-manager".into());
    let mut command = Command::new("sh");
    command.args(["-c", &sut]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    let mut stdin = child.stdin.take().expect("its stdin");
    let writer = std::thread::spawn(move || stdin.write_all(SCRIPTS.as_bytes()));
    let output = child.wait_with_output().expect("its answers");
    writer.join().expect("a thread").expect("a system that reads every script");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Numbers as one type: 1 and 1.0 are the same time.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), plain(field))).collect(),
        other => other.clone(),
    }
}

/// The name of a script, and its trace without metrics, which are a kubelet's own business.
fn parse(text: &str) -> Vec<(String, Vec<Value>)> {
    let answers = text.trim_end().split('\\n').map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    answers
        .map(|answer| {
            let trace = answer["trace"].as_array().expect("a trace").iter();
            let compared = trace.filter(|entry| entry["type"] != "metric").map(plain).collect();
            (answer["script"].as_str().expect("a name").to_string(), compared)
        })
        .collect()
}

#[test]
fn conformance() {
    let (expected, actual) = (parse(TRACES), parse(&run_all()));
    for (index, want) in expected.iter().enumerate() {
        assert_eq!(actual.get(index), Some(want), "right: the kubelet, script {}", want.0);
    }
}
`;

/** The runner for each kind of test. */
export const runners: Readonly<Record<RunnerKind, Runner>> = {
  vitest: { file: 'conformance.test.mjs', command: 'npx vitest run', code: vitest },
  go: { file: 'conformance_test.go', command: 'go test -count=1', code: go },
  pytest: { file: 'test_conformance.py', command: 'pytest', code: pytest },
  rust: { file: 'conformance.rs', command: 'cargo test', code: rust },
};
