import { describe, expect, it } from 'vitest';
import type {
  ImageServiceContext,
  PullCall,
  ServicePulls,
} from '../../../machines/runtime/image-service-context.ts';
import {
  givenUp,
  openCall,
  pulledImage,
  pullInput,
  pullName,
  requireCall,
  requireCaller,
  scriptedOutcome,
  withPulled,
} from '../../../machines/runtime/image-service-pulls.ts';
import { emptyFifo, items } from '../../../src/rules/collections/fifo.ts';
import { entries, type SortedMap, set } from '../../../src/rules/collections/sorted-map.ts';
import { createPullScript } from '../../../src/rules/runtime/images/pull-script.ts';
import { containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image } from './runtime-world.ts';

// What containerd's image service knows of its pulls: docs of machines/runtime/image-service-pulls.ts.

const call = {
  image: 'r.io/a:1',
  ref: {},
  caller: 'node-1/kubelet/p',
  requester: {},
} as unknown as PullCall;
const known = image('r.io/a:1', 10, 20);

type Changes = Partial<Omit<ImageServiceContext, 'pulls'>> & Partial<Pick<ServicePulls, 'calls'>>;

function contextOf({ calls: open, ...changes }: Changes = {}): ImageServiceContext {
  const input = {
    name: 'node-1/runtime',
    clock: { nowMicros: () => 5 },
    linkId: 'node-1',
    images: { [known.name]: known, 'web:1': image('web:1', 1) },
    registries: { 'r.io': 'the registry', mirror: 'the mirror' },
    profile: containerd24,
    timings: { imageStatusMicros: 2, imageSizeMicros: 13, unpackBytesPerSecond: null },
  };
  return {
    input,
    helpers: {},
    refs: undefined,
    pulls: { calls: open, started: 7, toCancel: emptyFifo() },
    status: { calls: undefined, made: 0, nowMicros: 0 },
    scripts: [],
    ...changes,
  } as unknown as ImageServiceContext;
}

const calls = (name: string, one: PullCall = call): SortedMap<PullCall> => set(undefined, name, one);

describe('a call', () => {
  it('is found by the name of its pull; a pull without a call is an error', () => {
    expect(requireCall(contextOf({ calls: calls('p') }), 'p')).toBe(call);
    expect(() => requireCall(contextOf({ calls: calls('p') }), 'q')).toThrow(
      'node-1/runtime: no call is open for the pull "q"',
    );
  });

  it('has a caller, unless its kubelet has stopped', () => {
    expect(requireCaller(contextOf({ calls: calls('p') }), 'p')).toBe(call.requester);
    const orphan = { ...call, requester: undefined };
    expect(() => requireCaller(contextOf({ calls: calls('p', orphan) }), 'p')).toThrow(
      'node-1/runtime: the caller of "p" is dead',
    );
  });

  it('stays open for its caller until its kubelet stops', () => {
    const name = 'node-1/runtime/kubelet/p';
    expect(openCall(contextOf({ calls: calls(name) }), 'node-1/kubelet/p')).toEqual([name, call]);
    expect(
      openCall(contextOf({ calls: calls(name, { ...call, requester: undefined }) }), 'node-1/kubelet/p'),
    ).toBeUndefined();
    expect(openCall(contextOf(), 'node-1/kubelet/p')).toBeUndefined();
  });

  it('is told from the one that a dead kubelet has left for the same caller', () => {
    const left = calls('node-1/runtime/kubelet/p', { ...call, requester: undefined });
    const both = set(left, 'node-1/runtime/kubelet/p#7', call);
    expect(openCall(contextOf({ calls: both }), 'node-1/kubelet/p')).toEqual([
      'node-1/runtime/kubelet/p#7',
      call,
    ]);
  });

  it('that its caller cancels has no receiver, and its pull is cancelled', () => {
    const name = 'node-1/runtime/kubelet/p';
    const after = givenUp(contextOf({ calls: calls(name) }), 'node-1/kubelet/p');
    expect(entries(after.pulls?.calls)).toEqual([[name, { ...call, requester: undefined }]]);
    expect(items(after.pulls?.toCancel ?? emptyFifo())).toEqual([call.ref]);
    expect(() => givenUp(contextOf(), 'node-1/kubelet/q')).toThrow(
      'node-1/runtime: "node-1/kubelet/q" has no pull',
    );
  });
});

describe('the name of a pull', () => {
  it('is the caller’s within the service, its node not said twice', () => {
    expect(pullName(contextOf(), 'node-1/kubelet/p/app')).toBe('node-1/runtime/kubelet/p/app');
    expect(pullName(contextOf(), 'node-10/kubelet')).toBe('node-1/runtime/node-10/kubelet');
  });

  it('has a number where a pull of that name still runs', () => {
    expect(pullName(contextOf({ calls: calls('node-1/runtime/kubelet') }), 'node-1/kubelet')).toBe(
      'node-1/runtime/kubelet#7',
    );
  });
});

describe('a pull', () => {
  const request = {
    type: 'IMAGE_PULL.REQUESTED',
    image: known.name,
    caller: 'node-1/kubelet/p',
    requester: {},
  } as never;

  it('asks the registry of the image, after its mirrors if there are any', () => {
    expect(pullInput(contextOf(), request, {} as never).hosts).toEqual([
      { host: 'r.io', capabilities: ['resolve', 'pull'], registry: 'the registry' },
    ]);
    const places = [
      { host: 'mirror', capabilities: ['pull'] as const },
      { host: 'r.io', capabilities: ['resolve', 'pull'] as const },
    ];
    const context = contextOf();
    const mirrored = { ...context, input: { ...context.input, registryHosts: { 'r.io': places } } };
    expect(pullInput(mirrored, request, {} as never).hosts.map(({ host }) => host)).toEqual([
      'mirror',
      'r.io',
    ]);
  });

  it('is of an unknown image where no name in the registry matches', () => {
    const of = (name: string) =>
      pullInput(contextOf(), { ...(request as object), image: name } as never, {} as never);
    expect(of(known.name)).toMatchObject({ exists: true, image: known });
    expect(of('r.io/b:1')).toMatchObject({ exists: false, image: { name: 'r.io/b:1', layers: [] } });
  });

  it('that has succeeded leaves the image under the name that the registry has it by', () => {
    const context = contextOf({ calls: calls('p', { ...call, image: 'docker.io/library/web:1' }) });
    expect(pulledImage(context, 'p')).toEqual({ name: 'web:1', id: 'sha256:web:1' });
    const after = withPulled(context, 'p');
    expect(after.pulls).toMatchObject({ calls: undefined, started: 7 });
    expect(entries(after.refs).map(([, there]) => there)).toEqual([{ name: 'web:1', id: 'sha256:web:1' }]);
  });
});

describe('a pull whose end is known beforehand', () => {
  const script = (fault: Parameters<typeof createPullScript>[1]) => [
    createPullScript('f', fault, 'node-1') ?? (undefined as never),
  ];

  it('is one that the scenario has set', () => {
    const fails = script({
      kind: 'pullFails',
      image: known.name,
      error: 'boom',
      takesMicros: 5,
      times: null,
    });
    expect(scriptedOutcome(contextOf({ scripts: fails }), known.name)).toEqual({
      takesMicros: 5,
      error: 'boom',
    });
    const takes = script({ kind: 'pullTakes', image: known.name, takesMicros: 9 });
    expect(scriptedOutcome(contextOf({ scripts: takes }), known.name)).toEqual({
      takesMicros: 9,
      error: undefined,
    });
    expect(scriptedOutcome(contextOf({ scripts: takes }), 'r.io/b:1')).toBeUndefined();
  });

  it('fails for an unknown host: the name does not resolve', () => {
    const { delays } = containerd24;
    const failure = scriptedOutcome(contextOf(), 'nowhere.io/a:1');
    expect(failure?.takesMicros).toBe(delays.beforeHead + delays.beforeFailure);
    expect(failure?.error).toContain('nowhere.io');
    expect(failure?.error).toContain('no such host');
    expect(failure?.error).toMatch(/\bHead\b/i);
  });

  it('fails for an invalid name without a request', () => {
    const failure = scriptedOutcome(contextOf(), 'r.io/UPPER:1');
    expect(failure).toEqual({
      takesMicros: containerd24.delays.beforeFailure,
      error: containerd24.errorText({ kind: 'badReference', reason: 'uppercase' }, 'r.io/UPPER:1'),
    });
  });
});
