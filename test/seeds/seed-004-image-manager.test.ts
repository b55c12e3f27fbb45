import { describe, expect, it } from 'vitest';
import type { ScriptPull } from '../../src/proof/conformance/imagemanager/script.ts';
import { v1_14 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { callAt, ensureImageExists, testPod } from './ensure-image.ts';
import { logMessagesByPodName } from './log-messages.ts';

// Seed 004_b4bac002cec81289.txt: pkg/kubelet/images/image_manager.go of 2019-02-10, on the profile of 1.14,
// which was written from it and could not be recorded. Branch by branch:
//
// | of the seed                                    | here                                                    |
// |------------------------------------------------|---------------------------------------------------------|
// | the commit: Pulling, Created, Started          | `the commit's texts` (Stopping: no container is killed by its runtime here) |
// | NewImageManager: serialized or not, QPS        | `the pullers`; there is no maxParallelImagePulls yet     |
// | shouldPullImage                                | `a policy`                                               |
// | logIt with and without a reference             | `the log`                                                |
// | EnsureImageExists, in the order of its returns | `EnsureImageExists`                                      |
// | err == ErrRegistryUnavailable                  | `RegistryUnavailable`                                    |
// | backOff.Next                                   | `backs off …`                                            |
// | backOff.GC                                     | shows nowhere: expired entries never count                |
// | applyDefaultImageTag                           | `applyDefaultImageTag`                                   |
// | ImageSpec has a name and nothing else          | `what the runtime is told`                               |

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const here = { images: [{ image: 'app:1', ref: 'sha256:here', size: 10 }] };
const pulling = (...pulls: readonly ScriptPull[]) => ({ images: [], pulls: { 'app:1': pulls } });

/** One call for `app:1` at 1 s. */
const ask = (policy: string, runtime = {}) => {
  const seen = ensureImageExists(v1_14, [callAt(1, 'app:1', policy)], { runtime });
  return { ...seen.result('c1'), events: seen.events(), calls: seen.runtimeCalls() };
};

describe('EnsureImageExists', () => {
  it('returns InvalidImageName before it asks the runtime', () => {
    const seen = ensureImageExists(v1_14, [callAt(1, 'App', 'Always')]);
    const message =
      'Failed to apply default image tag "App": couldn\'t parse image reference "App": invalid reference format: repository name must be lowercase';
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
    });
  });

  it('returns ImagePullBackOff within the back-off', () => {
    const calls = [callAt(1, 'app:1', 'IfNotPresent'), callAt(1.5, 'app:1', 'IfNotPresent')];
    const seen = ensureImageExists(v1_14, calls, { runtime: pulling({ error: '404' }) });
    const message = 'Back-off pulling image "app:1"';
    expect(seen.result('c1.5')).toEqual({ imageRef: '', error: 'ImagePullBackOff', message });
    expect(seen.events('c1.5')).toEqual([`Normal BackOff: ${message}`]);
    expect(seen.runtimeCalls('c1.5')).toEqual(['GetImageRef']);
  });

  it('returns ErrImagePull with the error’s text; the event has it too', () => {
    expect(ask('IfNotPresent', pulling({ error: '404' }))).toEqual({
      imageRef: '',
      error: 'ErrImagePull',
      message: '404',
      events: ['Normal Pulling: Pulling image "app:1"', 'Warning Failed: Failed to pull image "app:1": 404'],
      calls: ['GetImageRef', 'PullImage'],
    });
  });

  it('returns the reference of an image that was pulled; the event has the name alone', () => {
    const runtime = pulling({ takesMs: 1_500, ref: 'sha256:new', size: 4_096 });
    expect(ask('IfNotPresent', runtime)).toEqual({
      imageRef: 'sha256:new',
      error: '',
      message: '',
      events: ['Normal Pulling: Pulling image "app:1"', 'Normal Pulled: Successfully pulled image "app:1"'],
      calls: ['GetImageRef', 'PullImage'],
    });
  });

  it('backs off by the pod’s UID and the image as written', () => {
    const other = { pod: { ...testPod, uid: 'other' } };
    const calls = [
      callAt(1, 'app:1', 'Always'),
      callAt(1.1, 'docker.io/library/app:1', 'Always'),
      callAt(1.2, 'app:1', 'Always', other),
      callAt(1.3, 'app:1', 'Always'),
    ];
    const seen = ensureImageExists(v1_14, calls, { runtime: pulling({ error: '404' }) });
    expect(calls.map(({ id }) => seen.result(id).error)).toEqual([
      'ErrImagePull',
      'ErrImagePull',
      'ErrImagePull',
      'ImagePullBackOff',
    ]);
  });

  it('doubles the back-off at each failure, up to its maximum', () => {
    const calls = Array.from({ length: 400 }, (_, index) => callAt(index + 1, 'app:1', 'Always'));
    const seen = ensureImageExists(v1_14, calls, { runtime: pulling({ error: '404' }) });
    const pulls = seen.entries.flatMap((entry) =>
      entry.type === 'runtime' && entry.op === 'PullImage' ? [entry.at / 1000] : [],
    );
    expect(pulls).toEqual([1, 2, 4, 8, 16, 32, 64, 124, 184, 244, 304, 364]);
  });
});

describe('RegistryUnavailable', () => {
  it('keeps its name, and its message says so with a full stop', () => {
    const failed = ask('IfNotPresent', pulling({ error: 'RegistryUnavailable' }));
    expect(failed.error).toBe('RegistryUnavailable');
    expect(failed.message).toBe('image pull failed for app:1 because the registry is unavailable.');
    expect(failed.events.at(-1)).toBe('Warning Failed: Failed to pull image "app:1": RegistryUnavailable');
  });

  it.each(['RegistryUnavailable: 503', 'SignatureValidationFailed'])(
    'is not what "%s" is: only the very error counts',
    (error) => {
      expect(ask('IfNotPresent', pulling({ error }))).toMatchObject({
        error: 'ErrImagePull',
        message: error,
      });
    },
  );

  it('backs off as any failure does', () => {
    const calls = [1, 1.5].map((second) => callAt(second, 'app:1', 'Always'));
    const seen = ensureImageExists(v1_14, calls, { runtime: pulling({ error: 'RegistryUnavailable' }) });
    expect(seen.result('c1.5').error).toBe('ImagePullBackOff');
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
  it('is the name and nothing else; no size is asked, no recorder told, no metric kept', () => {
    const pod = { ...testPod, annotations: { team: 'a' } };
    const runtime = pulling({ ref: 'r', size: 5 });
    const seen = ensureImageExists(v1_14, [callAt(1, 'app:1', 'Always', { pod, runtimeHandler: 'kata' })], {
      runtime,
    });
    expect(seen.entries.filter((entry) => entry.type === 'runtime')).toEqual([
      { at: 1_000, call: 'c1', type: 'runtime', op: 'GetImageRef', image: 'app:1' },
      { at: 1_000, call: 'c1', type: 'runtime', op: 'PullImage', image: 'app:1' },
    ]);
    expect(seen.entries.filter(({ type }) => type === 'pulling' || type === 'metric')).toEqual([]);
  });
});

describe('the pullers', () => {
  const calls = [1, 1.1, 1.2].map((second) => callAt(second, 'app:1', 'Always'));

  it.each([
    ['serialized', { serialized: true }, 1],
    ['parallel', {}, 3],
    ['parallel, with a setting that 1.14 does not have', { maxParallelImagePulls: 2 }, 3],
  ])('%s', (_, setting, atOnce) => {
    const seen = ensureImageExists(v1_14, calls, {
      ...setting,
      runtime: pulling({ takesMs: 10_000, ref: 'r' }),
    });
    expect(seen.pullsBegunBy(2)).toBe(atOnce);
    expect(seen.pullsBegunBy(100)).toBe(3);
  });

  it('the throttle refuses a pull beyond its burst', () => {
    const seen = ensureImageExists(v1_14, calls, { qps: 1, burst: 2, runtime: pulling({ ref: 'r' }) });
    expect(calls.map(({ id }) => seen.result(id).message)).toEqual(['', '', 'pull QPS exceeded']);
    expect(seen.result('c1.2').error).toBe('ErrImagePull');
  });
});

describe('applyDefaultImageTag', () => {
  it.each([
    ['busybox', 'busybox:latest'],
    ['busybox:latest', 'busybox:latest'],
    ['localhost:5000/busybox', 'localhost:5000/busybox:latest'],
    ['docker.io/library/busybox:1', 'docker.io/library/busybox:1'],
    [`busybox@${digest}`, `busybox@${digest}`],
  ])('makes of %s %s, and never names docker.io', (image, expected) => {
    expect(v1_14.applyDefaultImageTag(image)).toEqual({ image: expected });
  });

  it('says what it could not parse', () => {
    expect(v1_14.applyDefaultImageTag('a b')).toEqual({
      error: 'couldn\'t parse image reference "a b": invalid reference format',
    });
  });
});

describe("the commit's texts", () => {
  it('name the container, and begin with a capital', () => {
    expect(v1_14.messages.created('installer')).toBe('Created container installer');
    expect(v1_14.messages.started('installer')).toBe('Started container installer');
    expect(v1_14.messages.pulling('registry.example/a:1')).toBe('Pulling image "registry.example/a:1"');
  });
});

describe('the log', () => {
  it('has the event’s text after the pod’s name and the image where there is no object for an event', () => {
    const { insteadOfEvent } = logMessagesByPodName;
    expect(insteadOfEvent(testPod, 'app:1', 'Normal', 'Pulling image "app:1"')).toEqual({
      severity: 'info',
      text: 'test_pod/app:1 Pulling image "app:1"',
    });
    expect(insteadOfEvent(testPod, 'app:1', 'Warning', 'x').severity).toBe('warning');
  });

  it('says which container has no object', () => {
    expect(logMessagesByPodName.noReference(testPod, 'app', 'no spec')).toEqual({
      severity: 'error',
      text: "Couldn't make a ref to pod test_pod, container app: 'no spec'",
    });
  });
});
