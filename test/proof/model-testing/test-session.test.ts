import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import {
  type ImageManagerUnderTest,
  NoAnswerError,
} from '../../../src/proof/conformance/system-under-test.ts';
import { randomScripts } from '../../../src/proof/model-testing/random-scripts.ts';
import { verdictOf } from '../../../src/proof/model-testing/test-report.ts';
import {
  type PlannedScript,
  type TestProgress,
  testSession,
} from '../../../src/proof/model-testing/test-session.ts';
import { v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { simulatedKubelet } from '../conformance/simulated-kubelet.ts';
import { call, scriptOf } from './judged-script.ts';

const planned: PlannedScript[] = [
  {
    origin: { group: 'paths', machine: 'imagePull', path: 'v1.31 → PULL.REQUESTED' },
    script: { ...scriptOf([call(0, 'a'), call(3_000, 'b')]), name: 'path-1' },
  },
];

describe('a system that agrees', () => {
  const report = testSession({
    system: simulatedKubelet(v1_36),
    profile: v1_36,
    scripts: [...planned, ...randomScripts(3, 20)],
  });

  it('agrees in every script, and keeps every property', async () => {
    const { results, findings, properties, coverage } = await report;
    expect(verdictOf({ results })).toBe('agrees');
    expect(findings).toEqual([]);
    expect(results.map(({ script }) => script.name).slice(0, 3)).toEqual(['path-1', 'random-0', 'random-1']);
    for (const { held, violated, excused } of properties) expect([held + excused, violated]).toEqual([21, 0]);
    expect(coverage.map(({ machine }) => machine)).toContain('imagePull');
  });

  it('says what its scripts reached in the model', async () => {
    const imagePull = (await report).coverage.find(({ machine }) => machine === 'imagePull');
    expect(imagePull?.transitions.filter(({ covered }) => covered).length).toBeGreaterThan(15);
  });
});

it('shrinks what tells 1.27 from 1.31 to one call, on paths and on random scripts', async () => {
  const scripts = [...planned, ...randomScripts(1, 12)];
  const report = await testSession({ system: simulatedKubelet(v1_27), profile: v1_31, scripts });
  expect(verdictOf(report)).toBe('diverges');
  expect(report.findings.map(({ result }) => result.origin.group)).toContain('random');
  for (const { script, shows, result } of report.findings) {
    expect(script.calls).toHaveLength(1);
    expect(script.calls[0]?.at).toBe(0);
    expect(script.name).toBe(result.script.name);
    expect(shows.kind).toBe('diverges');
  }
  expect(report.findings[0]?.shows).toMatchObject({
    divergence: { expected: { op: 'GetImageSize' }, actual: { type: 'pulling' } },
  });
  expect(
    report.findings[0]?.actual?.trace.some(
      (entry) => entry.type === 'runtime' && entry.op === 'GetImageSize',
    ),
  ).toBe(false);
});

it('counts a property that only the system breaks, and shrinks to it', async () => {
  const forgetful: ImageManagerUnderTest = {
    ...simulatedKubelet(v1_31),
    run: async (script) => {
      const { trace, ...rest } = await simulatedKubelet(v1_31).run(script);
      return { ...rest, trace: trace.filter((entry) => !(entry.type === 'result' && entry.call === 'b')) };
    },
  };
  const report = await testSession({ system: forgetful, profile: v1_31, scripts: planned });
  const verdict = report.properties.find(({ name }) => name === 'one-result-per-call');
  expect(verdict).toMatchObject({
    held: 0,
    violated: 1,
    first: { script: 'path-1', violation: { call: 'b', message: 'never returns' } },
  });
});

it('judges by the properties also what is not compared, after a race', async () => {
  const pod = call(0, 'a').pod;
  const outcomes = {
    'gone:latest': [
      { takesMs: 1_000, error: 'x' },
      { takesMs: 1_000, error: 'y' },
    ],
    'web:latest': [{ ref: 'r' }],
  };
  const calls = [call(0, 'a', { image: 'gone' }), call(0, 'b', { pod, image: 'gone' }), call(5_000, 'c')];
  const script = { ...scriptOf(calls, {}, { pulls: outcomes }), name: 'race' };
  const own = simulatedKubelet(v1_31);
  const mute: ImageManagerUnderTest = {
    ...own,
    run: async (asked) => {
      const { trace, ...rest } = await own.run(asked);
      return { ...rest, trace: trace.filter((entry) => entry.type !== 'result' || entry.at < 5_000) };
    },
  };
  const report = await testSession({
    system: mute,
    profile: v1_31,
    scripts: [{ origin: { group: 'replay' }, script }],
  });
  expect(verdictOf(report)).toBe('violates');
  expect(report.results[0]?.verdict).toEqual({ kind: 'agrees', excludedBy: 'races' });
  expect(report.findings[0]?.shows).toMatchObject({
    kind: 'breaks',
    broken: { property: 'one-result-per-call', violation: { call: 'c' } },
  });
});

it('does not blame the system for a known bug that the simulator has too', async () => {
  const gated = {
    ...scriptOf([call(0, 'a')], { maxParallelImagePulls: 64 }),
    featureGates: { KubeletEnsureSecretPulledImages: true },
  };
  const images = Array.from({ length: 12 }, (_, index) => call(index, `c${index}`, { image: `img${index}` }));
  const script = { ...gated, calls: images };
  const panics = (await simulatedKubelet(v1_36).run(script)).trace.filter(({ type }) => type === 'panic');
  expect(panics.length).toBeGreaterThan(0);
  const report = await testSession({
    system: simulatedKubelet(v1_36),
    profile: v1_36,
    scripts: [{ origin: { group: 'replay' }, script }],
  });
  expect(verdictOf(report)).toBe('agrees');
});

it('excuses only what the release breaks in the same call and words', async () => {
  const gated = {
    ...scriptOf([call(0, 'a')], { maxParallelImagePulls: 64 }),
    featureGates: { KubeletEnsureSecretPulledImages: true },
  };
  const script = {
    ...gated,
    calls: Array.from({ length: 12 }, (_, index) => call(index, `c${index}`, { image: `img${index}` })),
  };
  const own = simulatedKubelet(v1_36);
  const { trace } = await own.run(script);
  const isPanic = ({ type }: Entry) => type === 'panic';
  const panics = trace.filter(isPanic);
  const told = async (change: (entry: Entry) => Entry | undefined) => {
    const run: ImageManagerUnderTest['run'] = async (asked) => {
      const { trace: entries, ...rest } = await own.run(asked);
      return { ...rest, trace: entries.flatMap((entry) => change(entry) ?? []) };
    };
    const system = { ...own, run };
    return testSession({
      system,
      profile: v1_36,
      scripts: [{ origin: { group: 'replay' }, script }],
      findingsMax: 0,
    });
  };
  const same = await told((entry) => entry);
  expect(same.properties[0]).toMatchObject({ name: 'one-result-per-call', held: 0, violated: 0, excused: 1 });
  expect(same.results[0]?.excused).toHaveLength(panics.length);
  // One that loses another call besides, and one that panics in other words.
  const other = script.calls.find(
    ({ id }) => !panics.some((panic) => 'call' in panic && panic.call === id),
  )?.id;
  const lost = await told((entry) => (entry.type === 'result' && entry.call === other ? undefined : entry));
  expect(lost.results[0]?.broken).toMatchObject([
    { property: 'one-result-per-call', violation: { call: other, message: 'never returns' } },
  ]);
  const reworded = await told((entry) => (entry.type === 'panic' ? { ...entry, message: 'nil map' } : entry));
  expect(reworded.results[0]?.broken).toHaveLength(panics.length);
});

it('does not ask for a panic of the release, but for all that comes before it', async () => {
  const gated = {
    ...scriptOf([], { maxParallelImagePulls: 64 }),
    featureGates: { KubeletEnsureSecretPulledImages: true },
  };
  const script = {
    ...gated,
    calls: Array.from({ length: 12 }, (_, index) =>
      call(index * 5_000, `c${index}`, { image: `img${index}` }),
    ),
  };
  const sane = {
    ...simulatedKubelet(v1_36),
    run: async (asked: Script) =>
      runScript({ ...asked, kubelet: { ...asked.kubelet, maxParallelImagePulls: 31 } }, v1_36),
  };
  const scripts: PlannedScript[] = [{ origin: { group: 'replay' }, script }];
  const report = await testSession({ system: sane, profile: v1_36, scripts });
  expect(report.results[0]?.verdict).toEqual({ kind: 'agrees', excludedBy: 'striped-locks' });
  expect(verdictOf(report)).toBe('agrees');
  const wrong = {
    ...sane,
    run: async (asked: Script) => ({
      ...(await sane.run(asked)),
      trace: (await sane.run(asked)).trace.slice(1),
    }),
  };
  expect(verdictOf(await testSession({ system: wrong, profile: v1_36, scripts, findingsMax: 0 }))).toBe(
    'diverges',
  );
});

describe('metrics', () => {
  const scripts = randomScripts(3, 6);
  const counting = (counts: (script: Script) => boolean): ImageManagerUnderTest => ({
    ...simulatedKubelet(v1_36),
    run: async (script) => {
      const { trace, ...rest } = runScript(script, v1_36);
      return { ...rest, trace: trace.filter(({ type }) => type !== 'metric' || counts(script)) };
    },
  });

  it('are not compared where a system tells none, and the report says so', async () => {
    const report = await testSession({ system: counting(() => false), profile: v1_36, scripts });
    expect([verdictOf(report), report.comparesMetrics]).toEqual(['agrees', false]);
  });

  it('must be told with every script by a system that tells them with one, whichever comes first', async () => {
    for (const counted of ['random-0', 'random-5']) {
      const report = await testSession({
        system: counting(({ name }) => name === counted),
        profile: v1_36,
        scripts,
        findingsMax: 1,
      });
      expect(report.comparesMetrics).toBe(true);
      const silent = scripts.filter(
        ({ script }) =>
          script.name !== counted && runScript(script, v1_36).trace.some(({ type }) => type === 'metric'),
      );
      expect(report.results.filter(({ verdict }) => verdict.kind === 'diverges')).toHaveLength(silent.length);
      expect(silent.length).toBeGreaterThan(0);
      expect(report.findings[0]?.shows).toMatchObject({ divergence: { expected: { type: 'metric' } } });
    }
  });
});

it('takes what a script shows only after others for unrepeatable', async () => {
  let seen = 0;
  const own = simulatedKubelet(v1_31);
  const leaking: ImageManagerUnderTest = {
    ...own,
    run: async (script) => {
      const { trace, ...rest } = runScript(script, v1_31);
      return { ...rest, trace: seen++ >= 2 ? trace.slice(1) : trace };
    },
    renew: () => {
      seen = 0;
    },
  };
  const report = await testSession({
    system: leaking,
    profile: v1_31,
    scripts: randomScripts(3, 6),
    findingsMax: 1,
  });
  expect(report.findings).toMatchObject([
    { isRepeatable: false, shrinkRuns: 0, shows: { kind: 'diverges' } },
  ]);
  expect(report.findings[0]?.script).toBe(report.findings[0]?.result.script);
});

describe('a system that does not answer', () => {
  const silentAfter = (answers: number): ImageManagerUnderTest => {
    let asked = 0;
    const own = simulatedKubelet(v1_31);
    return {
      ...own,
      run: (script) => (++asked > answers ? Promise.reject(new Error('it ended')) : own.run(script)),
    };
  };

  it('could not be started where the first script fails', async () => {
    await expect(testSession({ system: silentAfter(0), profile: v1_31, scripts: planned })).rejects.toThrow(
      'it ended',
    );
  });

  it('is a finding where a later one does', async () => {
    const report = await testSession({
      system: silentAfter(2),
      profile: v1_31,
      scripts: randomScripts(1, 4),
    });
    expect(report.results.map(({ verdict }) => verdict.kind)).toEqual([
      'agrees',
      'agrees',
      'unanswered',
      'unanswered',
    ]);
    expect(report.findings).toMatchObject([
      { shows: { kind: 'unanswered', message: 'it ended' }, actual: undefined },
    ]);
    expect([verdictOf(report), report.notRun]).toEqual(['diverges', 0]);
  });

  it('is asked for few scripts more where each costs a time limit', async () => {
    const own = simulatedKubelet(v1_31);
    const asked = { 'too-slow': 0, ended: 0 };
    for (const fault of ['too-slow', 'ended'] as const) {
      const run: ImageManagerUnderTest['run'] = async (script) => {
        if (script.calls.length < 3) return own.run(script);
        asked[fault] += 1;
        throw new NoAnswerError(fault, script.name, 'no answer');
      };
      const calls = Array.from({ length: 30 }, (_, index) => call(index, `c${index}`));
      const scripts: PlannedScript[] = [[call(0, 'a')], calls].map((own, index) => ({
        origin: { group: 'replay' },
        script: { ...scriptOf(own), name: `script-${index}` },
      }));
      const { findings } = await testSession({ system: { ...own, run }, profile: v1_31, scripts });
      expect(findings).toMatchObject([{ shows: { kind: 'unanswered', fault } }]);
      expect(findings[0]?.script.calls.length).toBe(fault === 'ended' ? 3 : 8);
    }
    expect(asked['too-slow']).toBe(5);
    expect(asked.ended).toBeGreaterThan(5);
  });

  it('is not asked for ever', async () => {
    const report = await testSession({
      system: silentAfter(1),
      profile: v1_31,
      scripts: randomScripts(1, 20),
      findingsMax: 0,
    });
    expect([report.results.length, report.notRun]).toEqual([6, 14]);
  });
});

it('tells how far it has come', async () => {
  const told: TestProgress[] = [];
  const scripts = randomScripts(1, 3);
  await testSession({
    system: simulatedKubelet(v1_36),
    profile: v1_31,
    scripts,
    findingsMax: 1,
    onProgress: (progress) => told.push(progress),
  });
  expect(told.map(({ phase, scripts: done }) => [phase, done])).toEqual([
    ['running', 1],
    ['running', 2],
    ['running', 3],
    ...told.slice(3).map(() => ['shrinking', 3]),
  ]);
  // Once for the finding, and at each script that is tried to make it small.
  expect(told.length).toBeGreaterThan(4);
});

it('draws the same random scripts for a seed, one by one', () => {
  expect(randomScripts(7, 3)).toEqual(randomScripts(7, 5).slice(0, 3));
  expect(randomScripts(7, 1)).not.toEqual(randomScripts(8, 1));
  expect(randomScripts(7, 0)).toEqual([]);
});
