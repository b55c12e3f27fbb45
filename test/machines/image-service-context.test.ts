import { describe, expect, it } from 'vitest';
import {
  callerOf,
  callOf,
  firstCall,
  type ImageServiceContext,
  type PullCall,
  pullName,
  scriptOf,
  statusMicros,
  statusOf,
} from '../../machines/image-service-context.ts';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
import { pullScriptOf } from '../../src/runtime/pull-script.ts';
import { type SortedMap, set } from '../../src/runtime/sorted-map.ts';
import { image } from './runtime-world.ts';

// What containerd's image service knows of its calls and images: docs of machines/image-service-context.ts.

const call = { image: 'r.io/a:1', ref: {}, requester: {} } as unknown as PullCall;
const known = image('r.io/a:1', 10, 20);

function contextOf(changes: Partial<ImageServiceContext> = {}): ImageServiceContext {
  const input = {
    name: 'node-1/runtime',
    linkId: 'node-1',
    images: { [known.name]: known },
    registries: { 'r.io': {} },
    profile: containerd24,
    timings: { imageStatusMicros: 2, imageSizeMicros: 13, unpackBytesPerSecond: 1 },
  };
  return { input, calls: undefined, refs: undefined, scripts: [], pullsStarted: 7, ...changes } as unknown as ImageServiceContext;
}

const calls = (name: string, one: PullCall = call): SortedMap<PullCall> => set(undefined, name, one);

describe('a call', () => {
  it('is found by the name of its pull; a pull without one has no business here', () => {
    expect(callOf(contextOf({ calls: calls('p') }), 'p')).toBe(call);
    expect(() => callOf(contextOf({ calls: calls('p') }), 'q')).toThrow('node-1/runtime: no call is open for the pull "q"');
  });

  it('has a caller, unless that is dead', () => {
    expect(callerOf(contextOf({ calls: calls('p') }), 'p')).toBe(call.requester);
    const orphan = { ...call, requester: undefined };
    expect(() => callerOf(contextOf({ calls: calls('p', orphan) }), 'p')).toThrow('node-1/runtime: the caller of "p" is dead');
  });

  it('of ImageStatus is due at once or not at all', () => {
    expect(() => firstCall(contextOf())).toThrow('node-1/runtime: no ImageStatus call is open');
  });
});

describe('the name of a pull', () => {
  it('is the caller’s within the service, its node not said twice', () => {
    expect(pullName(contextOf(), 'node-1/kubelet/p/app')).toBe('node-1/runtime/kubelet/p/app');
    expect(pullName(contextOf(), 'node-10/kubelet')).toBe('node-1/runtime/node-10/kubelet');
  });

  it('has a number where a pull of that name still runs', () => {
    expect(pullName(contextOf({ calls: calls('node-1/runtime/kubelet') }), 'node-1/kubelet')).toBe('node-1/runtime/kubelet#7');
  });
});

describe('ImageStatus', () => {
  it('takes longer where the size is asked', () => {
    expect([true, false, undefined].map((forSize) => statusMicros(contextOf(), { forSize } as never))).toEqual([13, 2, 2]);
  });

  it('tells reference and size, config and layers, of an image that is there', () => {
    const there = contextOf({ refs: set(undefined, known.name, known.ref) });
    expect(statusOf(there, known.name)).toEqual({ type: 'IMAGE_STATUS.ANSWERED', imageRef: known.ref, sizeBytes: 1_030 });
    expect(statusOf(there, 'r.io/b:1')).toEqual({ type: 'IMAGE_STATUS.ANSWERED', imageRef: '', sizeBytes: 0 });
    const strange = contextOf({ refs: set(undefined, 'r.io/b:1', 'sha256:b') });
    expect(statusOf(strange, 'r.io/b:1')).toEqual({ type: 'IMAGE_STATUS.ANSWERED', imageRef: 'sha256:b', sizeBytes: 0 });
  });
});

describe('a pull whose end is known beforehand', () => {
  const script = (fault: Parameters<typeof pullScriptOf>[1]) => [pullScriptOf('f', fault) ?? (undefined as never)];

  it('is one that the scenario has set', () => {
    const fails = script({ kind: 'pullFails', image: known.name, error: 'boom', takesMicros: 5, times: null });
    expect(scriptOf(contextOf({ scripts: fails }), known.name)).toEqual({ takesMicros: 5, error: 'boom' });
    const takes = script({ kind: 'pullTakes', image: known.name, takesMicros: 9 });
    expect(scriptOf(contextOf({ scripts: takes }), known.name)).toEqual({ takesMicros: 9, error: undefined });
    expect(scriptOf(contextOf({ scripts: takes }), 'r.io/b:1')).toBeUndefined();
  });

  it('is one from a host that nobody knows: the name is looked up in vain', () => {
    const { delays } = containerd24;
    const failure = scriptOf(contextOf(), 'nowhere.io/a:1');
    expect(failure?.takesMicros).toBe(delays.beforeHead + delays.beforeFailure);
    expect(failure?.error).toContain('nowhere.io');
    expect(failure?.error).toContain('no such host');
    expect(failure?.error).toMatch(/\bHead\b/i);
  });
});
