import { describe, expect, it } from 'vitest';
import type { ScriptPull } from '../../src/proof/conformance/imagemanager/script.ts';
import { v1_31 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { callAt, ensureImageExists, testPod } from './ensure-image.ts';
import { logMessagesByNamespace } from './log-messages.ts';

// Seed 003_c82a101b19b62082.txt: pkg/kubelet/images/image_manager.go of v1.31.0-alpha (2024-05-20), on the
// profile of 1.31, which was measured on 1.31.14. Between the two nothing that can be seen here changed:
// 1.31.14 takes the image, the policy and the object of events as arguments, and leaves "Couldn't make a ref
// to pod" to its caller. Branch by branch:
//
// | of the seed                                   | here                                            |
// |-----------------------------------------------|-------------------------------------------------|
// | NewImageManager: serialized or not, QPS       | `the pullers`                                   |
// | shouldPullImage                               | `a policy`                                      |
// | logIt with and without a reference            | `the log`                                       |
// | EnsureImageExists, in the order of its returns | `EnsureImageExists`                            |
// | annotations and runtime handler in the spec   | `what the runtime is told`                      |
// | recorder, durations, size in the message      | `a pull that succeeds`                          |
// | GetImageSizeBucket and the histogram          | `the size bucket metric`                        |
// | backOff.GC after a success                    | shows nowhere: expired entries never count       |
// | evalCRIPullErr                                | `evalCRIPullErr`                                |
// | applyDefaultImageTag                          | `applyDefaultImageTag`                          |

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const here = { images: [{ image: 'app:1', ref: 'sha256:here', size: 10 }] };
const pulling = (...pulls: readonly ScriptPull[]) => ({ images: [], pulls: { 'app:1': pulls } });

/** One call for `app:1` at 1 s. */
const ask = (policy: string, runtime = {}) => {
  const seen = ensureImageExists(v1_31, [callAt(1, 'app:1', policy)], { runtime });
  return {
    ...seen.result('c1'),
    events: seen.events(),
    calls: seen.runtimeCalls(),
    recorded: seen.recorded(),
  };
};

describe('EnsureImageExists', () => {
  it('returns InvalidImageName before it asks the runtime', () => {
    const seen = ensureImageExists(v1_31, [callAt(1, 'App', 'Always')]);
    const message =
      'Failed to apply default image tag "App": couldn\'t parse image name "App": invalid reference format: repository name (library/App) must be lowercase';
    expect(seen.result('c1')).toEqual({ imageRef: '', error: 'InvalidImageName', message });
    expect(seen.events()).toEqual([`Warning InspectFailed: ${message}`]);
    expect(seen.runtimeCalls()).toEqual([]);
  });

  it.each(['Always', 'IfNotPresent', 'Never', ''])(
    'returns ImageInspectError when the inspection fails, policy "%s"',
    (policy) => {
      const message = 'Failed to inspect image "app:1": boom';
      expect(ask(policy, { ...here, inspect: { 'app:1': [{ error: 'boom' }] } })).toEqual({
        imageRef: '',
        error: 'ImageInspectError',
        message,
        events: [`Warning InspectFailed: ${message}`],
        calls: ['GetImageRef'],
        recorded: [],
      });
    },
  );

  it('returns the reference of an image that is present, with an event and without a message', () => {
    expect(ask('IfNotPresent', here)).toEqual({
      imageRef: 'sha256:here',
      error: '',
      message: '',
      events: ['Normal Pulled: Container image "app:1" already present on machine'],
      calls: ['GetImageRef'],
      recorded: [],
    });
  });

  it('returns ErrImageNeverPull for an image that is missing and may not be pulled', () => {
    const message = 'Container image "app:1" is not present with pull policy of Never';
    expect(ask('Never')).toEqual({
      imageRef: '',
      error: 'ErrImageNeverPull',
      message,
      events: [`Warning ErrImageNeverPull: ${message}`],
      calls: ['GetImageRef'],
      recorded: [],
    });
  });

  it('returns ImagePullBackOff within the back-off, and tells no recorder', () => {
    const calls = [callAt(1, 'app:1', 'IfNotPresent'), callAt(1.5, 'app:1', 'IfNotPresent')];
    const seen = ensureImageExists(v1_31, calls, { runtime: pulling({ error: '404' }) });
    const message = 'Back-off pulling image "app:1"';
    expect(seen.result('c1.5')).toEqual({ imageRef: '', error: 'ImagePullBackOff', message });
    expect(seen.events('c1.5')).toEqual([`Normal BackOff: ${message}`]);
    expect(seen.runtimeCalls('c1.5')).toEqual(['GetImageRef']);
    expect(seen.recorded('c1.5')).toEqual([]);
  });

  it('backs off by the pod’s UID and the image as written', () => {
    const other = { pod: { ...testPod, uid: 'other' } };
    const calls = [
      callAt(1, 'app:1', 'Always'),
      callAt(1.1, 'docker.io/library/app:1', 'Always'),
      callAt(1.2, 'app:1', 'Always', other),
      callAt(1.3, 'app:1', 'Always'),
    ];
    const seen = ensureImageExists(v1_31, calls, { runtime: pulling({ error: '404' }) });
    expect(calls.map(({ id }) => seen.result(id).error)).toEqual([
      'ErrImagePull',
      'ErrImagePull',
      'ErrImagePull',
      'ImagePullBackOff',
    ]);
  });

  it('counts the back-off from the end of the pull that failed', () => {
    const calls = [1, 2.9, 3].map((second) => callAt(second, 'app:1', 'Always'));
    const seen = ensureImageExists(v1_31, calls, { runtime: pulling({ takesMs: 1_000, error: '404' }) });
    expect(calls.map(({ id }) => seen.result(id).error)).toEqual([
      'ErrImagePull',
      'ImagePullBackOff',
      'ErrImagePull',
    ]);
  });

  it('returns ErrImagePull with the runtime’s text; the event has it too', () => {
    expect(ask('IfNotPresent', pulling({ error: '404' }))).toEqual({
      imageRef: '',
      error: 'ErrImagePull',
      message: '404',
      events: ['Normal Pulling: Pulling image "app:1"', 'Warning Failed: Failed to pull image "app:1": 404'],
      calls: ['GetImageRef', 'PullImage'],
      recorded: ['started'],
    });
  });
});

describe('a pull that succeeds', () => {
  it('tells the recorder, the event with both durations cut to the millisecond and the size, and returns the reference', () => {
    const done = ask('IfNotPresent', pulling({ takesMs: 1_500.9, ref: 'sha256:new', size: 4_096 }));
    expect(done).toEqual({
      imageRef: 'sha256:new',
      error: '',
      message: '',
      events: [
        'Normal Pulling: Pulling image "app:1"',
        'Normal Pulled: Successfully pulled image "app:1" in 1.5s (1.5s including waiting). Image size: 4096 bytes.',
      ],
      calls: ['GetImageRef', 'PullImage', 'GetImageSize'],
      recorded: ['started', 'finished'],
    });
  });

  it('says apart how long it pulled and how long it took with the wait', () => {
    const calls = [callAt(1, 'app:1', 'Always'), callAt(1.5, 'app:1', 'Always')];
    const seen = ensureImageExists(v1_31, calls, {
      serialized: true,
      runtime: pulling({ takesMs: 1_000, ref: 'r', size: 7 }),
    });
    expect(seen.events('c1.5').at(-1)).toBe(
      'Normal Pulled: Successfully pulled image "app:1" in 1s (1.5s including waiting). Image size: 7 bytes.',
    );
  });
});

describe('evalCRIPullErr', () => {
  it.each([
    [
      'RegistryUnavailable',
      'RegistryUnavailable',
      'image pull failed for app:1 because the registry is unavailable',
    ],
    [
      'RegistryUnavailable: 503',
      'RegistryUnavailable',
      'image pull failed for app:1 because the registry is unavailable: 503',
    ],
    [
      'SignatureValidationFailed',
      'SignatureValidationFailed',
      'image pull failed for app:1 because the signature validation failed',
    ],
    [
      'SignatureValidationFailed: k',
      'SignatureValidationFailed',
      'image pull failed for app:1 because the signature validation failed: k',
    ],
    ['pull: RegistryUnavailable', 'ErrImagePull', 'pull: RegistryUnavailable'],
    ['not found', 'ErrImagePull', 'not found'],
  ])('makes of "%s" %s', (error, sentinel, message) => {
    const failed = ask('IfNotPresent', pulling({ error }));
    expect([failed.error, failed.message]).toEqual([sentinel, message]);
    expect(failed.events.at(-1)).toBe(`Warning Failed: Failed to pull image "app:1": ${error}`);
  });
});

describe('a policy', () => {
  it.each([
    ['Always', true, true],
    ['Always', false, true],
    ['IfNotPresent', true, false],
    ['IfNotPresent', false, true],
    ['Never', true, false],
    ['Never', false, false],
    ['', true, false],
    ['', false, false],
  ])('of "%s" with the image present: %s pulls: %s', (policy, present, pulls) => {
    const { calls } = ask(policy, { ...pulling({ ref: 'r' }), images: present ? here.images : [] });
    expect(calls.includes('PullImage')).toBe(pulls);
  });
});

describe('what the runtime is told', () => {
  it('has the pod’s annotations and the runtime handler in every call', () => {
    const pod = { ...testPod, annotations: { team: 'a', tier: 'b' } };
    const seen = ensureImageExists(v1_31, [callAt(1, 'app:1', 'Always', { pod, runtimeHandler: 'kata' })], {
      runtime: pulling({ ref: 'r' }),
    });
    const told = seen.entries.filter((entry) => entry.type === 'runtime');
    expect(told.map(({ op }) => op)).toEqual(['GetImageRef', 'PullImage', 'GetImageSize']);
    for (const entry of told)
      expect(entry).toMatchObject({ image: 'app:1', annotations: pod.annotations, runtimeHandler: 'kata' });
  });
});

describe('the size bucket metric', () => {
  const mebibyte = 1024 * 1024;

  it.each([
    [0, 'N/A'],
    [1, '0-10MB'],
    [10 * mebibyte, '0-10MB'],
    [10 * mebibyte + 1, '10MB-100MB'],
    [6 * 1024 * mebibyte, '5GB-10GB'],
    [101 * 1024 * mebibyte, 'GT100GB'],
  ])('puts %i bytes into %s, with the duration that includes waiting', (size, label) => {
    const seen = ensureImageExists(v1_31, [callAt(1, 'app:1', 'Always')], {
      runtime: pulling({ takesMs: 2_500, ref: 'r', size }),
    });
    expect(seen.entries.filter((entry) => entry.type === 'metric')).toEqual([
      {
        at: 3_500,
        type: 'metric',
        metric: 'kubelet_image_pull_duration_seconds',
        labels: { image_size_in_bytes: label },
        count: 1,
        sum: 2.5,
        buckets: { '5': 1 },
      },
    ]);
  });

  it('counts neither failures nor images that are present', () => {
    const calls = [callAt(1, 'app:1', 'Always'), callAt(2, 'here:1', 'IfNotPresent')];
    const images = [{ image: 'here:1', ref: 'r', size: 5 }];
    const seen = ensureImageExists(v1_31, calls, { runtime: { ...pulling({ error: '404' }), images } });
    expect(seen.result('c2').imageRef).toBe('r');
    expect(seen.entries.filter((entry) => entry.type === 'metric')).toEqual([]);
  });
});

describe('the pullers', () => {
  const calls = [1, 1.1, 1.2].map((second) => callAt(second, 'app:1', 'Always'));

  it.each([
    [{ serialized: true }, 1],
    [{ serialized: true, maxParallelImagePulls: 2 }, 1],
    [{ maxParallelImagePulls: 2 }, 2],
    [{}, 3],
  ])('with %j: %i at once', (setting, atOnce) => {
    const seen = ensureImageExists(v1_31, calls, {
      ...setting,
      runtime: pulling({ takesMs: 10_000, ref: 'r' }),
    });
    expect(seen.pullsBegunBy(2)).toBe(atOnce);
    expect(seen.pullsBegunBy(100)).toBe(3);
  });

  it('the throttle refuses a pull beyond its burst, as a failed pull of its own', () => {
    const seen = ensureImageExists(v1_31, calls, { qps: 1, burst: 2, runtime: pulling({ ref: 'r' }) });
    expect(calls.map(({ id }) => seen.result(id).error)).toEqual(['', '', 'ErrImagePull']);
    expect(seen.result('c1.2').message).toBe('pull QPS exceeded');
    expect(seen.events('c1.2')).toEqual([
      'Normal Pulling: Pulling image "app:1"',
      'Warning Failed: Failed to pull image "app:1": pull QPS exceeded',
    ]);
    expect(seen.runtimeCalls('c1.2')).toEqual(['GetImageRef']);
  });
});

describe('applyDefaultImageTag', () => {
  it.each([
    ['busybox', 'busybox:latest'],
    ['busybox:latest', 'busybox:latest'],
    ['localhost:5000/busybox', 'localhost:5000/busybox:latest'],
    ['docker.io/library/busybox:1', 'docker.io/library/busybox:1'],
    [`busybox@${digest}`, `busybox@${digest}`],
    [`busybox:1@${digest}`, `busybox:1@${digest}`],
  ])('makes of %s %s, and never names docker.io', (image, expected) => {
    expect(v1_31.applyDefaultImageTag(image)).toEqual({ image: expected });
  });
});

describe('the log', () => {
  it('has the event’s text after namespace, name and image where there is no object for an event', () => {
    const { insteadOfEvent } = logMessagesByNamespace;
    expect(insteadOfEvent(testPod, 'app:1', 'Normal', 'Pulling image "app:1"')).toEqual({
      severity: 'info',
      text: 'test-ns/test_pod/app:1 Pulling image "app:1"',
    });
    expect(insteadOfEvent(testPod, 'app:1', 'Warning', 'x').severity).toBe('warning');
  });

  it('says which container has no object, as a structured line', () => {
    expect(logMessagesByNamespace.noReference(testPod, 'app', 'no "spec"')).toEqual({
      severity: 'error',
      text: '"Couldn\'t make a ref to pod" err="no \\"spec\\"" pod="test-ns/test_pod" containerName="app"',
    });
  });
});
