import { describe, expect, test } from 'vitest';
import type { Question } from '../../../../src/answers/what-if/questions/question.ts';
import { createRunClient } from '../../../../src/interfaces/page/worker/create-run-client.ts';
import { RefusedInput } from '../../../../src/interfaces/page/worker/run-client.ts';
import { RunWorker } from '../../../../src/interfaces/page/worker/run-worker.ts';
import type {
  QuestionProgress,
  RunOrigin,
  ToldAnswer,
  WorkerAnswer,
} from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { podYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { endOf, Scripted } from './scripted-worker.ts';

const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
const request: RunOrigin = {
  kind: 'simulate',
  sources: [{ name: 'in.yaml', text: stream(pod('one'), pod('two')) }],
  settings: { seed: 4 },
};
const compare: Question = { command: 'compare', variants: { b: 'serializeImagePulls=false' }, seeds: 6 };

/** A worker whose clock moves on by so much at each look, so that it pauses and tells. */
function workerHere(msPerLook: number, atTurn: (worker: RunWorker, turn: number) => void = () => undefined) {
  const answers: WorkerAnswer[] = [];
  let nowMs = 0;
  let turns = 0;
  const worker: RunWorker = new RunWorker({
    tell: (answer) => answers.push(structuredClone(answer)),
    nowMs: () => {
      nowMs += msPerLook;
      return nowMs;
    },
    turn: async () => atTurn(worker, ++turns),
  });
  const ask = async (question: Question, of: RunOrigin = request) => {
    await worker.receive({ type: 'QUESTION.ASKED', id: 3, asked: { question, request: of } });
    return answers.find((answer) => answer.id === 3 && answer.type !== 'QUESTION.PROGRESSED');
  };
  return { ask, answers };
}

describe('a question in its worker', () => {
  test('tells how far it is, and then the answer as data that can be handed over', async () => {
    const { ask, answers } = workerHere(200);
    const told = await ask(compare);
    const progress = answers.flatMap((answer) =>
      answer.type === 'QUESTION.PROGRESSED' ? [answer.progress] : [],
    );
    expect(progress.length).toBeGreaterThan(5);
    expect(progress[0]).toEqual({ told: '1 of 12 runs' });
    expect(progress.at(-1)?.left).toMatch(/^about \d+ s$/);
    if (told?.type !== 'ANSWERED') throw new Error(JSON.stringify(told));
    const answer = told.answer as ToldAnswer;
    expect(answer.command).toBe('windlass compare in.yaml --seed 4 --b serializeImagePulls=false --seeds 6');
    expect(answer.charts.map(({ plot }) => plot.name)).toEqual(['svg']);
    expect(answer.tables.map(({ rows }) => rows.length > 0)).toContain(true);
    expect(answer.interrupted).toBeUndefined();
    expect(answer.html).toMatch(/^<!doctype html>/);
  });

  test.each<Question>([
    { command: 'compare', variants: { b: 'maxPods=50' }, seeds: 2 },
    { command: 'worst', figure: 'all running after', budget: 8, seeds: 60, faults: [] },
    { command: 'upgrade', from: '1.36', to: '1.37', seeds: 2 },
  ])('%j changes nothing here: there is no empty table, and no list of nothing', async (question) => {
    const told = await workerHere(0).ask(question);
    if (told?.type !== 'ANSWERED') throw new Error(JSON.stringify(told));
    const { tables, sentences } = told.answer as ToldAnswer;
    expect(tables.length).toBeGreaterThan(0);
    for (const { caption, rows } of tables) expect([caption, rows.length]).not.toEqual([caption, 0]);
    if (question.command === 'upgrade') expect(sentences).toContain('No default changes.');
  });

  test('that is stopped tells what is known by then, and says so', async () => {
    const stop = (worker: RunWorker, turn: number) => {
      if (turn === 6) void worker.receive({ type: 'QUESTION.STOPPED', id: 4 });
    };
    const told = await workerHere(60, stop).ask({ ...compare, seeds: 50 });
    if (told?.type !== 'ANSWERED') throw new Error(JSON.stringify(told));
    const { interrupted = '', conditions, json } = told.answer as ToldAnswer;
    const [, seeds = ''] = /^(\d+) of 50 seeds$/.exec(interrupted) ?? [];
    expect(Number(seeds)).toBeGreaterThan(0);
    expect(Number(seeds)).toBeLessThan(50);
    expect(conditions.join()).toContain(`${seeds} seed`);
    expect(JSON.parse(json)).toMatchObject({ interrupted: true });
  });

  test('that is stopped at once says that nothing is known', async () => {
    const told = await workerHere(
      60,
      (worker) => void worker.receive({ type: 'QUESTION.STOPPED', id: 4 }),
    ).ask(compare);
    expect(told).toEqual({
      type: 'RUN.REFUSED',
      id: 3,
      errors: ['interrupted before the first seed was run under all variants'],
    });
  });

  test.each<[string, Question, RegExp]>([
    [
      'an unknown field',
      { ...compare, variants: { b: 'maxParallelPulls=5' } },
      /did you mean maxParallelImagePulls\?/,
    ],
    ['a file', { ...compare, variants: { b: 'other.yaml' } }, /the page has no file other\.yaml/],
    [
      'two fields alike',
      { command: 'sweep', vary: ['link=1Gbit/s', 'link=2Gbit/s'], figures: [], seeds: 1 },
      /--vary link is there twice/,
    ],
    ['a figure', { command: 'sweep', vary: ['link=1Gbit/s'], figures: ['speed'], seeds: 1 }, /^--figure: /],
    [
      'a target',
      { command: 'recommend', targets: ['fast'], vary: ['link=1Gbit/s'], seeds: 1 },
      /cannot be read: expected a figure/,
    ],
    [
      'a pod',
      { command: 'explain', about: 'container', pod: 'thre' },
      /no pod or container of this run has this name/,
    ],
    [
      'a time',
      { command: 'explain', about: 'fix', fixedAt: 'soon', broken: [] },
      /expected a duration such as 5m/,
    ],
    [
      'nothing that ends',
      { command: 'explain', about: 'fix', fixedAt: '5m', broken: [] },
      /no fault of the input lasts until 5 m/,
    ],
    ['one release', { command: 'upgrade', from: '1.36', to: '1.36', seeds: 1 }, /nothing can differ/],
  ])('is refused in the words of the command: %s', async (_, question, words) => {
    const told = await workerHere(0).ask(question);
    expect(told).toMatchObject({ type: 'RUN.REFUSED' });
    expect(told?.type === 'RUN.REFUSED' ? told.errors.join('\n') : '').toMatch(words);
  });

  test('explains a stored trace, and refuses what needs runs', async () => {
    const trace = (await runInProcess(['run', '-', '-o', 'trace'], { stdin: stream(pod('one')) })).stdout;
    const stored: RunOrigin = { kind: 'show', name: 'run.ndjson', trace };
    const told = await workerHere(0).ask({ command: 'explain', about: 'container' }, stored);
    expect(told).toMatchObject({ type: 'ANSWERED', answer: { command: 'windlass explain run.ndjson' } });
    expect(await workerHere(0).ask(compare, stored)).toMatchObject({
      errors: [
        'run.ndjson is a stored trace, which does not say what it was made of: windlass compare needs the manifests',
      ],
    });
  });
});

describe('the page asks', () => {
  const clientHere = () => {
    const workers: Scripted[] = [];
    const client = createRunClient(() => {
      const worker = new Scripted();
      workers.push(worker);
      return worker as unknown as Worker;
    });
    const stop = new AbortController();
    const unwanted = new AbortController();
    const told: QuestionProgress[] = [];
    const ask = () =>
      client.ask(
        { question: compare, request },
        { onProgress: (progress) => told.push(progress), stop: stop.signal, signal: unwanted.signal },
      );
    return { workers, ask, stop, unwanted, told };
  };

  test('a worker of the question’s own, which is kept for the next question', async () => {
    const { workers, ask, told } = clientHere();
    const [one, other] = [ask(), ask()];
    expect(workers.map(({ asked }) => asked.map(({ type }) => type))).toEqual([
      ['QUESTION.ASKED'],
      ['QUESTION.ASKED'],
    ]);
    workers[0]?.answer({ type: 'QUESTION.PROGRESSED', id: 1, progress: { told: '1 of 2 runs' } });
    workers[0]?.answer({ type: 'ANSWERED', id: 1, answer: 'an answer' });
    expect([await endOf(one), await endOf(other)]).toEqual(['an answer', 'waits']);
    expect(told).toEqual([{ told: '1 of 2 runs' }]);
    void ask();
    expect(workers.map(({ asked }) => asked.map(({ type }) => type))).toEqual([
      ['QUESTION.ASKED', 'RUN.FORGOTTEN', 'QUESTION.ASKED'],
      ['QUESTION.ASKED'],
    ]);
    expect(workers.map(({ terminated }) => terminated)).toEqual([0, 0]);
  });

  test('for what is known so far, and lets go of what is not wanted', async () => {
    const { workers, ask, stop, unwanted } = clientHere();
    const answer = ask();
    stop.abort();
    expect(workers[0]?.asked.map(({ type }) => type)).toEqual(['QUESTION.ASKED', 'QUESTION.STOPPED']);
    expect(await endOf(answer)).toBe('waits');
    unwanted.abort();
    expect(await endOf(answer)).toEqual({ error: new Error('the answer is not wanted any more') });
    expect(workers[0]?.terminated).toBe(1);
  });

  test('and hears why a question has no answer', async () => {
    const { workers, ask } = clientHere();
    const answer = ask();
    workers[0]?.answer({ type: 'RUN.REFUSED', id: 1, errors: ['no pods'] });
    expect(await endOf(answer)).toEqual({ error: new RefusedInput(['no pods']) });
    expect(workers[0]?.terminated).toBe(0);
  });
});
