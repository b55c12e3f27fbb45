import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '../../../src/interfaces/cli/files/examples.ts';
import { podYaml, stream } from '../../inputs/reading.ts';
import { runInProcess } from './run-in-process.ts';

// Each command that answers a question, with each kind of wrong input: 2 where the command line is wrong, 3
// where the input is, 7 where another machine is away. Nothing is on stdout; stderr says what, where, and
// what was expected or what to do.
const folder = mkdtempSync(join(tmpdir(), 'windlass-bad-'));
beforeAll(() => {
  const pod = podYaml('web', '{ containers: [{ name: a, image: acme/web:1 }] }');
  const files = {
    'ok.yaml': pod,
    'kubelet.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 20\n',
    'empty.yaml': '',
    'binary.yaml': '\u007fELF\u0000\u0001: [\n%%\n',
    'syntax.yaml': 'kind: Pod\nmetadata: { name: web\nspec: 1\n',
    'wrong.yaml': stream(pod, 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nhorzon: 5m\n'),
    'none/notes.txt': 'nothing here',
    'events.json': '{"kind": "List", "items": []}',
    'run.ndjson': '{"type":"header","format":"windlass-trace/2"}\n{"id":1}\n',
  };
  mkdirSync(join(folder, 'none'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const questions: Readonly<Record<string, string>> = {
  compare: '--b maxParallelImagePulls=5',
  sweep: '--vary maxParallelImagePulls=1,2',
  recommend: "--target 'p99 timeToRunning <= 60s' --vary maxParallelImagePulls=1,2",
  explain: '',
  upgrade: '--from 1.34 --to 1.35',
  worst: '--budget 5',
};
const madeOf = (command: string) =>
  new RegExp(
    `run\\.ndjson is a stored trace, which does not say what it was made of: windlass ${command} needs the manifests`,
  );
const lost = /ok\.yaml cannot be written: it is an input, which would be lost/;
/** Every command over files says the same of files. */
const ofFiles = Object.entries(questions).flatMap(([command, words]) => [
  [`${command} gone.yaml ${words}`, 3, /gone\.yaml: no such file/],
  [
    `${command} empty.yaml ${words}`,
    3,
    /empty\.yaml: nothing to read\n {2}expected: Kubernetes manifests, as YAML or JSON\n {2}try: write a Pod/,
  ],
  [`${command} none ${words}`, 3, /none: no \.yaml, \.yml or \.json file in this folder, nor below it/],
  [`${command} syntax.yaml ${words}`, 3, /syntax\.yaml:\d+:\d+: /],
  [
    `${command} wrong.yaml ${words}`,
    3,
    /wrong\.yaml:\d+:1: unknown field "horzon"[\s\S]*did you mean horizon\?/,
  ],
  [`${command} ok.yaml ${words} --set maxParalelImagePulls=5`, 3, /did you mean maxParallelImagePulls\?/],
  [
    `${command} ok.yaml ${words} ${command === 'worst' ? '' : '--out gone/answer'} --report gone/answer.html`,
    2,
    /gone\/answer/,
  ],
  [`${command} ok.yaml ${words} --out ok.yaml`, 2, lost],
  ...(command === 'explain' ? [] : [[`${command} run.ndjson ${words}`, 3, madeOf(command)]]),
]) as readonly Row[];

type Row = readonly [line: string, code: number, told: RegExp];
const noField =
  /"maxParalelImagePulls" is nothing that a run can be changed by\n {2}expected: a field .*\n {2}try: did you mean maxParallelImagePulls\?/;
const downwards =
  /nodes=5\.\.1: no value: a range goes up, from the smaller number to the greater one\n {2}expected: field=values, such as /;
const noSeeds = /option '--seeds? <n>' argument '5\.\.1' is invalid\. Expected a whole number from/;
const rows: readonly Row[] = [
  ...ofFiles,
  ['compare ok.yaml --b maxParalelImagePulls=5', 2, noField],
  ['sweep ok.yaml --vary maxParalelImagePulls=1..5', 2, noField],
  ["recommend ok.yaml --target 'p99 timeToRunning <= 60s' --vary maxParalelImagePulls=1..5", 2, noField],
  ['compare ok.yaml', 2, /compare needs two variants or more, such as: windlass compare web\.yaml --a /],
  ['compare ok.yaml --vary nodes=5..1', 2, downwards],
  ['compare ok.yaml --b gone-too.yaml', 3, /gone-too\.yaml: no such file/],
  ['compare ok.yaml --b nodes=2 --fail-if faster', 2, /--fail-if: [\s\S]*such as/],
  ['compare ok.yaml --b nodes=2 --seeds 5..1', 2, noSeeds],
  ['sweep ok.yaml', 2, /required option '--vary <field=values>' not specified/],
  ['sweep ok.yaml --vary nodes=5..1', 2, downwards],
  [
    'sweep ok.yaml --vary nodes=',
    2,
    /nodes=: no value: there is nothing to run\n {2}expected: field=values, such as /,
  ],
  ['sweep ok.yaml --vary nodes', 2, /--vary nodes: not of the form field=values\n {2}expected: /],
  ['sweep ok.yaml --vary nodes=1,2 --seed 5..1', 2, noSeeds],
  [
    'sweep ok.yaml --vary nodes=1,2 --figure nodez',
    2,
    /--figure: there is no figure "nodez"[\s\S]*the figures are: /,
  ],
  [
    'sweep ok.yaml --vary nodes=1,2 --resume ok.yaml -o ndjson',
    3,
    /ok\.yaml:1: no line of a sweep: --resume takes what windlass sweep -o ndjson/,
  ],
  [
    'sweep ok.yaml --vary nodes=1,2 --queue localhost',
    2,
    /--queue.*: expected redis:\/\/HOST:PORT\/DATABASE, such as redis:/,
  ],
  [
    'sweep collect gone',
    3,
    /gone: no plan\.br: it is no place where windlass worker --results has put results/,
  ],
  ['sweep collect none', 3, /none: no plan\.br: it is no place where/],
  ['sweep collect ok.yaml', 3, /ok\.yaml: not a folder/],
  [
    "recommend ok.yaml --target 'p99 timeToRunning' --vary nodes=1,2",
    2,
    /cannot be read: expected a figure and a bound, such as 'p99/,
  ],
  [
    "recommend ok.yaml --target '' --vary nodes=1,2",
    2,
    /cannot be read: expected a figure and a bound, such as 'p99/,
  ],
  [
    "recommend ok.yaml --target 'p99 timeToRuning <= 60s' --vary nodes=1,2",
    2,
    /did you mean "time to running p99"\?/,
  ],
  ["recommend ok.yaml --target 'p99 timeToRunning <= 60s' --vary nodes=5..1", 2, downwards],
  ['explain ok.yaml web', 3, /web: no such file; a pod is named with --pod/],
  [
    'explain ok.yaml --pod wep',
    2,
    /--pod wep: no pod or container of this run has this name; did you mean web\?/,
  ],
  ['explain ok.yaml --fixed-at soon', 2, /--fixed-at <time>' argument 'soon' is invalid/],
  [
    'upgrade ok.yaml --from 1.34 --to 1.63',
    2,
    /--to: "1\.63" is not a release that Windlass knows[\s\S]*the releases are: 1\.14, /,
  ],
  ['upgrade ok.yaml --from 1.34', 2, /required option '--to <release>' not specified/],
  [
    "worst ok.yaml --fail-if 'all running afer > 5m'",
    2,
    /there is no figure "all running afer"; did you mean "all running after"\?/,
  ],
  [
    "worst ok.yaml --faults 'registyDown for=1m'",
    2,
    /--faults 1: kind "registyDown" is not known[\s\S]*did you mean registryDown\?/,
  ],
  [
    "worst ok.yaml --faults 'registryDown from=5m..0s for=1m'",
    2,
    /from=5m\.\.0s is no range of times\n {2}expected: two durations, the earlier/,
  ],
  ['worst ok.yaml --budget 0', 2, /argument '0' is invalid\. Expected a whole number from 1 to/],
  ['compare ok.yaml --b run.ndjson', 3, madeOf('compare')],
  ['lint run.ndjson', 3, madeOf('lint')],
  ['run ok.yaml --out ok.yaml', 2, lost],
  ['run ok.yaml --report ok.yaml', 2, lost],
  [
    'run binary.yaml',
    3,
    /^windlass: the input is wrong\nbinary\.yaml:\d+:\d+: a zero byte, so this is no text\n {2}expected: [^\n]*\n$/,
  ],
  ['run o*.yaml --out ok.yaml', 2, lost],
  [
    'compare ok.yaml --b kubelet.yaml --out kubelet.yaml',
    2,
    /kubelet\.yaml cannot be written: it is an input/,
  ],
  [
    'run ok.yaml -o json --out both.html --report ./both.html',
    2,
    /both\.html cannot be written: another output goes there/,
  ],
  ['lint ok.yaml --out ok.yaml', 2, lost],
  ['images o*.yaml --out ok.yaml', 2, lost],
  ['assumptions o*.yaml --out ok.yaml', 2, lost],
  ['import o*.yaml --out ok.yaml', 2, lost],
  ['verify events.json o*.yaml --out ok.yaml', 2, lost],
  ['verify even*.json ok.yaml --out events.json', 2, /events\.json cannot be written: it is an input/],
  ['calibrate --log ok.yaml --out ok.yaml', 2, lost],
  ['calibrate --events even*.json --out events.json', 2, /events\.json cannot be written: it is an input/],
  ['prepull o*.yaml --out ok.yaml', 2, lost],
  ['worst ok.yaml kube*.yaml --out kubelet.yaml', 2, /kubelet\.yaml cannot be written: it is an input/],
  ['inspect ok.yaml --out ok.yaml', 2, lost],
  ['lint ok.yaml --out gone/answer', 2, /gone\/answer/],
  [
    'explain run.ndjson ok.yaml',
    2,
    /run\.ndjson is a stored trace: it is explained alone, without other inputs/,
  ],
  [
    'explain run.ndjson --set registryPullQPS=1',
    2,
    /run\.ndjson is a stored trace, which is over: settings go with the manifests/,
  ],
  ['explain run.ndjson', 3, /run\.ndjson:1: this is not a trace/],
  ['lint gone.yaml', 3, /gone\.yaml: no such file/],
  ['lint none', 3, /none: no \.yaml, \.yml or \.json file/],
  ['import gone.json', 3, /gone\.json: no such file/],
  ['import none', 3, /none: no \.yaml, \.yml or \.json file/],
  [
    'import empty.yaml',
    3,
    /empty\.yaml:1:1: there are no nodes and no pods in it\n {2}try: kubectl get nodes,pods,events -A -o json \| windlass/,
  ],
  [
    'import ok.yaml',
    3,
    /ok\.yaml:1:1: no pod in it has a time of creation and a node[\s\S]*try: kubectl get nodes,pods,events/,
  ],
  ['verify events.json', 3, /events\.json:1:1: there is no Event about a pod in it/],
  ['why ok.yaml', 3, /ok\.yaml:1:1: it does not say what happened to a pod[\s\S]*kubectl describe pod/],
  ['why gone.txt', 3, /gone\.txt: no such file/],
  ['verify gone.json ok.yaml', 3, /gone\.json: no such file/],
  ['verify empty.yaml ok.yaml', 3, /empty\.yaml/],
  [
    'verify events.json ok.yaml',
    3,
    /events\.json:1:1: there is no Event about a pod in it\n {2}try: kubectl get events -A -o json/,
  ],
  ['worker', 2, /worker needs --queue, or --plan and --results/],
  ['worker --queue nowhere', 2, /--queue.*: expected redis:\/\/HOST:PORT\/DATABASE, such as redis:/],
  ['worker --plan gone.br --results results', 3, /gone\.br: no such file/],
  [
    'worker --plan ok.yaml --results results',
    3,
    /ok\.yaml is no plan of a sweep: windlass sweep --indexed-job makes them/,
  ],
];

test.each(rows)('windlass %s', async (line, code, told) => {
  const { stdout, stderr, code: exit } = await runInProcess(splitWords(line), { cwd: folder });
  expect([exit, stdout], stderr).toEqual([code, '']);
  expect(stderr).toMatch(told);
  expect(stderr).not.toMatch(/internal error|ENO|undefined/);
});
