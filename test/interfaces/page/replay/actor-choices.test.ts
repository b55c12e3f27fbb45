import { describe, expect, test } from 'vitest';
import { ActorFilter } from '../../../../src/charts/inspector/actor-filter.ts';
import { charts } from '../../../../src/charts/statechart/charts.ts';
import {
  actorChoices,
  imagePulls,
  patternsWith,
  pickedActor,
} from '../../../../src/interfaces/page/replay/actor-choices.ts';
import type { ActorStarted } from '../../../../src/trace/step-record.ts';

const started = (
  step: number,
  machine: string,
  actor: string,
  at: number,
  name?: string,
  pod?: string,
): ActorStarted => ({
  step,
  at,
  type: 'actorStarted',
  machine,
  actor,
  ...(name === undefined ? {} : { name }),
  ...(pod === undefined ? {} : { pod: { namespace: 'default', name: pod } }),
  value: 'idle',
  context: {},
});
const named = 'node-1/kubelet/default/web/app';
const steps: readonly ActorStarted[] = [
  started(0, 'podWorker', 'node-1/kubelet/u1', 0, 'node-1/kubelet/default/web', 'web'),
  started(1, 'container', 'node-1/kubelet/u1/app', 5, named),
  started(2, 'imagePull', 'node-1/kubelet/u1/pull', 5, named),
  started(3, 'imagePull', 'node-1/kubelet/u1/pull#2', 900, named),
];

describe('the actor that a replay begins with', () => {
  test('is the one of that path, or the image pull of that name at that time', () => {
    const picked = (actor: string | undefined, atMs: number) => pickedActor(steps, { actor, atMs })?.step;
    expect(picked('node-1/kubelet/u1', 0)).toBe(0);
    expect(picked(named, 899)).toBe(2);
    expect(picked(named, 900)).toBe(3);
    expect(picked('node-1/kubelet/u9', 900)).toBe(undefined);
    expect(picked(undefined, 900)).toBe(undefined);
  });

  test('is shown, whatever else is', () => {
    const [worker, , pull] = steps;
    expect(patternsWith(imagePulls, pull)).toBe(imagePulls);
    expect(patternsWith(imagePulls, undefined)).toBe(imagePulls);
    const patterns = patternsWith(imagePulls, worker);
    expect(steps.filter((step) => new ActorFilter(patterns).matches(step))).toContain(worker);
  });
});

describe('the choices of a run', () => {
  test('are its parts, its pods and its machines, each once and in order', () => {
    const { parts, pods, machines } = actorChoices([
      ...steps,
      started(4, 'podWorker', 'node-1/kubelet/u2', 0, 'node-1/kubelet/default/api', 'api'),
      started(5, 'podWorker', 'node-2/kubelet/u3', 0, 'node-2/kubelet/default/web', 'web'),
      started(6, 'podWorker', 'node-2/kubelet/u4', 0),
      // Another machine, and a worker that says of no pod, whatever its name is.
      started(7, 'kubelet', 'k', 0, 'k', 'no'),
      started(8, 'podWorker', 'w', 0, 'node-1/kubelet/default/no'),
      { step: 9, at: 9, type: 'actorStopped', actor: 'w' },
    ]);
    expect(pods).toEqual(['default/api', 'default/web'].map((pod) => ({ label: pod, patterns: pod })));
    expect(machines).toEqual([
      { label: 'container (1)', patterns: 'container' },
      { label: 'imagePull (2)', patterns: 'imagePull' },
      { label: 'kubelet (1)', patterns: 'kubelet' },
      { label: 'podWorker (5)', patterns: 'podWorker' },
    ]);
    expect(parts.map(({ label }) => label)).toEqual([
      'image pulls',
      'pods and their pulls',
      'downloads',
      'image garbage collection',
      'everything',
    ]);
    expect(parts.at(-1)?.patterns).toBe('');
  });

  test('are of machines that there are', () => {
    const known = new Set(charts.map(({ machine }) => machine));
    const named = actorChoices([]).parts.flatMap(({ patterns }) => patterns.split(', '));
    expect(named.filter((name) => name !== '' && !known.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
  });

  test('are no more pods than one can read', () => {
    const many = Array.from({ length: 301 }, (_, n) =>
      started(n, 'podWorker', 'w', 0, undefined, `p-${1_000 + n}`),
    );
    const { pods } = actorChoices(many);
    expect([pods.length, pods[0]?.label, pods.at(-1)?.label]).toEqual([
      300,
      'default/p-1000',
      'default/p-1299',
    ]);
  });
});
