import { describe, expect, test } from 'vitest';
import { RunWorker } from '../../../../src/interfaces/page/worker/run-worker.ts';
import type {
  ActorEntry,
  ActorHistory,
  RunContents,
  RunOrigin,
  WorkerAnswer,
} from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { readTrace } from '../../../../src/trace/read-trace.ts';
import { runInProcess } from '../../cli/run-in-process.ts';

const pods = ['first', 'second']
  .map(
    (name) => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  containers: [{ name: app, image: "${name}:1" }]
`,
  )
  .join('---\n');
const simulation = (settings = {}, text = pods): Extract<RunOrigin, { kind: 'simulate' }> => ({
  kind: 'simulate',
  sources: [{ name: 'pods.yaml', text }],
  settings: { ...settings },
});

/** A worker with a clock of real time that moves on by `msPerLook` each time it is read. */
function workerWith(msPerLook = 0) {
  const answers: WorkerAnswer[] = [];
  let nowMs = 0;
  const worker = new RunWorker({
    tell: (answer) => answers.push(structuredClone(answer)),
    nowMs: () => {
      nowMs += msPerLook;
      return nowMs;
    },
  });
  const run = async (request: RunOrigin): Promise<RunContents> => {
    await worker.receive({ type: 'RUN.REQUESTED', id: 7, request });
    const answer = answers.at(-1);
    if (answer?.type !== 'RUN.FINISHED') throw new Error(JSON.stringify(answer));
    return answer.run;
  };
  const answered = async (question: Parameters<RunWorker['receive']>[0]): Promise<unknown> => {
    await worker.receive(question);
    const answer = answers.at(-1);
    if (answer?.type !== 'ANSWERED') throw new Error(JSON.stringify(answer));
    return answer.answer;
  };
  return { worker, answers, run, answered };
}

const runPods = async (...options: string[]) =>
  (await runInProcess(['run', '-', ...options], { stdin: pods })).stdout;

describe('a run in the worker', async () => {
  test('gives what the page shows of it, as data that can be handed over', async () => {
    const loaded = await workerWith().run(simulation());
    expect(loaded).toMatchObject({ run: 7, hasSteps: true, canChange: true, warnings: [] });
    expect(loaded.view.rows.map(({ pod }) => pod?.name)).toEqual(['first', 'second']);
    expect(loaded.resources.nodes).toHaveLength(1);
    expect(loaded.inForce).toMatchObject({
      serializeImagePulls: true,
      seed: 1,
      horizonMs: 900_000,
      profile: '1.36',
      runtime: 'containerd://2.4',
    });
  });

  test('its trace is, byte for byte, that of the command line', async () => {
    const { run, answered } = workerWith();
    await run(simulation({ seed: 3, set: ['serializeImagePulls=false'], kubeletVersion: '1.31' }));
    const trace = await answered({ type: 'EXPORT.REQUESTED', id: 1, format: 'trace' });
    expect(trace).toBe(
      await runPods(
        '-o',
        'trace',
        '--seed',
        '3',
        '--set',
        'serializeImagePulls=false',
        '--kubelet-version',
        '1.31',
      ),
    );
  });

  test('with steps it is the same trace with lines between', async () => {
    const { run, answered } = workerWith();
    await run(simulation());
    const steps = String(await answered({ type: 'EXPORT.REQUESTED', id: 1, format: 'steps' }));
    const isStep = (line: string) => /"type":"actor(Started|Step|Stopped)"/.test(line);
    const lines = steps.split('\n');
    expect(lines.filter(isStep).length).toBeGreaterThan(50);
    expect(lines.filter((line) => !isStep(line)).join('\n')).toBe(
      await answered({ type: 'EXPORT.REQUESTED', id: 2, format: 'trace' }),
    );
  });

  test('a wrong manifest is refused with the place, as the command line prints it', async () => {
    const { worker, answers } = workerWith();
    await worker.receive({
      type: 'RUN.REQUESTED',
      id: 1,
      request: simulation(
        {},
        'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: nginx }\n',
      ),
    });
    expect(answers).toEqual([
      {
        type: 'RUN.REFUSED',
        id: 1,
        errors: [expect.stringMatching(/^pods\.yaml:4:\d+: /)],
        inputErrors: [expect.objectContaining({ file: 'pods.yaml', line: 4 })],
      },
    ]);
  });

  test('an input without pods is refused, as the command line does, and by a setting that leaves none', async () => {
    const { worker, answers } = workerWith();
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n';
    await worker.receive({ type: 'RUN.REQUESTED', id: 1, request: simulation({}, service) });
    const none =
      /^no pods in the input: nothing would happen\n {2}try: add .*\nignored, because these kinds pull no images: 1 Service$/;
    expect(answers).toEqual([{ type: 'RUN.REFUSED', id: 1, errors: [expect.stringMatching(none)] }]);
    const web =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: a, image: b }] } } }\n';
    await worker.receive({ type: 'RUN.REQUESTED', id: 2, request: simulation({ replicas: ['web=0'] }, web) });
    expect(answers.at(-1)).toEqual({
      type: 'RUN.REFUSED',
      id: 2,
      errors: [expect.stringMatching(/^no pods in the input/)],
    });
  });

  test('the reason of a bar is a sentence about it', async () => {
    const { run, answered } = workerWith();
    const { view } = await run(simulation());
    const bar = (view.rows[1]?.bars.length ?? 0) - 1;
    expect(await answered({ type: 'WHY.REQUESTED', id: 9, row: 1, bar })).toMatch(/^Ran for [\d.]+ m?s\.$/);
  });

  test('a wrong setting is refused; the run before is still there', async () => {
    const { worker, answers, run, answered } = workerWith();
    await run(simulation());
    await worker.receive({
      type: 'RUN.REQUESTED',
      id: 8,
      request: simulation({ set: ['serializeImagePull=true'] }),
    });
    expect(answers.at(-1)).toMatchObject({
      type: 'RUN.REFUSED',
      id: 8,
      errors: [expect.stringContaining('serializeImagePulls')],
    });
    expect(await answered({ type: 'WHY.REQUESTED', id: 9, row: 0, bar: 0 })).not.toBe('');
  });

  test('what is asked before there is a run, or of no such actor, fails in words', async () => {
    const { worker, answers, run } = workerWith();
    await worker.receive({ type: 'WHY.REQUESTED', id: 1, row: 0, bar: 0 });
    await run(simulation());
    await worker.receive({ type: 'STEPS.REQUESTED', id: 2, node: 'node-1', actor: 'node-1/nobody' });
    expect([answers[0], answers[2]]).toEqual([
      { type: 'FAILED', id: 1, message: 'there is no run yet' },
      { type: 'FAILED', id: 2, message: 'there is no actor node-1/nobody in this run' },
    ]);
  });

  test('tells how far it is, not more than ten times a second', async () => {
    const progress = async (msPerLook: number) => {
      const { answers, run } = workerWith(msPerLook);
      await run(simulation());
      return answers.filter(({ type }) => type === 'RUN.PROGRESSED');
    };
    const [slow, fast] = [await progress(100), await progress(1)];
    expect(slow.length).toBeGreaterThan(1);
    expect(slow[0]).toEqual({
      type: 'RUN.PROGRESSED',
      id: 7,
      progress: { atMs: expect.any(Number), horizonMs: 900_000, pods: 2, podsDone: expect.any(Number) },
    });
    expect(fast.length).toBe(0);
  });
});

describe('what the actors did', async () => {
  test('is had by running once more: actors of the node, and the steps of each', async () => {
    const { run, answered } = workerWith();
    await run(simulation());
    const actors = (await answered({ type: 'ACTORS.REQUESTED', id: 1, node: 'node-1' })) as ActorEntry[];
    const pull = actors.find(
      ({ machine, name }) => machine === 'imagePull' && name === 'node-1/kubelet/default/second/app',
    );
    const { started, steps, isCut } = (await answered({
      type: 'STEPS.REQUESTED',
      id: 2,
      node: 'node-1',
      actor: pull?.actor ?? '',
    })) as ActorHistory;
    expect(started).toMatchObject({ machine: 'imagePull', value: expect.anything() });
    expect([steps.length, isCut]).toEqual([pull?.steps, false]);
    expect(steps.map(({ value }) => value)).toContainEqual({ pulling: 'calling' });
  });

  test('is had without the run itself, by the same input', async () => {
    const whole = workerWith();
    await whole.run(simulation());
    const { worker, answers, answered } = workerWith();
    await worker.receive({ type: 'STEPS.OPENED', id: 1, request: simulation() });
    const question = { type: 'ACTORS.REQUESTED', id: 2, node: 'node-1' } as const;
    expect(await answered(question)).toEqual(await whole.answered(question));
    expect(answers.map(({ type }) => type)).toEqual(['ANSWERED', 'ANSWERED']);
    await worker.receive({ type: 'WHY.REQUESTED', id: 3, row: 0, bar: 0 });
    expect(answers.at(-1)).toEqual({ type: 'FAILED', id: 3, message: 'there is no run yet' });
  });

  test('of an actor that no node owns, though nobody asked for a node', async () => {
    const { run, answered } = workerWith();
    await run(simulation());
    expect(
      await answered({ type: 'STEPS.REQUESTED', id: 2, node: 'node-1', actor: 'network' }),
    ).toMatchObject({
      started: { actor: 'network' },
    });
  });
});

describe('how sure a run is', () => {
  const asked = (request: Extract<RunOrigin, { kind: 'simulate' }>) =>
    ({ type: 'SIZES.REQUESTED', id: 8, request }) as const;

  test('is told as the command line tells it', async () => {
    const { run, answered } = workerWith();
    const { view, hasSizeRanges } = await run(simulation());
    const { restsOn, imageSizes } = JSON.parse(await runPods('-o', 'json'));
    expect([hasSizeRanges, view.summary.restsOn]).toEqual([true, restsOn]);
    expect(imageSizes).toMatchObject({ images: 2, runs: 5 });
    expect(await answered(asked(simulation()))).toEqual(imageSizes);
  });

  test('is no question of sizes where all are given', async () => {
    const request = simulation({ imageSizes: ['first=1MB', 'second=2MB'] });
    const { run, answered } = workerWith();
    expect(await run(request)).toMatchObject({ hasSizeRanges: false });
    expect(await answered(asked(request))).toBeUndefined();
  });
});

describe('a stored trace', async () => {
  test('is shown as it is, and cannot be changed', async () => {
    const trace = await runPods('-o', 'trace');
    const { run, answered } = workerWith();
    const loaded = await run({ kind: 'show', name: 'run.ndjson', trace });
    expect(loaded).toMatchObject({ hasSteps: false, canChange: false });
    const { view } = await workerWith().run(simulation());
    const { restsOn: _, ...summary } = view.summary;
    expect(loaded.view).toEqual({ ...view, summary });
    expect(await answered({ type: 'EXPORT.REQUESTED', id: 1, format: 'trace' })).toBe(trace);
  });

  test('has the steps that are in it', async () => {
    const original = workerWith();
    await original.run(simulation());
    const trace = String(await original.answered({ type: 'EXPORT.REQUESTED', id: 1, format: 'steps' }));
    const { run, answered } = workerWith();
    expect(await run({ kind: 'show', name: 'run.ndjson', trace })).toMatchObject({
      hasSteps: true,
      canChange: false,
    });
    const question = { type: 'ACTORS.REQUESTED', id: 2, node: 'node-1' } as const;
    expect(await answered(question)).toEqual(await original.answered(question));
    const actor = ((await answered(question)) as ActorEntry[]).at(-1)?.actor ?? '';
    expect(await answered({ type: 'STEPS.REQUESTED', id: 3, node: 'node-1', actor })).toEqual(
      await original.answered({ type: 'STEPS.REQUESTED', id: 3, node: 'node-1', actor }),
    );
  });

  test('is had again as it was given, with and without steps, and its report names no command that would make it', async () => {
    const trace = `${(await runPods('-o', 'trace')).trimEnd()}\n`;
    const { run, answered } = workerWith();
    await run({ kind: 'show', name: 'run.ndjson', trace });
    const file = async (format: 'steps' | 'report' | 'replay') =>
      String(await answered({ type: 'EXPORT.REQUESTED', id: 1, format }));
    expect(await file('steps')).toBe(trace);
    expect(await file('report')).toContain('windlass ui run.ndjson');
    expect(JSON.parse(await file('replay'))).toMatchObject({
      epoch: expect.stringMatching(/^\d{4}-/),
      steps: [],
    });
  });

  test('that has no end is shown with a warning', async () => {
    const whole = await runPods('-o', 'trace');
    const cut = whole.split('\n').slice(0, 5).join('\n');
    expect(
      (await workerWith().run({ kind: 'show', name: 'run.ndjson', trace: `${cut}\n` })).warnings,
    ).toEqual(['run.ndjson: the trace has no end: it was cut short']);
    expect((await workerWith().run({ kind: 'show', name: 'run.ndjson', trace: whole })).warnings).toEqual([]);
  });

  test('that is no trace is refused with its line', async () => {
    const { worker, answers } = workerWith();
    await worker.receive({
      type: 'RUN.REQUESTED',
      id: 1,
      request: { kind: 'show', name: 'run.ndjson', trace: '{"id":0}\n' },
    });
    expect(answers).toEqual([
      { type: 'RUN.REFUSED', id: 1, errors: [expect.stringMatching(/^run\.ndjson:1: /)] },
    ]);
  });
});

test('the other files of a run: a table, a Perfetto trace, a report with the command and the inputs', async () => {
  const { run, answered } = workerWith();
  await run(simulation({ seed: 5 }));
  const file = async (format: 'csv' | 'perfetto' | 'report') =>
    String(await answered({ type: 'EXPORT.REQUESTED', id: 1, format }));
  expect((await file('csv')).split('\n')[1]).toContain('first');
  expect(JSON.parse(await file('perfetto'))).toHaveProperty('traceEvents');
  expect(await file('report')).toContain('windlass run pods.yaml --seed 5');
  const replay = JSON.parse(String(await answered({ type: 'EXPORT.REQUESTED', id: 2, format: 'replay' })));
  expect(replay.definitions).toHaveProperty('imagePull');
  const trace = readTrace(String(await answered({ type: 'EXPORT.REQUESTED', id: 3, format: 'steps' })));
  expect(trace.ok && trace.complete && trace.steps).toEqual(replay.steps);
});
