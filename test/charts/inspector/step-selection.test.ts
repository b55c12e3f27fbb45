import { describe, expect, test } from 'vitest';
import { actorLabel } from '../../../src/charts/inspector/actor-entry.ts';
import { ActorFilter } from '../../../src/charts/inspector/actor-filter.ts';
import { ActorSelection } from '../../../src/charts/inspector/step-selection.ts';
import type { StepRecord } from '../../../src/trace/step-record.ts';

const nodes = ['node-1'];
const pod = { namespace: 'default', name: 'web-1' };
const pull = {
  machine: 'imagePull',
  actor: 'node-1/kubelet/3b8a/pulls/app',
  name: 'node-1/kubelet/default/web-1/app',
  nodes,
  pod,
  container: 'app',
};

describe('a filter of actors', () => {
  test.each([
    ['', true],
    ['imagePull', true],
    ['imagepull', true],
    ['image', false],
    ['web-1', true],
    ['web-', false],
    ['web-*', true],
    ['*-1', true],
    ['default/web-1', true],
    ['web-10', false],
    ['kube-system/web-1', false],
    ['3b8a', true],
    ['podWorker, imagePull', true],
    ['web-1 imagePull', true],
    ['web-2 imagePull', false],
    ['web-2 imagePull, web-1 imagePull', true],
    ['web-1/*', true],
    ['*/app', true],
    ['d*t/w*1', true],
    ['w.b-1', false],
    ['(', false],
    [' , ,', true],
  ])('%j fits: %s', (patterns, fits) => {
    expect(new ActorFilter(patterns).matches(pull)).toBe(fits);
  });

  test('many stars do not take long', () => {
    const actor = { machine: 'a'.repeat(10_000), actor: 'b' };
    expect(new ActorFilter(`${'*a'.repeat(50)}*x`).matches(actor)).toBe(false);
  });
});

describe('a selection of actors', () => {
  const steps: readonly StepRecord[] = [
    started(0, 'n', 'node'),
    started(1, 'n/k', 'kubelet', 'n'),
    started(2, 'n/k/pull', 'imagePull', 'n/k'),
    step(3, 'n/k'),
    step(4, 'n/k/pull'),
    { step: 5, at: 0, type: 'actorStopped', actor: 'n/k/pull' },
    { step: 6, at: 0, type: 'actorStopped', actor: 'n/k' },
  ];
  const seen = (patterns: string) => {
    const selection = new ActorSelection(new ActorFilter(patterns));
    return steps.flatMap((one) => {
      const shown = selection.of(one);
      return shown === undefined ? [] : [[shown.step, ...('parent' in shown ? [shown.parent] : [])]];
    });
  };

  test('shows all as they are without a pattern', () => {
    const selection = new ActorSelection(new ActorFilter(''));
    expect(steps.map((one) => selection.of(one))).toEqual(steps);
  });

  test('puts the nearest that is shown in the place of a parent that is not', () => {
    expect(seen('imagePull')).toEqual([[2], [4], [5]]);
    expect(seen('imagePull, kubelet')).toEqual([[1], [2, 'n/k'], [3], [4], [5], [6]]);
    const selection = new ActorSelection(new ActorFilter('imagePull, *de'));
    expect(steps.map((one) => selection.of(one)).find((one) => one?.step === 2)).toMatchObject({
      parent: 'n',
    });
  });

  test('finds actors of a pod by the pod, and others by their full name', () => {
    expect(actorLabel(pull)).toBe('imagePull default/web-1/app');
    expect(actorLabel({ ...pull, machine: 'fetch', part: 'fetch-0', count: 2 })).toBe(
      'fetch default/web-1/app fetch-0 #2',
    );
    expect(
      actorLabel({
        machine: 'pullSlots',
        actor: 'node-1/kubelet/pullSlots',
        name: 'node-1/kubelet/pull-slots',
        nodes,
      }),
    ).toBe('pullSlots node-1/kubelet/pull-slots');
    expect(actorLabel({ machine: 'disk', actor: 'node-1/disk' })).toBe('disk node-1/disk');
  });
});

function started(number: number, actor: string, machine: string, parent?: string): StepRecord {
  return {
    step: number,
    at: 0,
    type: 'actorStarted',
    actor,
    machine,
    ...(parent === undefined ? {} : { parent }),
    value: 'idle',
    context: {},
  };
}

function step(number: number, actor: string): StepRecord {
  return { step: number, at: 0, type: 'actorStep', actor, event: { type: 'GO' }, taken: [], value: 'idle' };
}
