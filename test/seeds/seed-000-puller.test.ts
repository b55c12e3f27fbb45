import { describe, expect, it } from 'vitest';
import type { ScriptPod } from '../../src/proof/conformance/imagemanager/script.ts';
import { v1_27 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { callAt, ensureImageExists, type Setting, testPod } from './ensure-image.ts';

// Seed 000_244aae815b647913.txt: the kubelet's image_manager_test.go of 2023-03-02, on the profile of 1.27.
// Case by case:
//
// | test of the seed                    | here                                                              |
// |-------------------------------------|-------------------------------------------------------------------|
// | TestParallelPuller, 8 cases         | `TestParallelPuller`, rows 1 to 8 of `cases`, in the seed's order |
// | TestSerializedPuller, 8 cases       | `TestSerializedPuller`, the same rows                             |
// | TestApplyDefaultImageTag, 3 cases   | `TestApplyDefaultImageTag`                                        |
// | TestPullAndListImageWithPodAnnotations | the same name                                                  |
// | TestMaxParallelImagePullsLimit      | the same name                                                     |
// | mockPodPullingTimeRecorder          | `started`, `finished` of each row; and a test of its own          |
//
// Each row's calls come one second apart, the first at 1 s (`fakeClock.Step`); back-off is 1 s, at most 60 s.

interface Expected {
  readonly calls: readonly string[];
  readonly error: string;
  readonly started: boolean;
  readonly finished: boolean;
}

interface PullerCase {
  readonly name: string;
  readonly image: string;
  readonly policy: string;
  readonly setting?: Setting;
  readonly expected: readonly Expected[];
}

const looked = ['GetImageRef'];
const lookedAndPulled = ['GetImageRef', 'PullImage'];
const pulled: Expected = { calls: lookedAndPulled, error: '', started: true, finished: true };
const found: Expected = { calls: looked, error: '', started: false, finished: false };
const refused = (error: string): Expected => ({ calls: looked, error, started: false, finished: false });
const failed: Expected = { calls: lookedAndPulled, error: 'ErrImagePull', started: true, finished: false };
const throttled: Expected = { calls: looked, error: 'ErrImagePull', started: true, finished: false };

const present = { images: [{ image: 'present_image:latest', ref: 'present_image:latest', size: 1 }] };
const pullable = {
  pulls: {
    'missing_image:latest': [{ ref: 'missing_image:latest' }],
    'present_image:latest': [{ ref: 'again' }],
  },
};

const cases: readonly PullerCase[] = [
  { name: 'image missing, pull', image: 'missing_image', policy: 'IfNotPresent', expected: [pulled] },
  {
    name: "image present, don't pull",
    image: 'present_image',
    policy: 'IfNotPresent',
    expected: [found, found, found],
  },
  {
    name: 'image present, pull',
    image: 'present_image',
    policy: 'Always',
    expected: [pulled, pulled, pulled],
  },
  {
    name: 'image missing, never pull',
    image: 'missing_image',
    policy: 'Never',
    expected: Array(3).fill(refused('ErrImageNeverPull')),
  },
  {
    name: 'image missing, pull if not present (inspection fails)',
    image: 'missing_image',
    policy: 'IfNotPresent',
    setting: { runtime: { inspect: { 'missing_image:latest': [{ error: 'unknown inspectError' }] } } },
    expected: Array(3).fill(refused('ImageInspectError')),
  },
  {
    name: 'image missing, unable to fetch',
    image: 'typo_image',
    policy: 'IfNotPresent',
    setting: { runtime: { pulls: { 'typo_image:latest': [{ error: '404' }] } } },
    expected: [
      failed,
      failed,
      refused('ImagePullBackOff'),
      failed,
      refused('ImagePullBackOff'),
      refused('ImagePullBackOff'),
    ],
  },
  {
    name: 'image present and qps>0, pull',
    image: 'present_image',
    policy: 'Always',
    setting: { qps: 400, burst: 600 },
    expected: [pulled, pulled, pulled],
  },
  {
    name: 'image present and excessive qps rate, pull',
    image: 'present_image',
    policy: 'Always',
    setting: { qps: 2000, burst: 0 },
    expected: [throttled, throttled, refused('ImagePullBackOff')],
  },
];

it('has all eight cases of pullerTestCases', () => {
  expect(cases).toHaveLength(8);
});

describe.each([
  ['TestParallelPuller', false],
  ['TestSerializedPuller', true],
])('%s', (_, serialized) => {
  it.each(cases)('$name', ({ image, policy, setting, expected }) => {
    const calls = expected.map((__, index) => callAt(index + 1, image, policy));
    const runtime = { ...present, ...pullable, ...setting?.runtime };
    const seen = ensureImageExists(v1_27, calls, { ...setting, serialized, runtime });
    expect(
      calls.map(({ id }) => ({
        calls: seen.runtimeCalls(id),
        error: seen.result(id).error,
        started: seen.recorded(id).includes('started'),
        finished: seen.recorded(id).includes('finished'),
      })),
    ).toEqual(expected);
  });
});

describe('TestApplyDefaultImageTag', () => {
  const digest = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

  it.each([
    ['root', 'root', 'root:latest'],
    ['root:tag', 'root:tag', 'root:tag'],
    ['root@sha', `root@${digest}`, `root@${digest}`],
  ])('%s', (_, image, expected) => {
    expect(v1_27.applyDefaultImageTag(image)).toEqual({ image: expected });
    const seen = ensureImageExists(v1_27, [callAt(1, image, 'Never')]);
    expect(seen.entries.find((entry) => entry.type === 'runtime')).toMatchObject({
      op: 'GetImageRef',
      image: expected,
    });
  });
});

it('TestPullAndListImageWithPodAnnotations: the runtime is told the pod’s annotations, and has one image more', () => {
  const annotations = { 'kubernetes.io/runtimehandler': 'handler_name' };
  const pod: ScriptPod = { ...testPod, annotations };
  const runtime = { images: [], ...pullable };
  const calls = [1, 2].map((second) => callAt(second, 'missing_image', 'IfNotPresent', { pod }));
  const seen = ensureImageExists(v1_27, calls, { serialized: true, runtime });
  expect(seen.runtimeCalls('c1')).toEqual(lookedAndPulled);
  expect(seen.recorded('c1')).toEqual(['started', 'finished']);
  const told = seen.entries.filter((entry) => entry.type === 'runtime' && entry.call === 'c1');
  for (const entry of told) expect(entry).toMatchObject({ image: 'missing_image:latest', annotations });
  // The list of images, as the next call sees it.
  expect(seen.runtimeCalls('c2')).toEqual(looked);
  expect(seen.result('c2')).toEqual({ imageRef: 'missing_image:latest', error: '', message: '' });
});

describe('TestMaxParallelImagePullsLimit', () => {
  // Five at 1 s, two at 2 s; two pulls end at 3 s, the other five at 4 s.
  const slow = [
    { takesMs: 2_000 },
    { takesMs: 2_000 },
    { takesMs: 3_000 },
    { takesMs: 3_000 },
    { takesMs: 3_000 },
    { takesMs: 1_000 },
  ];
  const calls = Array.from({ length: 7 }, (_, index) =>
    callAt(index < 5 ? 1 : 2, 'present_image', 'Always', { id: `c${index + 1}` }),
  );
  const runtime = {
    ...present,
    pulls: { 'present_image:latest': slow.map((pull) => ({ ...pull, ref: 'again' })) },
  };
  const run = () => ensureImageExists(v1_27, calls, { maxParallelImagePulls: 5, runtime });

  it('lets five pulls call the runtime, and holds back the next two', () => {
    const seen = run();
    expect(seen.pullsBegunBy(1)).toBe(5);
    expect(seen.pullsBegunBy(2.999)).toBe(5);
  });

  it('lets two through when two have ended', () => {
    expect(run().pullsBegunBy(3)).toBe(7);
  });

  it('answers all seven without an error, with seven pulls in all', () => {
    const seen = run();
    for (const { id } of calls) expect(seen.result(id)).toMatchObject({ imageRef: 'again', error: '' });
    expect(seen.pullsBegunBy(60)).toBe(7);
    expect(seen.runtimeCalls().filter((op) => op === 'PullImage')).toHaveLength(7);
  });
});

it('the pulling-time recorder is told of a start before "Pulling", and of an end before "Pulled" (the seed’s commit)', () => {
  const seen = ensureImageExists(v1_27, [callAt(1, 'missing_image', 'IfNotPresent')], {
    runtime: { images: [], ...pullable },
  });
  const told = seen.entries.flatMap((entry) =>
    entry.type === 'pulling' ? [entry.state] : entry.type === 'event' ? [entry.reason] : [],
  );
  expect(told).toEqual(['started', 'Pulling', 'finished', 'Pulled']);
});
