import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseExample, readExamples, splitWords } from '../../src/interfaces/cli/files/examples.ts';
import { snippetsOf } from '../docs/snippets.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';

const examples = await readExamples();
const all = examples.map(({ name }) => name);

/** Whether the README of an example has below a command what it prints, which test/docs compares. */
function printsIn(name: string): boolean {
  return snippetsOf(root, `examples/${name}/README.md`).some(({ output }) => output !== undefined);
}

test('each example asks a question, explains, has commands, and shows its effect: below one of them, or in a test here', () => {
  expect(all.length).toBeGreaterThan(20);
  const tests = ['examples', 'runtime-examples']
    .map((file) => readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8'))
    .join('');
  const isTested = (name: string) =>
    tests.includes(`test('${name}: `) || tests.includes(`describe('${name}'`);
  expect(all.filter((name) => !isTested(name) && !printsIn(name))).toEqual([]);
  for (const { title, question, paragraphs, commands } of examples) {
    expect(title).not.toBe('');
    expect(question).toMatch(/\?$/);
    expect(paragraphs.length).toBeGreaterThan(0);
    expect(commands.length).toBeGreaterThan(0);
  }
});

test('a README is read into a title, a question, plain paragraphs, and the commands of its sh blocks', () => {
  const readme =
    '# A `title`\n\n> A `question`?\n\nSome **bold**\ntext, a [link](there).\n\n<!-- run -->\n```sh\nnpx windlass run a.yaml\nwindlass bugs\n```\n\n```text\nout\n```\n\nMore.\n';
  expect(parseExample('a', readme)).toEqual({
    name: 'a',
    title: 'A title',
    question: 'A question?',
    paragraphs: ['Some bold text, a link.', 'More.'],
    commands: ['run a.yaml', 'bugs'],
  });
});

describe('windlass example', () => {
  test('lists all, one a line, in 80 columns too', async () => {
    const { code, stdout } = await runInProcess(['example'], { columns: 80, isTTY: true });
    expect(code).toBe(0);
    for (const name of all) expect(stdout).toMatch(new RegExp(`^${name} +\\S`, 'm'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('explains one and runs its commands, which are shown as they can be typed from here', async () => {
    const { code, stdout } = await runInProcess(['example', 'always-waits-in-line'], {
      cwd: join(root, 'docs'),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^imagePullPolicy: Always waits in line/);
    expect(stdout).toContain('\n$ windlass run ../examples/always-waits-in-line\n');
    expect(stdout).toContain('api-if-not-present');
  });

  test('a name that is none is refused, with the one that was meant', async () => {
    const { code, stderr } = await runInProcess(['example', 'head-of-line-bloking']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean head-of-line-blocking?');
  });
});

interface Summary {
  readonly endMs: number;
  readonly pods: { readonly running: number; readonly notRunning: number };
  readonly timeToRunningMs: { readonly p50: number; readonly max: number };
  readonly bytes: { readonly downloadedBytes: number };
  readonly pulls: { readonly calls: number; readonly failed: number; readonly duplicates: number };
  readonly failures: readonly { readonly reason: string; readonly error: string; readonly count: number }[];
  readonly coldStart: Readonly<Record<'tookMs' | 'nodeMs' | 'daemonsMs' | 'pullMs', number>>;
  readonly startup: {
    readonly sliMs: { readonly p50: number };
    readonly meanPartsMs: Readonly<Record<string, number>>;
  };
  readonly knownBugs: readonly { readonly id: string }[];
  readonly nodes: Readonly<
    Record<'imagesRemoved' | 'freedBytes' | 'believedBytes' | 'notReady' | 'diskPressure', number>
  >;
}

/** The summary of `windlass run` with these arguments, of which the first is below examples/. */
async function summaryOf(args: string): Promise<Summary> {
  return JSON.parse(await outputOf(`run examples/${args} -o json`)) as Summary;
}

async function outputOf(command: string): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(splitWords(command));
  expect(code, stderr).toBe(0);
  return stdout;
}

const parallel = (slots: number) => `--set serializeImagePulls=false --set maxParallelImagePulls=${slots}`;

describe('the effect that each example is about', () => {
  test('head-of-line-blocking: the small pods wait for the large image, and no longer with two slots', async () => {
    const serial = await summaryOf('head-of-line-blocking');
    const two = await summaryOf(`head-of-line-blocking ${parallel(2)}`);
    expect(serial.timeToRunningMs.p50).toBeGreaterThan(150_000);
    expect(two.timeToRunningMs.p50).toBeLessThan(serial.timeToRunningMs.p50 / 3);
  });

  test('always-waits-in-line: of two pods with the same present image the one with Always waits for the database', async () => {
    const pods = await outputOf('run examples/always-waits-in-line -o pods --at 20s');
    expect(pods).toMatch(/api-always +0\/1 +ContainerCreating/);
    expect(pods).toMatch(/api-if-not-present +1\/1 +Running/);
  });

  test('new-node: images of daemons in the node image shorten the way to NodeReady, large ones of applications what comes after', async () => {
    const plain = await summaryOf('new-node');
    const daemons = await summaryOf("new-node --present-images 'registry.example/daemons/*'");
    const large = await summaryOf(
      'new-node --present-images */ml/ranking:1 --present-images */shop/search:1 --present-images */shop/cart:1',
    );
    expect(plain.coldStart.nodeMs).toBeGreaterThan(30_000);
    expect(daemons.coldStart.daemonsMs).toBeLessThan(plain.coldStart.daemonsMs / 1.5);
    expect(Math.abs(large.coldStart.daemonsMs - plain.coldStart.daemonsMs)).toBeLessThan(100);
    expect(large.timeToRunningMs.max).toBeLessThan(plain.timeToRunningMs.max / 2);
  });

  test('pool-behind-one-nat: twenty times as many nodes at once divide what the NAT carries', async () => {
    const one = await summaryOf("pool-behind-one-nat --join '38 at 1m'");
    const two = await summaryOf("pool-behind-one-nat --join '19 at 1m, 19 at 3m'");
    expect([one, two].map(({ pods }) => pods.notRunning)).toEqual([0, 0]);
    const sinceReady = ({ timeToRunningMs, coldStart }: Summary) =>
      timeToRunningMs.max - coldStart.nodeMs - coldStart.daemonsMs;
    expect(sinceReady(one)).toBeGreaterThan(1.4 * sinceReady(two));
  });

  test('pull-qps-exceeded: only parallel pulls with the default burst meet the limit', async () => {
    expect((await summaryOf('pull-qps-exceeded')).failures).toEqual([]);
    const refused = await summaryOf('pull-qps-exceeded --set serializeImagePulls=false');
    expect(refused.failures.map(({ error }) => error)).toEqual(['pull QPS exceeded']);
    expect(30 - (refused.failures[0]?.count ?? 0)).toBeOneOf([12, 13]);
    expect(
      (await summaryOf('pull-qps-exceeded --set serializeImagePulls=false --set registryBurst=30')).failures,
    ).toEqual([]);
  });

  test('how-many-parallel-pulls: the first step helps most, and the last pod hardly gains', async () => {
    const one = await summaryOf('how-many-parallel-pulls');
    const two = await summaryOf(`how-many-parallel-pulls ${parallel(2)}`);
    const five = await summaryOf(`how-many-parallel-pulls ${parallel(5)}`);
    expect(one.timeToRunningMs.p50 - two.timeToRunningMs.p50).toBeGreaterThan(
      10 * (two.timeToRunningMs.p50 - five.timeToRunningMs.p50),
    );
    expect(five.timeToRunningMs.max).toBeGreaterThan(0.85 * one.timeToRunningMs.max);
  });

  test('same-image-many-pods: fourteen calls for one download, and the bystander behind them', async () => {
    const serial = await summaryOf('same-image-many-pods');
    expect(serial.pulls).toMatchObject({ calls: 15, duplicates: 13 });
    expect(serial.bytes.downloadedBytes).toBeLessThan(100_000_000);
    const waits = await outputOf('run examples/same-image-many-pods -o pods --at 10s');
    expect(waits).toMatch(/bystander +0\/1 +ContainerCreating/);
  });

  test('after-the-fix: waiting takes minutes after the repair, deleting the pods or restarting the kubelet seconds', async () => {
    const [waited = 0, deleted = 0, restarted = 0] = await Promise.all(
      ['wait', 'delete', 'restart'].map(async (how) => {
        return (await summaryOf(`after-the-fix/pods.yaml examples/after-the-fix/${how}.yaml`)).endMs / 1_000;
      }),
    );
    expect(waited - 7 * 60).toBeGreaterThan(180);
    expect(deleted - 7.5 * 60).toBeLessThan(10);
    expect(restarted - 7.5 * 60).toBeLessThan(10);
  });

  // The whole day of an older kubelet: test/published/back-off-cadence. Events live for an hour, so that the
  // second half of this is like it.
  test('events-that-hide: a line like that of kubernetes#119891, and hundreds of events that are not shown', async () => {
    const shown = await outputOf('run examples/events-that-hide -o describe --for 2h30m');
    const [, times = '0'] = /BackOff +\S+ \(x(\d+) over (?:2h\d*m?|1[45]\dm)\)/.exec(shown) ?? [];
    expect(Number(times)).toBeGreaterThan((5_700 / 22) * 2.4);
    const [above = '', below = ''] = shown.split('what kubectl describe does not show');
    expect(above).not.toContain('Failed to pull image');
    expect(below).toContain('Failed to pull image');
  });

  test('registry-rate-limit: forty pods are refused together, several times', async () => {
    const { pulls, failures, timeToRunningMs } = await summaryOf('registry-rate-limit');
    expect(pulls.failed).toBeGreaterThan(100);
    expect(failures.every(({ error }) => error.includes('429 Too Many Requests'))).toBe(true);
    expect(timeToRunningMs.max).toBeGreaterThan(300_000);
  });

  test('gc-deletes-a-pre-pulled-image: 2 GB come twice, and once without a maximum age', async () => {
    const aged = await summaryOf('gc-deletes-a-pre-pulled-image');
    const kept = await summaryOf('gc-deletes-a-pre-pulled-image --set imageMaximumGCAge=0s');
    expect(aged.nodes.imagesRemoved).toBe(1);
    expect(aged.bytes.downloadedBytes).toBe(2 * kept.bytes.downloadedBytes);
    expect(aged.knownBugs.map(({ id }) => id)).toContain('age-gc-deletes-unused-at-once');
    expect(kept.nodes.imagesRemoved).toBe(0);
  });

  test('gc-thrash: the same image is deleted and pulled three times, and GC believes a third of what it frees', async () => {
    const { nodes, pulls } = await summaryOf('gc-thrash');
    expect(nodes).toMatchObject({ imagesRemoved: 3, diskPressure: 3 });
    expect(nodes.freedBytes).toBeGreaterThan(3 * nodes.believedBytes);
    expect(pulls.calls).toBe(4);
  });

  test('who-may-use-the-image: the guests run on 1.31 and without the check, and not on 1.36', async () => {
    expect((await summaryOf('who-may-use-the-image')).pods).toMatchObject({ running: 1, notRunning: 2 });
    expect((await summaryOf('who-may-use-the-image --kubelet-version 1.31')).pods.running).toBe(3);
    expect(
      (await summaryOf('who-may-use-the-image --set imagePullCredentialsVerificationPolicy=NeverVerify')).pods
        .running,
    ).toBe(3);
    expect(await outputOf('run examples/who-may-use-the-image -o trace')).not.toContain(
      'not-a-real-password',
    );
  });

  test('startup-time: the SLI is negative, and back-off the largest part', async () => {
    const { startup } = await summaryOf('startup-time');
    expect(startup.sliMs.p50).toBeLessThan(0);
    expect(Math.max(...Object.values(startup.meanPartsMs))).toBe(startup.meanPartsMs.backOff);
  });

  test('stuck-pull: with 1.6 the other pod has its first event still after ten minutes, 2.4 gives up after five', async () => {
    const events = await outputOf('run examples/stuck-pull -o events --at 10m --runtime containerd://1.6');
    expect(events).toMatch(/^9m50s +Normal +Pulling +pod\/web/m);
    expect(events).not.toContain('Pulled');
    const later = await outputOf('run examples/stuck-pull -o events --at 10m');
    expect(later).toMatch(/^4m50s +Warning +Failed +pod\/reports .*context canceled$/m);
    expect(later).toMatch(/^4m4\ds +Normal +Pulled +pod\/web .*\(5m[01]\.\d+s including waiting\)/m);
    for (const [runtime, ready] of [
      ['containerd://1.6', 1],
      ['containerd://2.4', 0],
    ]) {
      const pods = await outputOf(
        `run examples/stuck-pull -o pods --at 4m --set serializeImagePulls=false --runtime ${runtime}`,
      );
      expect(pods).toMatch(new RegExp(`^web +${ready}/1`, 'm'));
    }
  });

  test('pleg-not-healthy: the node is NotReady, and pods that arrive wait', async () => {
    expect((await summaryOf('pleg-not-healthy')).nodes.notReady).toBe(1);
    expect(await outputOf('run examples/pleg-not-healthy -o describe --node node-1 --at 4m10s')).toContain(
      'PLEG is not healthy: pleg was last seen',
    );
    expect(await outputOf('run examples/pleg-not-healthy -o events --at 4m10s')).not.toContain('pod/web');
  });

  test('surprising-settings: 1.36 meets three defects that 1.31 does not have', async () => {
    const ids = async (version: string) =>
      (await summaryOf(`surprising-settings --kubelet-version ${version}`)).knownBugs.map(({ id }) => id);
    const newer = ['striped-locks', 'image-volume-pulled-again', 'crash-loop-slows-pulls'];
    expect(await ids('1.36')).toEqual(expect.arrayContaining(newer));
    for (const id of await ids('1.31')) expect(newer).not.toContain(id);
  });
});
