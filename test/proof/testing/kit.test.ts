import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calls,
  compareTraces,
  fakeClock,
  imageManager,
  imageNames,
  profileOf,
  properties,
  runScript,
  scenarios,
  scripts,
  settings,
  shrinkScript,
  wholeNodes,
} from 'windlass/testing';
import { readInput } from '../../../src/inputs/read-input.ts';

describe('fakeClock', () => {
  test('does what is due on the way, in order and at its own time', () => {
    const clock = fakeClock();
    const seen: string[] = [];
    const note = (what: string) => () => void seen.push(`${what} ${clock.nowMs()}`);
    clock.after(20, note('b'));
    clock.after(10, note('a'));
    clock.setTimeout(note('micros'), 1_500);
    clock.clearTimeout(clock.inMilliseconds.setTimeout(note('never'), 5));
    clock.inMilliseconds.setTimeout(note('c'), 25);
    clock.advance(20);
    expect([seen, clock.nowMs(), clock.nowMicros()]).toEqual([['micros 1.5', 'a 10', 'b 20'], 20, 20_000]);
    clock.after(5, note('d'));
    expect([clock.step(), seen.at(-1)]).toEqual([true, 'c 25']);
    expect([clock.next(), clock.step(), clock.next(), seen.at(-1)]).toEqual([true, false, false, 'd 25']);
  });

  test('an end that never comes is an error', () => {
    const clock = fakeClock();
    const again = () => void clock.after(1, again);
    again();
    expect(() => clock.runToEnd(10)).toThrow('something is still due after 10 moments');
  });
});

describe('imageManager', () => {
  test('pulls one by one by default, and answers what the kubelet answers', () => {
    const manager = imageManager({
      release: '1.36',
      onPull: ({ image }) => (image === 'gone:1' ? { error: 'not found' } : { takesMs: 3_000 }),
    });
    const [web, db] = [manager.need('web', 'nginx'), manager.need('db', 'gone:1')];
    expect(manager.pulls).toEqual([{ pod: 'web', image: 'nginx:latest', atMs: 0 }]);
    manager.clock.advance(3_000);
    expect(web.answer).toEqual({ type: 'PULL.SUCCEEDED', imageRef: 'sha256:nginx:latest' });
    expect(db.answer).toMatchObject({ type: 'PULL.FAILED', failure: { reason: 'ErrImagePull' } });
    expect(manager.need('db', 'gone:1').answer).toMatchObject({ failure: { reason: 'ImagePullBackOff' } });
    manager.clock.advance(10_000);
    manager.need('db', 'gone:1');
    expect(manager.pulls.map(({ pod, atMs }) => [pod, atMs])).toEqual([
      ['web', 0],
      ['db', 3_000],
      ['db', 13_000],
    ]);
    expect(manager.events.map(({ pod, reason }) => `${pod} ${reason}`)).toEqual([
      'web Pulling',
      'db Pulling',
      'db Failed',
      'web Pulled',
      'db BackOff',
      'db Pulling',
      'db Failed',
    ]);
  });

  test('the settings are obeyed, and an open pull waits for the test', () => {
    const manager = imageManager({
      settings: { serializeImagePulls: false, maxParallelImagePulls: 2, registryPullQPS: 0 },
      presentImages: ['there:1'],
    });
    const waiting = ['a', 'b', 'c'].map((pod) => manager.need(pod, `${pod}:1`));
    expect(manager.openPulls.map(({ pod }) => pod)).toEqual(['a', 'b']);
    expect(() => manager.need('a', 'a:1')).toThrow('the call of pod a for a:1 is still under way');
    expect(() => manager.answer('c')).toThrow('the runtime pulls no image for pod c');
    manager.answer('a', { takesMs: 5 });
    manager.clock.runToEnd();
    expect(manager.openPulls.map(({ pod }) => pod)).toEqual(['b', 'c']);
    expect(waiting.map(({ answer }) => answer?.type)).toEqual(['PULL.SUCCEEDED', undefined, undefined]);
    expect(manager.need('d', 'there:1').answer?.type).toBe('PULL.SUCCEEDED');
    manager.remove('there:1');
    expect(manager.need('d', 'there:1').answer).toBe(undefined);
    expect(manager.actorOf('d').getSnapshot().value).toBe('waitingForSlot');
  });

  test('a failure of an actor is thrown where time moves', () => {
    const manager = imageManager();
    manager.actorOf('web').send({ type: 'SLOT.LOST' } as never);
    expect(() => manager.clock.advance(1)).toThrow('web has no transition for SLOT.LOST');
  });
});

test('profileOf knows releases, and refuses what is none', () => {
  expect([profileOf('v1.33.2-gke.1').release, profileOf('1.36').release]).toEqual(['1.33', '1.36']);
  expect(() => profileOf('soon')).toThrow(RangeError);
});

describe('scripts', () => {
  const drawn = fc.sample(scripts({ isOrdinary: true }), { seed: 3, numRuns: 40 });

  test('the kubelet keeps every property, and agrees with itself', () => {
    for (const script of drawn) {
      const trace = runScript(script, '1.36');
      expect(compareTraces(trace, trace).divergence).toBe(undefined);
      for (const { name, holds } of properties)
        expect([name, holds(script, trace, '1.36')]).toEqual([name, true]);
    }
  });

  test('a trace that breaks a property is blamed for it, and its script becomes small', async () => {
    const pullsTwice = (script: (typeof drawn)[number]) => {
      const trace = runScript(script, '1.36');
      const doubled = trace.trace.flatMap((entry) =>
        entry.type === 'runtime' && entry.op === 'PullImage' ? [entry, entry] : [entry],
      );
      return { ...trace, trace: doubled };
    };
    const property = properties.find(({ name }) => name === 'one-pull-per-call');
    const shows = (script: (typeof drawn)[number]) =>
      property?.holds(script, pullsTwice(script), '1.36') === false;
    const script = drawn.find(shows);
    if (script === undefined) throw new Error('no script pulls');
    const shrunk = await shrinkScript(script, shows);
    expect(shrunk.script.calls).toHaveLength(1);
    const both = [runScript(shrunk.script, '1.36'), pullsTwice(shrunk.script)] as const;
    expect(compareTraces(...both).divergence?.index).toBeGreaterThan(0);
    expect(property?.violations(shrunk.script, both[1], '1.36')[0]?.message).toBe('calls PullImage 2 times');
  });
});

describe('arbitraries', () => {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { seed: 5, numRuns: 300 });

  test('ordinary names are taken by every release; of all names some are not', () => {
    const isRefused = (name: string) => 'error' in profileOf('1.36').applyDefaultImageTag(name);
    expect(sample(imageNames({ isOrdinary: true })).filter(isRefused)).toEqual([]);
    expect(sample(imageNames()).filter(isRefused).length).toBeGreaterThan(10);
  });

  test('settings start an image manager, and calls are in order', () => {
    for (const own of sample(settings({ isOrdinary: true })).slice(0, 50))
      expect(imageManager({ settings: own }).need('web', 'a:1').pod).toBe('web');
    for (const some of sample(calls({ callsMax: 9 }))) {
      expect(some.length).toBeLessThanOrEqual(9);
      expect(some.map(({ at }) => at)).toEqual(some.map(({ at }) => at).toSorted((a, b) => a - b));
    }
  });

  test('whole nodes and scenarios are inputs', () => {
    const nodes = fc.sample(wholeNodes({ isOrdinary: true }), { seed: 5, numRuns: 30 });
    expect(nodes.flat().some(({ text }) => text.includes('nowhere.example'))).toBe(false);
    expect(nodes.map((sources) => readInput(sources, {}).ok)).toEqual(nodes.map(() => true));
    const [first] = fc.sample(scenarios(), { seed: 5, numRuns: 1 });
    expect(first?.text).toContain('kind: Scenario');
  });
});
