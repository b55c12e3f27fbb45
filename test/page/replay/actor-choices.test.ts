import { describe, expect, test } from 'vitest';
import { ActorFilter } from '../../../src/inspector/actor-filter.ts';
import { imagePulls, patternsWith, pickedActor } from '../../../src/page/replay/actor-choices.ts';
import { frameName, wordsOfFrame } from '../../../src/page/replay/frame-name.ts';
import type { ActorStarted } from '../../../src/trace/step-record.ts';

const started = (step: number, machine: string, actor: string, at: number, name?: string): ActorStarted => ({
  step,
  at,
  type: 'actorStarted',
  machine,
  actor,
  ...(name === undefined ? {} : { name }),
  value: 'idle',
  context: {},
});
const named = 'node-1/kubelet/default/web/app';
const steps = [
  started(0, 'podWorker', 'node-1/kubelet/u1', 0, 'node-1/kubelet/default/web'),
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

  test('is told to the own viewer by the name of its frame, which another page need not give', () => {
    expect(wordsOfFrame(frameName(1_767_225_600_000, 'node-1/kubelet/u1/pull#2'))).toEqual({
      epochMs: 1_767_225_600_000,
      actor: 'node-1/kubelet/u1/pull#2',
    });
    expect(wordsOfFrame(frameName(0, undefined))).toEqual({ epochMs: 0 });
    expect(wordsOfFrame('')).toEqual({});
    expect(wordsOfFrame('somebody else')).toEqual({});
  });
});
