import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/interfaces/cli/files/examples.ts';
import { runRows } from '../../src/reports/run-view/run-rows.ts';
import { WhyIndex } from '../../src/reports/run-view/why-index.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import type { ActorRecord, TraceRecord } from '../../src/trace/record.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';

// Seven questions about runtime and registry; the figures beside which they stand are of recorded runs
// (docs/measurements.md).

async function outputOf(command: string): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(splitWords(command));
  expect(code, stderr).toBe(0);
  return stdout;
}

async function traceOf(args: string): Promise<readonly TraceRecord[]> {
  const trace = readTrace(await outputOf(`run examples/${args} -o trace`));
  if (!('records' in trace)) throw new Error('no trace');
  return trace.records;
}

interface Figures {
  readonly pods: { readonly running: number; readonly notRunning: number };
  readonly timeToRunningMs: { readonly p50: number; readonly max: number };
  readonly pulls: { readonly calls: number; readonly duplicates: number };
  readonly failures: readonly { readonly error: string; readonly count: number }[];
}

const figuresOf = async (args: string) =>
  JSON.parse(await outputOf(`run examples/${args} -o json`)) as Figures;

const ofType = <T extends ActorRecord['type']>(records: readonly TraceRecord[], type: T) =>
  records.filter((record): record is Extract<ActorRecord, { type: T }> => record.type === type);

/** How long the first successful pull of each pod took, in ms. */
function pullTimes(records: readonly TraceRecord[]): Readonly<Record<string, number>> {
  const pulled = ofType(records, 'pull').filter(({ state }) => state === 'pulled');
  return Object.fromEntries(pulled.reverse().map(({ pod, tookMs }) => [pod.name, tookMs ?? Number.NaN]));
}

describe('serial-or-parallel', () => {
  const parallel = '--set serializeImagePulls=false';
  const times = async (args: string) => (await figuresOf(`serial-or-parallel ${args}`)).timeToRunningMs;

  test('parallel pulls of 1.6 share everything, and the median pod runs later; with 2.4 it does not', async () => {
    for (const [runtime, least, most] of [
      ['containerd://1.6', 1.3, 2.5],
      ['containerd://2.4', 0.6, 1.1],
    ] as const) {
      const serial = await times(`--runtime ${runtime}`);
      const all = await times(`--runtime ${runtime} ${parallel}`);
      expect(all.p50 / serial.p50).toBeGreaterThan(least);
      expect(all.p50 / serial.p50).toBeLessThan(most);
      expect(all.max).toBeLessThan(serial.max);
      const three = await times(`--runtime ${runtime} ${parallel} --set maxParallelImagePulls=3`);
      expect(three.p50).toBeLessThan(1.05 * serial.p50);
      expect(three.max).toBeLessThan(1.1 * all.max);
    }
  });

  test('the pulls of 1.6 end close together, those of 2.4 one after another', async () => {
    const spread = async (runtime: string) => {
      const took = Object.values(
        pullTimes(await traceOf(`serial-or-parallel --runtime ${runtime} ${parallel}`)),
      );
      expect(took).toHaveLength(11);
      return Math.min(...took) / Math.max(...took);
    };
    expect(await spread('containerd://1.6')).toBeGreaterThan(1.5 * (await spread('containerd://2.4')));
  });
});

describe('small-behind-large', () => {
  test('83 ms with 1.6 and 1,335 ms with 2.4, within a tenth', async () => {
    const records = await traceOf('small-behind-large');
    const calls = ofType(records, 'runtime').filter(({ op }) => op === 'PullImage');
    const answers = ofType(records, 'runtime-return').filter(({ op }) => op === 'PullImage');
    const took = (pod: string) => {
      const at = (entries: readonly { readonly actor: string; readonly at: number }[]) =>
        entries.find(({ actor }) => actor.includes(`/${pod}/`))?.at ?? Number.NaN;
      return at(answers) - at(calls);
    };
    expect(Math.abs(took('small-1-6') / 83 - 1)).toBeLessThan(0.1);
    expect(Math.abs(took('small-2-4') / 1_335 - 1)).toBeLessThan(0.1);
  });

  test('the wait is one for a download, and names the large image', async () => {
    const records = await traceOf('small-behind-large');
    const row = runRows(records).rows.findIndex(({ container }) => container.pod.name === 'small-2-4');
    const bars = runRows(records).rows[row]?.container.phases ?? [];
    const why = new WhyIndex(records);
    const sentences = bars.map((_, bar) => why.sentence(row, bar));
    expect(sentences.join(' ')).toMatch(
      /Waited 1\.\d s for one of the runtime's download slots, the last of them held by default\/large-2-4\/large pulling \S+large:1 \(40 MB\)/,
    );
    expect(await outputOf('run examples/small-behind-large')).toMatch(/small-2-4 +·+@?:{20,}/);
  });
});

describe('stalled-registry', () => {
  test('1.6 never gives up, 2.4 after 300 to 320 s, with a timeout of 30 s after 30 to 50; a stall in the first MiB hangs for ever', async () => {
    const records = await traceOf('stalled-registry');
    const stalled = (pod: string) =>
      ofType(records, 'fetch').find(({ actor, state }) => actor.includes(`/${pod}/`) && state === 'stalled')
        ?.at ?? Number.NaN;
    const failed = (pod: string) =>
      ofType(records, 'pull').filter((record) => record.pod.name === pod && record.state === 'failed');
    const patience = (pod: string) => ((failed(pod)[0]?.at ?? Number.NaN) - stalled(pod)) / 1_000;
    expect(failed('no-timeout')).toEqual([]);
    expect(failed('first-mebibyte')).toEqual([]);
    expect(patience('five-minutes')).toBeGreaterThanOrEqual(300);
    expect(patience('five-minutes')).toBeLessThanOrEqual(320);
    expect(patience('thirty-seconds')).toBeGreaterThanOrEqual(30);
    expect(patience('thirty-seconds')).toBeLessThanOrEqual(50);
    expect(failed('five-minutes').map(({ error }) => error)).toEqual([
      'rpc error: code = Canceled desc = failed to pull and unpack image "registry.example.com/bi/reports:3": context canceled',
    ]);
    expect(Object.keys(pullTimes(records)).sort()).toEqual(['five-minutes', 'thirty-seconds']);
  });

  test('what hangs is shown as stalled, and the local path does not hang', async () => {
    expect(await outputOf('run examples/stalled-registry')).toMatch(/no-timeout +[·@]*_{30,}/);
    const local = '--runtime containerd://2.4 --runtime-config use_local_image_pull=true';
    const { pods } = await figuresOf(`stalled-registry ${local}`);
    expect(pods.notRunning).toBe(0);
  });
});

describe('pull-limit-storm', () => {
  test('a hundred pods run, twenty ask five times at each attempt, and nothing that is tried again helps', async () => {
    const records = await traceOf('pull-limit-storm');
    const ran = Object.keys(pullTimes(records));
    const failed = ofType(records, 'pull').filter(({ state }) => state === 'failed');
    expect([ran.length, new Set(failed.map(({ pod }) => pod.name)).size]).toEqual([100, 20]);
    expect(failed.length).toBe(60);
    expect(failed.every(({ error }) => error?.includes('toomanyrequests: You have reached your'))).toBe(true);
    const manifests = ofType(records, 'request').filter(
      ({ kind, state }) => kind === 'manifest' && state === 'answered',
    );
    const refused = new Set(manifests.filter(({ status }) => status === 429).map(({ actor }) => actor));
    // The first of the five is told to come back with a token.
    expect(manifests.filter(({ actor }) => refused.has(actor)).length).toBe(5 * failed.length);
  });

  test('a cache in front lets all of them run', async () => {
    const cached = await figuresOf(
      'pull-limit-storm --for 40s --runtime-config hosts.docker.io=https://mirror.example.com',
    );
    expect(cached.pods).toMatchObject({ running: 120, notRunning: 0 });
  });
});

describe('once-fetched-fourteen-answers', () => {
  test('fourteen calls, one download, and all answers within 20 ms of each other', async () => {
    const records = await traceOf('once-fetched-fourteen-answers');
    const answers = ofType(records, 'runtime-return').filter(({ op }) => op === 'PullImage');
    expect(answers).toHaveLength(14);
    const at = answers.map((record) => record.at);
    expect(Math.max(...at) - Math.min(...at)).toBeLessThan(20);
    const sent = ofType(records, 'request').filter(({ state }) => state === 'sent');
    expect(sent.filter(({ kind }) => kind === 'tag')).toHaveLength(14);
    expect(sent.filter(({ kind }) => kind !== 'tag')).toHaveLength(8);
    const serial = await figuresOf('once-fetched-fourteen-answers --set serializeImagePulls=true');
    expect(serial.pulls).toMatchObject({ calls: 14, duplicates: 13 });
    expect(serial.timeToRunningMs.max).toBeLessThan(1.3 * (at[0] ?? 0));
  });

  test('thirteen of them are drawn as waiting for another pull', async () => {
    expect((await outputOf('run examples/once-fetched-fourteen-answers')).match(/={20,}/g)).toHaveLength(13);
  });
});

describe('rebuilt-base-layer', () => {
  test('a new top layer costs 5 MB, a new base 30 MB and unpacking everything, a rebuild all of it', async () => {
    const records = await traceOf('rebuilt-base-layer');
    const layers = (pod: string, type: 'fetch' | 'unpack', state: string) =>
      ofType(records, type).filter((record) => record.actor.includes(`/${pod}/`) && record.state === state);
    const of = (pod: string) => [
      layers(pod, 'fetch', 'fetched').reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
      layers(pod, 'unpack', 'finished').length,
    ];
    expect({ top: of('top'), base: of('base'), rebuilt: of('rebuilt') }).toEqual({
      top: [5, 1],
      base: [30, 4],
      rebuilt: [185, 4],
    });
    const took = pullTimes(records);
    expect(took.base).toBeGreaterThan(5 * (took.top ?? 0));
    expect(took.rebuilt).toBeGreaterThan(1.5 * (took.base ?? 0));
  });
});

describe('slow-disk-fast-link', () => {
  test('the pull is unpacking, which several unpacks speed up as far as processors go, and copies of trees slow down', async () => {
    const records = await traceOf('slow-disk-fast-link');
    const { default: plain = 0, 'four-at-once': four = 0, native = 0, old = 0 } = pullTimes(records);
    const downloaded = ofType(records, 'fetch').filter(
      ({ actor, state }) => actor.includes('/default/default/') && state === 'fetched',
    );
    const called =
      ofType(records, 'pull').find(({ pod, state }) => pod.name === 'default' && state === 'pulling')?.at ??
      0;
    expect(Math.max(...downloaded.map(({ at }) => at)) - called).toBeLessThan(0.2 * plain);
    expect(four).toBeLessThan(0.8 * plain);
    expect(native).toBeGreaterThan(1.5 * plain);
    expect(old).toBeGreaterThan(1.2 * plain);
  });
});
