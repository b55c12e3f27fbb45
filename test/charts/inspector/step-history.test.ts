import { describe, expect, it } from 'vitest';
import { StepHistory, type StepHistoryOptions } from '../../../src/charts/inspector/step-history.ts';
import { memoizeByText } from '../../../src/rules/values/memoize.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { sampleWithSteps, stepsOf } from './run-with-steps.ts';
import { sampleRun } from './sample-run.ts';

const run = sampleWithSteps();

function recorded(options: StepHistoryOptions): StepHistory {
  const history = new StepHistory(options);
  simulate(inputOf(sampleRun), { inspect: history.inspect, keepRecords: false });
  return history;
}

/** Of a node alone. */
const ofNode = memoizeByText((node) => recorded({ node }));

const contents = (history: StepHistory) =>
  history.actors().map((entry) => [entry, history.steps(entry.actor)]);

describe('the history of a node', () => {
  const history = ofNode('node-2');

  it('has the steps that a trace has of its actors, of the network and of the registries, made plain long after', () => {
    const isShown = (actor: string) => /^(node-2(\/|$)|(network|registry\/.*)@node-2$)/.test(actor);
    const started = run.steps.flatMap((step) =>
      step.type === 'actorStarted' && isShown(step.actor) ? [step] : [],
    );
    expect(history.actors().map(({ actor }) => actor)).toEqual(started.map(({ actor }) => actor));
    expect(started.length).toBeGreaterThan(20);
    for (const step of started)
      expect(history.steps(step.actor)).toMatchObject({
        started: step,
        steps: stepsOf(run, step.actor),
        isCut: false,
      });
  });

  it('says what each actor sent, which is what the others took from it, and who they are', () => {
    const all = history.actors();
    const got = all.flatMap(({ actor: to, parent }) => {
      const { started, steps } = history.steps(to) ?? { started: undefined, steps: [] };
      return [
        ...(started === undefined || parent === undefined ? [] : [`${parent} made ${to} in ${started.step}`]),
        ...steps.flatMap(({ source, step, event, taken }) =>
          source === undefined || source === to || taken.some((id) => / always(\[\d+\])? → /.test(id))
            ? []
            : [`${source} sent ${event.type} to ${to} in ${step}`],
        ),
      ];
    });
    const sent = all.flatMap(({ actor }) =>
      (history.steps(actor)?.sent ?? []).map(({ to, event, step }) =>
        event === 'xstate.init'
          ? `${actor} made ${to} in ${step}`
          : `${actor} sent ${event} to ${to} in ${step}`,
      ),
    );
    expect(sent.length).toBeGreaterThan(500);
    expect([...sent].sort()).toEqual(got.sort());
    for (const { actor } of all) {
      const { sent: own, steps, partners } = history.steps(actor) ?? { sent: [], steps: [], partners: [] };
      const named = new Set(partners.map((partner) => partner.actor));
      expect(own.filter(({ to }) => !named.has(to))).toEqual([]);
      expect(steps.filter(({ source = actor }) => source !== actor && !named.has(source))).toEqual([]);
    }
  });

  it('is the same from a stored trace', () => {
    for (const node of ['node-1', 'node-2']) {
      const stored = StepHistory.ofRecords(run.steps, { node });
      expect(contents(stored)).toEqual(contents(ofNode(node)));
    }
  });

  it('has the other nodes too where it is asked to, as long as there is room', () => {
    const all = recorded({ node: 'node-2', keepsOthers: true });
    for (const node of ['node-1', 'node-2']) {
      expect(all.keeps(node)).toBe(true);
      const alone = ofNode(node);
      expect(all.actors(node)).toEqual(alone.actors());
      for (const { actor } of all.actors(node)) expect(all.steps(actor)).toEqual(alone.steps(actor));
    }
    expect([all.keeps('node-3'), history.keeps('node-1')]).toEqual([false, false]);
    const stepsMax = all.actors().reduce((sum, { steps }) => sum + steps, 0) + 1;
    for (const tight of [
      recorded({ node: 'node-2', keepsOthers: true, stepsMax }),
      StepHistory.ofRecords(run.steps, { node: 'node-2', keepsOthers: true, stepsMax }),
    ]) {
      expect(tight.keeps('node-1')).toBe(false);
      expect(tight.actors('node-1').filter(({ actor }) => actor.startsWith('node-'))).toEqual([]);
      expect(contents(tight)).toEqual(contents(history));
    }
  });

  it('lists each actor with its kind, its time and its number of steps, parents first', () => {
    const ended = ofNode('node-1').actors();
    expect(ended.find(({ actor }) => actor === 'node-1/kubelet')).toEqual({
      actor: 'node-1/kubelet',
      name: 'node-1/kubelet',
      machine: 'kubelet',
      parent: 'node-1',
      nodes: ['node-1'],
      fromMs: 0,
      toMs: 5000,
      steps: stepsOf(run, 'node-1/kubelet').length,
    });
    expect(ended.find(({ actor }) => actor === 'node-1/kubelet#2')).not.toHaveProperty('toMs');
    const seen = new Set<string>();
    for (const { actor, parent } of ended) {
      if (parent !== undefined) expect(seen).toContain(parent);
      seen.add(actor);
    }
  });

  it('has nothing of other nodes, and nothing of an actor that never was', () => {
    expect(history.steps('node-1')).toBeUndefined();
    expect(history.steps('node-2/nobody')).toBeUndefined();
  });
});

it('a history that has as many steps as it may keep is cut there, and says whose', () => {
  const cut = recorded({ node: 'node-1', stepsMax: 100 });
  const whole = recorded({ node: 'node-1' });
  expect(cut.actors().reduce((sum, { steps }) => sum + steps, 0)).toBe(100);
  expect(cut.actors()).toHaveLength(whole.actors().length);
  const differing = cut
    .actors()
    .filter(({ actor, steps }) => steps < (whole.steps(actor)?.steps.length ?? 0));
  expect(differing.length).toBeGreaterThan(10);
  for (const { actor } of cut.actors()) {
    const isCut = differing.some((entry) => entry.actor === actor);
    expect(cut.steps(actor)?.isCut).toBe(isCut);
    expect(whole.steps(actor)?.steps.slice(0, cut.steps(actor)?.steps.length)).toEqual(
      cut.steps(actor)?.steps,
    );
  }
});
