import { expect, it } from 'vitest';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { parseScript, parseScriptOf } from '../../../src/proof/conformance/parse-script.ts';
import { basicScripts } from './conformance-data.ts';

const script = {
  name: 'x',
  kubelet: {
    serializeImagePulls: true,
    maxParallelImagePulls: null,
    registryPullQPS: 5,
    registryBurst: 10,
    imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
  },
  runtime: { images: [] },
  calls: [
    { at: 0, id: 'c1', pod: { namespace: 'ns', name: 'p', uid: 'u' }, image: 'root', policy: 'Always' },
  ],
};
const problems = (value: unknown): readonly string[] => {
  const parsed = parseScript(typeof value === 'string' ? value : JSON.stringify(value));
  return parsed.ok ? [] : parsed.problems;
};

it('takes a script as it is written', () => {
  expect(parseScript(JSON.stringify(script))).toEqual({ ok: true, kind: imageManagerKind, script });
  expect(basicScripts().at(-1)?.name).toBe('removal');
});

it('fills in what Go takes for absent: no limit, no images', () => {
  const { maxParallelImagePulls: _, ...kubelet } = script.kubelet;
  expect(parseScript(JSON.stringify({ ...script, kubelet, runtime: {} }))).toEqual({
    ok: true,
    kind: imageManagerKind,
    script,
  });
});

it('says for each problem where it is and what was expected', () => {
  const call = script.calls[0];
  expect(
    problems({
      ...script,
      calls: [
        { ...call, at: 'soon' },
        { ...call, at: -1, id: '' },
      ],
    }),
  ).toEqual([
    'calls[0].at: expected a number, not "soon"',
    'calls[1].at: expected a number of at least 0, not -1',
    'calls[1].id: expected a text that is not empty, not ""',
  ]);
  expect(
    problems({ ...script, kubelet: { ...script.kubelet, registryPullQps: 1, registryBurst: undefined } }),
  ).toEqual([
    'kubelet.registryBurst: expected a number, but it is missing',
    'kubelet: unknown field "registryPullQps"',
  ]);
  expect(problems([])).toEqual(['the script: expected an object, not []']);
});

it('refuses what is not JSON, other kinds of script, and two calls of one id', () => {
  expect(problems('{"name":')[0]).toMatch(/^not JSON: .*; a script is one JSON object on one line$/);
  expect(problems({ ...script, kind: 'plug' })[0]).toMatch(
    /^kind: there are no scripts of kind "plug"; the kinds are imagemanager, .*, the first where none is named$/,
  );
  expect(problems({ ...script, calls: [script.calls[0], script.calls[0]] })).toEqual([
    'calls[1].id: expected an id of its own, not "c1", which calls[0] has',
  ]);
});

it('a reader of one kind refuses the others', () => {
  const line = JSON.stringify(script);
  expect(parseScriptOf(imageManagerKind, line)).toEqual({ ok: true, script });
  expect(parseScriptOf({ ...imageManagerKind, kind: 'other' }, line)).toEqual({
    ok: false,
    problems: ['kind: only scripts of kind other are understood here, not "imagemanager"'],
  });
});

it('says of a step that may have several forms what is wrong with the one that was meant', () => {
  const withSteps = (...steps: readonly unknown[]) =>
    problems({
      kind: 'pleg',
      name: 'x',
      relistPeriodMs: 1,
      relistThresholdMs: 1,
      channelCapacity: 1,
      drain: 'never',
      steps,
    });
  expect(
    withSteps({ at: 0, cacheGet: 5 }, { at: 0, relist: false }, { relist: true }, { at: 0, fly: true }, 7),
  ).toEqual([
    'drain: expected "auto" or "manual", not "never"',
    'steps[0].cacheGet: expected a text, not 5',
    'steps[1].relist: expected true, not false',
    'steps[2].at: expected a number, but it is missing',
    'steps[3]: expected one of the forms of the protocol, not {"at":0,"fly":true}',
    'steps[4]: expected one of the forms of the protocol, not 7',
  ]);
});
