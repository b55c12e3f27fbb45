import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { invariants } from '../../../../src/run/invariants/invariants.ts';
import { sightings } from '../../../../src/run/invariants/sightings.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { formatRecord } from '../../../../src/trace/write-trace.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { type Line, node, pull, traceOf } from '../../../run/invariants/trace-of.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));
const textOf = (records: readonly TraceRecord[]) =>
  records.map((record) => `${formatRecord(record)}\n`).join('');
const lines: Line[] = [pull(0, 'a', 'waiting'), pull(0, 'a', 'pulling'), pull(5_000, 'a', 'pulled')];
const good = textOf(traceOf([node()], lines, 'settled'));
const twoAtOnce = textOf(
  traceOf(
    [node()],
    [...lines.slice(0, 2), pull(100, 'b', 'waiting'), pull(100, 'b', 'pulling'), pull(900, 'b', 'pulled')],
    'settled',
  ),
);

it('says that all hold, and what was seen, in a table', async () => {
  const { code, stdout, stderr } = await runInProcess(['check', '-'], { stdin: good });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    new RegExp(
      `^All ${invariants.length} invariants hold. <stdin>: 5 records, settled after 5.0 s\n\nNAME +KIND +VERDICT +WHERE\n`,
    ),
  );
  expect(stdout).toMatch(/\nimage-arrives +sometimes +reached +#3 at 5.0 s\n/);
  expect(stdout).toMatch(/\npull-fails +sometimes +not reached\n/);
  expect(
    stdout.split('\n').filter((line) => /^[a-z-]+ +(always|eventually|sometimes) /.test(line)),
  ).toHaveLength(invariants.length + sightings.length);
});

it('exits with 4 on a violation, and shows the end of the shortest prefix that has it', async () => {
  const file = join(folder, 'two.ndjson');
  writeFileSync(file, twoAtOnce);
  const { code, stdout, stderr } = await runInProcess(
    ['check', file, '--invariant', 'slots-respected', 'slots-in-order'],
    {
      columns: 80,
      isTTY: true,
      env: { NO_COLOR: '1' },
    },
  );
  expect(code).toBe(4);
  expect(stderr).toBe('windlass: violated: slots-respected\n');
  expect(stdout).toMatch(/^1 of 2 invariants VIOLATED\./);
  expect(stdout).toMatch(
    /\nslots-respected +always +VIOLATED +#4 at 100 ms\nslots-in-order +always +holds\n/,
  );
  expect(stdout).toMatch(
    /#4: 2 pulls in flight on node-1, which has 1 slot\n {2}The first 5 records show it; the last:\n/,
  );
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^ +#4 +100 ms {2}pull pulling +node-1\/kubelet/);
  for (const line of stdout.split('\n').slice(1)) expect(line.length, line).toBeLessThanOrEqual(80);
});

it('shows where an eventuality was missed, and that only the whole trace shows it', async () => {
  const waits = textOf(
    traceOf(
      [node()],
      [...lines.slice(0, 2), ...Array.from({ length: 20 }, (_, index) => pull(index, 'b', 'neverPresent'))],
      'settled',
    ),
  );
  const { code, stdout } = await runInProcess(['check', '-', '--invariant', 'no-lost-waiter'], {
    stdin: waits,
  });
  expect(code).toBe(4);
  expect(stdout).toMatch(/Only the whole trace shows it; where it shows, and the last:\n +#2 .*pulling/);
  expect(stdout).toMatch(/#23 +19 ms {2}end settled\n$/);
});

it('gives the same as JSON', async () => {
  const { code, stdout } = await runInProcess(['check', '-', '-o', 'json'], { stdin: twoAtOnce });
  checkedDocument(stdout, 'CheckReport');
  const data = JSON.parse(stdout);
  expect([code, data.records, data.complete, data.violated]).toEqual([
    4,
    7,
    true,
    ['slots-respected', 'no-lost-waiter'],
  ]);
  const broken = data.verdicts.find(({ name }: { name: string }) => name === 'slots-respected');
  expect(broken).toMatchObject({
    kind: 'always',
    verdict: 'violated',
    violations: [{ record: 4 }],
    prefix: { length: 5 },
  });
  expect(broken.prefix.last.at(-1)).toMatchObject({ id: 4, type: 'pull', state: 'pulling' });
});

it('says that a trace was cut short', async () => {
  const { code, stdout, stderr } = await runInProcess(['check', '-'], {
    stdin: good.split('\n').slice(0, 3).join('\n'),
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/has no end record: it was cut short/);
  expect(stdout).toMatch(/3 records, without an end, up to 0 ms/);
});

it.each([
  [
    'a broken line',
    good.replace('"pulling"', '"pullin"'),
    /^windlass: <stdin>:3: this is not a trace.*\nbad pull record, field state: .*\nA trace is made by: windlass run/,
  ],
  [
    'another format',
    good.replace('windlass-trace/2', 'windlass-trace/0'),
    /<stdin>:1:[\s\S]*not the one that this version of Windlass reads/,
  ],
  ['nothing', '', /<stdin>:1:[\s\S]*no records/],
])('exits with 3 and the line where the trace is unreadable: %s', async (_, stdin, expected) => {
  const { code, stdout, stderr } = await runInProcess(['check', '-'], { stdin });
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(expected);
});

it('exits with 3 for a file that is not there and for a folder, with 2 for an unknown name', async () => {
  const missing = await runInProcess(['check', 'nowhere.ndjson']);
  expect([missing.code, missing.stderr]).toEqual([3, 'windlass: nowhere.ndjson: no such file\n']);
  const directory = await runInProcess(['check', folder]);
  expect([directory.code, directory.stderr]).toEqual([3, `windlass: ${folder}: a folder, not a file\n`]);
  const unknown = await runInProcess(['check', '-', '--invariant', 'slot-respected'], { stdin: good });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(
    /^windlass: --invariant slot-respected: there is none of this name. Did you mean slots-respected\?/,
  );
});

it('reads a long trace in pieces, whose ends may be within a character', async () => {
  const name = 'ü'.repeat(3_000);
  const many = traceOf(
    [node()],
    Array.from({ length: 200 }, (_, index) => pull(index, 'a', 'present', { image: `${name}${index}` })),
    'settled',
  );
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, textOf(many));
  const { code, stdout } = await runInProcess([
    'check',
    file,
    '-o',
    'json',
    '--invariant',
    'causes-come-before',
  ]);
  expect([code, JSON.parse(stdout).records]).toEqual([0, 202]);
});
