import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { listenToRun } from '../../src/interfaces/cli/run/listen-to-run.ts';
import type { WorkerPool } from '../../src/interfaces/cli/workers/worker-pool.ts';
import { remarksOf } from '../../src/reports/summary/remarks.ts';
import { summarize } from '../../src/reports/summary/summary.ts';
import type { SimulationProgress } from '../../src/run/simulation/parts-progress.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import type { ActorRecord } from '../../src/trace/record.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { draft, simulationInput } from '../properties/random-input.ts';
import { appYaml, scenarioYaml } from '../run/simulation/pod-yaml.ts';
import { inputOf } from '../run/simulation/run-yaml.ts';
import { root } from '../tidy/sources.ts';

const built = (await import(join(root, 'dist/src/interfaces/cli/workers/worker-pool.js'))) as {
  readonly WorkerPool: typeof WorkerPool;
};
const pools = [1, 3].map((count) => new built.WorkerPool(count));
const [, three = pools[0] as WorkerPool] = pools;
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

const flag = (value = 0) => new Int32Array(new SharedArrayBuffer(4)).fill(value);

/** Nodes with nothing in common, one pod of the same image on each. */
function apart(nodes: number): SimulationInput {
  const one = inputOf(appYaml('web', 'shop/web:1'));
  const names = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
  return {
    ...one,
    nodes: one.nodes.flatMap((node) => names.map((name) => ({ ...node, name }))),
    pods: one.pods.flatMap((pod) =>
      names.map((nodeName, index) => ({ ...pod, uid: `uid-${index}`, name: `web-${index}`, nodeName })),
    ),
  };
}

describe('worker threads', () => {
  test('give the same records for any number of them', async () => {
    const inputs = [apart(40), ...fc.sample(draft, { numRuns: 5, seed: 5 }).map(simulationInput)];
    for (const input of inputs) {
      const expected = simulate(input).records;
      for (const pool of pools)
        expect((await pool.simulate(input, { flag: flag() })).records).toEqual(expected);
    }
  });

  test('tell listeners the types that they hear, part after part', async () => {
    const types = new Set(['pull', 'event']);
    const heard = async (pool: WorkerPool) => {
      const parts: unknown[][] = [];
      const { end, remarks } = await pool.listen(apart(40), { flag: flag() }, types, () => {
        const told: unknown[] = [];
        return { note: (record) => told.push(record), end: (partEnd) => parts.push([...told, partEnd]) };
      });
      return { end, remarks, parts };
    };
    const parts: unknown[][] = [];
    const listenTo = () => {
      const told: unknown[] = [];
      const note = (record: ActorRecord) => void (types.has(record.type) && told.push(record));
      return { note, end: (partEnd: unknown) => parts.push([...told, partEnd]) };
    };
    const { end, remarks } = await listenToRun(
      apart(40),
      {},
      { isDue: () => false, goesOn: async () => true },
      listenTo,
    );
    for (const pool of pools) expect(await heard(pool)).toEqual({ end, remarks, parts });
  });

  test('add a run up to what its trace says, for any number of them', async () => {
    const inputs = [apart(40), ...fc.sample(draft, { numRuns: 5, seed: 6 }).map(simulationInput)];
    for (const input of inputs) {
      const { records } = simulate(input);
      const expected = { summary: summarize(records), idleFaults: remarksOf(records).idleFaults };
      for (const pool of pools) expect(await pool.total(input, { flag: flag() })).toMatchObject(expected);
    }
  });

  test('tell how far the whole run has come', async () => {
    const told: SimulationProgress[] = [];
    const { end } = await three.simulate(apart(40), {
      flag: flag(),
      onProgress: (progress) => told.push(progress),
    });
    expect(told.at(-1)).toMatchObject({ pods: 40, podsUnsettled: 0, steps: end.steps });
    expect(new Set(told.map(({ podsUnsettled }) => podsUnsettled))).toEqual(
      new Set(Array.from({ length: 41 }, (_, left) => left)),
    );
  });

  test('give the summaries of many seeds in order', async () => {
    const inputs = [7, 3, 5].map((seed) => ({ ...apart(2), seed }));
    let over = 0;
    const told = await three.each(
      inputs,
      (input) => three.tell(input, { engine: 'compiled', flag: flag() }),
      () => over++,
    );
    expect(told.map(({ summary }) => summary)).toEqual(
      inputs.map((input) => summarize(simulate(input).records)),
    );
    expect(over).toBe(3);
  });

  test('name the first seed that fails', async () => {
    const astray = { ...apart(2), nodes: [], seed: 4 };
    const refused = three.each(
      [apart(1), astray, { ...astray, seed: 5 }],
      (input) => three.tell(input, { flag: flag() }),
      () => {},
    );
    await expect(refused).rejects.toThrow(
      'the simulation stopped (input, seed 4): pod default/web-0 is on node-1, and there is no such node',
    );
    await expect(three.simulate(astray, { flag: flag() })).rejects.toThrow(
      'the simulation stopped (input, seed 4): ',
    );
  });
});

test('threads that are stopped give what they have', async () => {
  const { records, end } = await three.simulate(apart(40), { flag: flag(1) });
  expect(end).toMatchObject({ at: 0, reason: 'interrupted' });
  expect(new Set(records.map(({ at }) => at))).toEqual(new Set([0]));
  expect(
    await three.each(
      [apart(1), apart(2)],
      (input) => three.tell(input, { flag: flag(1) }),
      () => {},
    ),
  ).toEqual([]);
});

test.each([1, 2])('Ctrl-C shows what is known of a long run in %d threads, and says so', async (workers) => {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
  const pod = (index: number) => appYaml(`web-${index}`, `shop/web:${index}`);
  const never = scenarioYaml(['kind: registryDown, registry: docker.io, from: 0s'], 'nodes: { count: 2 }');
  writeFileSync(join(folder, 'in.yaml'), [0, 1, 2, 3].map(pod).join('') + never);
  const argv = [
    'dist/command/windlass.js',
    'run',
    join(folder, 'in.yaml'),
    '--for',
    '999h',
    '-o',
    'trace',
    '--workers',
    `${workers}`,
  ];
  const child = spawn(process.execPath, [...argv, '--out', join(folder, 'out.ndjson')], { cwd: root });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  // Once it simulates it says how long that takes.
  await expect.poll(() => told).toContain('expect up to about');
  await setTimeout(300);
  // As npx and timeout pass it on.
  child.kill('SIGINT');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(told).toContain('windlass: warning: interrupted at ');
  expect(code).toBe(130);
  expect(readdirSync(folder).sort()).toEqual(['in.yaml', 'out.ndjson']);
  const last = readFileSync(join(folder, 'out.ndjson'), 'utf8').trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ type: 'end', reason: 'interrupted' });
});

test('windlass run writes the same bytes for any number of threads, and ends', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'windlass-')), 'in.yaml');
  const faults = ['kind: registryDown, registry: docker.io, from: 1s, until: 20s'];
  writeFileSync(
    file,
    [0, 1, 2, 3].map((index) => appYaml(`web-${index}`, `shop/web:${index}`)).join('') +
      scenarioYaml(faults, 'nodes: { count: 4 }'),
  );
  const run = (...options: string[]) =>
    execFileSync(process.execPath, ['dist/command/windlass.js', 'run', file, '-q', ...options], {
      cwd: root,
    }).toString();
  const alone = async (...options: string[]) =>
    (await runInProcess(['run', file, '-q', '--workers', '1', ...options])).stdout;
  const trace = await alone('-o', 'trace');
  expect(trace).toContain('"because":{"kind":"fault"');
  expect(run('-o', 'trace', '--workers', '3')).toBe(trace);
  for (const output of ['timeline', 'events', 'csv', 'prometheus'])
    expect(run('-o', output, '--workers', '2')).toBe(await alone('-o', output));
  const some = ['-o', 'json', '--pod', 'web-1*', '--node', 'node-*'];
  expect(run(...some, '--workers', '2')).toBe(await alone(...some));
  for (const told of [some, ['-o', 'csv']])
    expect(run(...told, '--seeds', '4', '--workers', '2')).toBe(await alone(...told, '--seeds', '4'));
});
