import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runScript } from '../../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../../src/proof/conformance/imagemanager/script.ts';
import { randomScripts } from '../../../../src/proof/model-testing/random-scripts.ts';
import { v1_31 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { call, scriptOf } from '../../../proof/model-testing/judged-script.ts';
import { xmlProblem } from '../../../proof/model-testing/well-formed-xml.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { root } from '../../../tidy/sources.ts';
import { type Outcome, runInProcess, type Surroundings } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));
const replayed = [
  { ...scriptOf([call(0, 'a'), call(0, 'b', { image: 'gone' })]), name: 'one' },
  { ...scriptOf([call(9, 'a')]), name: 'two' },
];
const scriptsFile = join(folder, 'scripts.ndjson');
writeFileSync(scriptsFile, replayed.map((script) => `${JSON.stringify(script)}\n`).join(''));

/**
 * Answers each script by its name with the trace that the file has for it, and with an empty one where it has
 * none.
 */
const parrot = `
  const traces = new Map(require('node:fs').readFileSync(process.env.TRACES, 'utf8').trim().split('\\n').map((line) => [JSON.parse(line).script, line]));
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const script = JSON.parse(line).name;
    console.log(traces.get(script) ?? JSON.stringify({ script, trace: [] }));
  });`;

/**
 * Runs the command against a process that does what kubelet 1.31 does with these scripts, and nothing with
 * any others.
 */
async function test(
  known: readonly Script[],
  options: readonly string[],
  sut = '"$NODE" -e "$PARROT"',
  more: Surroundings = {},
): Promise<Outcome> {
  const traces = join(folder, 'traces.ndjson');
  writeFileSync(
    traces,
    known.map((script) => `${JSON.stringify(runScript(script, v1_31))}\n`).join('') || '{"script":""}\n',
  );
  const env = { NODE: process.execPath, PARROT: parrot, TRACES: traces, NO_COLOR: '1' };
  return runInProcess(['test', '--sut', sut, '--kubelet-version', '1.31', ...options], {
    env,
    cwd: folder,
    columns: 80,
    isTTY: true,
    ...more,
  });
}

it('agrees, with the verdict first, then scripts, properties and what was reached', async () => {
  const { code, stdout } = await test(replayed, ['--replay', scriptsFile]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^AGREES with kubelet 1\.31\.14: .*\n2 scripts, 3 calls: all agree, all 12 properties hold\.\n/,
  );
  expect(stdout).toMatch(/\nreplayed scripts +2 +0 +0 +0\n/);
  expect(stdout).toMatch(/\nback-off-windows +2 +0\n/);
  expect(stdout).toMatch(/\nimagePull +\d+ of \d+ +\d+ of \d+\n/);
});

it('tells a log how far it has come, and with -q nothing', async () => {
  let now = 0;
  const slow = {
    isTTY: false,
    nowMs: () => {
      now += 10_000;
      return now;
    },
  };
  const { stderr } = await test([], ['--replay', scriptsFile], undefined, slow);
  expect(stderr).toMatch(
    /^windlass: 1 of 2 scripts\nwindlass: 2 of 2 scripts, about 0 s left\n(windlass: making what differs small\n)+$/,
  );
  expect(await test([], ['--replay', scriptsFile, '--save', 'found', '-q'], undefined, slow)).toMatchObject({
    code: 5,
    stderr: '',
  });
});

it('runs the paths of the machines asked for, and random scripts by their seed', async () => {
  const random = randomScripts(5, 2).map(({ script }) => script);
  const { code, stdout } = await test(random, [
    '--machine',
    'pullThrottle',
    '--runs',
    '2',
    '--seed',
    '5',
    '-o',
    'json',
  ]);
  checkedDocument(stdout, 'TestReport');
  const report = JSON.parse(stdout);
  expect([code, report.verdict, report.kubelet, report.seed]).toEqual([5, 'diverges', '1.31.14', 5]);
  const paths = report.scripts.filter(({ group }: { group: string }) => group === 'paths');
  expect(new Set(paths.map(({ machine }: { machine: string }) => machine))).toEqual(
    new Set(['pullThrottle']),
  );
  const randoms = report.scripts.filter(({ group }: { group: string }) => group === 'random');
  expect(
    randoms.map(({ name, verdict }: { name: string; verdict: { kind: string } }) => [name, verdict.kind]),
  ).toEqual([
    ['random-0', 'agrees'],
    ['random-1', 'agrees'],
  ]);
  expect(report.findings[0].script.calls).toHaveLength(1);
  expect(
    report.properties.find(({ name }: { name: string }) => name === 'one-result-per-call').violated,
  ).toBe(paths.length);
});

it('diverges with 5: the smallest script, both entries side by side, and files that replay it', async () => {
  const { code, stdout, stderr } = await test(
    [],
    ['--replay', scriptsFile, '--save', 'found', '--junit', 'report.xml'],
  );
  expect(code).toBe(5);
  expect(stdout).toMatch(
    /^DIVERGES with kubelet 1\.31\.14: .*\n2 scripts, 3 calls: 2 differ; 1 of 12 properties violated in 2 traces\.\n/,
  );
  expect(stdout).toMatch(
    /1\. \w+: nothing instead of GetImageRef\n {3}found by one\n {3}smallest script that shows it \(2 calls → 1 call, \d+ scripts tried\):\n/,
  );
  expect(stdout).toMatch(
    /\n {3}why kubelet 1\.31\.14 does so:\n {5}- the runtime is asked first whether the image is present\n {9}EnsureImageExists, pkg\/kubelet\/images\/image_manager\.go:127, v1\.31\.14\n/,
  );
  expect(stdout).toMatch(/EXPECTED +ACTUAL\n {3}≠ at +0 +–\n/);
  expect(stdout).toMatch(/\n {3}≠ op +GetImageRef +–\n/);
  expect(stdout).toContain('--kubelet-version 1.31 --replay found/1.ndjson\n');
  for (const line of stdout.split('\n').slice(1))
    if (!line.includes('replay: ')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(stderr).toContain('windlass: saved found/1.ndjson\nwindlass: saved found/1.json\n');
  expect(xmlProblem(readFileSync(join(folder, 'report.xml'), 'utf8'))).toBeUndefined();
  const saved = readFileSync(join(folder, 'found/1.json'), 'utf8');
  checkedDocument(saved, 'TestFinding');
  const details = JSON.parse(saved);
  expect(details).toMatchObject({
    kubelet: '1.31.14',
    found: { name: 'one' },
    script: { calls: [{}] },
    shows: { kind: 'diverges' },
    why: [{ because: 'the runtime is asked first whether the image is present' }],
    actual: { trace: [] },
  });
  expect(details.expected).toEqual(runScript(details.script, v1_31));

  const again = await test([], ['--replay', 'found/1.ndjson']);
  expect([again.code, again.stdout.split('\n')[1]]).toEqual([
    5,
    '1 script, 1 call: 1 differs; 1 of 12 properties violated in 1 trace.',
  ]);
});

it('tells a finding in words: the script, what both did before, and where they part', async () => {
  const { stdout } = await test(
    [{ ...replayed[0], calls: [] } as Script],
    ['--replay', scriptsFile, '--only', 'one'],
  );
  expect(stdout).toContain('     kubelet: any number of pulls at once, no QPS limit, back-off 10s to 300s\n');
  expect(stdout).toMatch(/\n {5}at 0 ms a: pod ns\/a wants "web", Always\n/);
  expect(stdout).toMatch(
    /\n {3}entry 0, where kubelet 1\.31\.14 \(expected\) and the system \(actual\) part:\n/,
  );
});

it('says where a script alone does not show what it has shown, and replays all', async () => {
  // The second script of a process gets no entries.
  const forgets = `"$NODE" -e 'let n = 0; require("node:readline").createInterface(process.stdin).on("line", (line) => { const { name } = JSON.parse(line);
    const known = require("node:fs").readFileSync(process.env.TRACES, "utf8").trim().split("\\n").find((trace) => JSON.parse(trace).script === name);
    console.log(n++ === 0 && known ? known : JSON.stringify({ script: name, trace: [] })); })'`;
  const { code, stdout } = await test(replayed, ['--replay', scriptsFile], forgets);
  expect(code).toBe(5);
  expect(stdout).toMatch(
    /\n1\. .*\n {3}found by two\n {3}It did not happen again when this script was run alone: .*/,
  );
  expect(stdout).toMatch(/ --kubelet-version 1\.31 --replay \S+scripts\.ndjson\n$/);
});

it('tells a note of its own where the system counts nothing', async () => {
  const mute = replayed
    .map((script) => ({ ...runScript(script, v1_31) }))
    .map(({ trace, ...rest }) => ({ ...rest, trace: trace.filter(({ type }) => type !== 'metric') }));
  const without = join(folder, 'mute.mjs');
  writeFileSync(
    without,
    `import { createInterface } from 'node:readline';
    const traces = new Map(${JSON.stringify(mute.map((trace) => [trace.script, trace]))});
    createInterface(process.stdin).on('line', (line) => console.log(JSON.stringify(traces.get(JSON.parse(line).name))));`,
  );
  const { code, stdout } = await test([], ['--replay', scriptsFile], '"$NODE" mute.mjs');
  expect(code).toBe(0);
  expect(stdout.split('\n')[2]).toBe('This system reports no metrics; they were not compared.');
  expect((await test(replayed, ['--replay', scriptsFile])).stdout).not.toContain('Metrics');
});

it('names a script that the seed makes again, and runs only that', async () => {
  const { stdout } = await test(
    [],
    ['--machine', 'pullThrottle', '--runs', '3', '--seed', '9', '--only', 'random-2'],
  );
  expect(stdout).toMatch(/\n1 script, .* 1 differs/);
  expect(stdout).toMatch(
    /replay: windlass test --sut .* --kubelet-version 1\.31 --seed 9 --runs 3 --only random-2\n/,
  );
});

it('exits with 3 where the system cannot be started or speaks something else, and says what it did', async () => {
  const missing = await test([], ['--replay', scriptsFile], 'no-such-program-here');
  expect([missing.code, missing.stdout]).toEqual([3, '']);
  expect(missing.stderr).toMatch(
    /did not answer the first script\nscript one: `no-such-program-here` ended with exit code 127/,
  );
  const talker = await test([], ['--replay', scriptsFile, '--junit', 'none.xml'], 'echo ready; sleep 5');
  expect(talker.code).toBe(3);
  expect(talker.stderr).toMatch(/answered with a line that is no trace: "ready"/);
  expect(existsSync(join(folder, 'none.xml'))).toBe(false);
});

it.each([
  [['--kubelet-version', '1.13'], 2, /--kubelet-version: kubelet 1\.13 is older/],
  [['--machine', 'podWorker'], 2, /--machine podWorker: the machines with paths are imagePull, /],
  [['--strategy', 'all'], 2, /Allowed choices are all-states, all-transitions, all-transition-pairs/],
  [['--runs', 'many'], 2, /Expected a whole number from 0/],
  [['--replay', 'nowhere.ndjson'], 3, /nowhere\.ndjson: no such file/],
  [
    ['--replay', scriptsFile, '--junit', 'no/such/report.xml'],
    2,
    /--junit no\/such\/report\.xml: there is no folder/,
  ],
  [['--replay', scriptsFile, '--only', 'three'], 2, /--only three: no script of this name/],
])('refuses %j with %i', async (options, code, message) => {
  const outcome = await test([], options, undefined, { columns: 400 });
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toMatch(message);
});

it('needs a system under test, and shows examples', async () => {
  const none = await runInProcess(['test']);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/required option '--sut <command>' not specified/),
  ]);
  const help = await runInProcess(['test', '--help']);
  expect([help.code, help.stdout]).toEqual([
    0,
    expect.stringMatching(/Examples:\n {2}.*\n {4}\$ windlass test --sut/),
  ]);
});

it('keeps scripts that reached something new in a folder, runs them first, and keeps no more than are needed', async () => {
  const sut = `"$NODE" ${JSON.stringify(join(root, 'test/sut/main.mjs'))} --release 1.31`;
  const args = ['--runs', '12', '--bred', '6', '--corpus', 'corpus', '-o', 'json'];
  const kept = () => readdirSync(join(folder, 'corpus')).filter((file) => file.startsWith('kept-'));
  const first = await test([], args, sut);
  expect(first.code).toBe(0);
  const groups = (text: string) => {
    checkedDocument(text, 'TestReport');
    return JSON.parse(text).scripts.map(({ group }: { group: string }) => group);
  };
  expect(groups(first.stdout).filter((group: string) => group === 'bred')).toHaveLength(6);
  expect(groups(first.stdout)[0]).toBe('paths');
  const before = kept();
  expect(before.length).toBeGreaterThan(0);
  writeFileSync(join(folder, 'corpus/notes.txt'), 'not a script');

  const second = await test([], args, sut);
  expect(groups(second.stdout).slice(0, before.length)).toEqual(before.map(() => 'corpus'));
  expect(groups(second.stdout)[before.length]).toBe('paths');
  // The same random scripts reach nothing new, so no more files are needed than there may be scripts.
  expect(kept().length).toBeLessThanOrEqual(before.length + 6);
  expect(readFileSync(join(folder, 'corpus/notes.txt'), 'utf8')).toBe('not a script');

  const only = await test(
    [],
    ['--runs', '0', '--corpus', 'corpus', '--only', before[0]?.replace('.ndjson', '') ?? '', '-o', 'json'],
    sut,
  );
  expect([only.code, groups(only.stdout)]).toEqual([0, ['corpus']]);

  writeFileSync(join(folder, `corpus/kept-${'0'.repeat(12)}.ndjson`), '{}');
  expect(await test([], args, sut)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('--corpus corpus/kept-'),
  });
});
