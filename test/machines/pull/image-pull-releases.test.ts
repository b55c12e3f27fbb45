import { describe, expect, it } from 'vitest';
import { profiles, v1_14, v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { pullWorld, type Script } from './pull-world.ts';

// What differs between releases in EnsureImageExists, as recorded (test/proof/conformance); 1.14 from seed 004.

type Row = readonly [release: string, expected: string | boolean];

/** Runs one call on each release and hands its log to the test. */
function onEach(rows: readonly Row[], script: Partial<Script>, image: string, policy: string) {
  return rows.map(([release, expected]) => {
    const profile = profiles.find((one) => one.release === release) ?? v1_36;
    return { release, expected, log: pullWorld(profile, script).call(image, policy) };
  });
}

describe('with Always and the image present', () => {
  it.each(
    onEach(
      [
        ['1.14', true],
        ['1.27', true],
        ['1.31', true],
        ['1.36', false],
      ],
      { imageRef: 'sha256:here' },
      'root',
      'Always',
    ),
  )('$release looks first: $expected, and pulls in any case', ({ expected, log }) => {
    expect(log.includes('runtime GetImageRef root:latest')).toBe(expected);
    expect(log.at(-1)).toBe('answer sha256:pulled');
  });

  it.each([v1_14, v1_27, v1_31])('fails with the inspection before 1.32 ($release)', (profile) => {
    expect(pullWorld(profile, { inspectError: 'boom' }).call('root', 'Always').at(-1)).toBe(
      'answer ImageInspectError: Failed to inspect image "root": boom',
    );
  });
});

it.each(
  onEach(
    [
      ['1.14', 'Successfully pulled image "root"'],
      ['1.27', 'Successfully pulled image "root" in 1.50025s (1.50025s including waiting)'],
      [
        '1.31',
        'Successfully pulled image "root" in 1.513s (1.513s including waiting). Image size: 1234 bytes.',
      ],
      [
        '1.36',
        'Successfully pulled image "root" in 1.513s (1.513s including waiting). Image size: 1234 bytes.',
      ],
    ],
    {},
    'root',
    'IfNotPresent',
  ),
)('$release words a success: $expected', ({ expected, log }) => {
  expect(log).toContain(`Normal Pulled: ${expected}`);
  expect(log).toContain('result ref=sha256:pulled error= message=');
});

it.each(
  onEach(
    [
      ['1.14', false],
      ['1.27', false],
      ['1.31', true],
      ['1.36', true],
    ],
    {},
    'root',
    'IfNotPresent',
  ),
)('$release asks for the size with the slot held: $expected', ({ expected, log }) => {
  const asked = log.indexOf('runtime GetImageSize root:latest');
  expect(asked >= 0).toBe(expected);
  expect(asked).toBeLessThan(log.indexOf('→ SLOT.RELEASED'));
});

it.each(
  onEach(
    [
      ['1.14', false],
      ['1.27', true],
      ['1.31', true],
      ['1.36', true],
    ],
    {},
    'root',
    'IfNotPresent',
  ),
)(
  '$release records pulling times: $expected; the start before Pulling, the end before Pulled',
  ({ expected, log }) => {
    const started = log.indexOf('pulling started');
    const finished = log.indexOf('pulling finished');
    expect(started >= 0 && finished >= 0).toBe(expected);
    if (!expected) return;
    expect(log[started + 1]).toBe('Normal Pulling: Pulling image "root"');
    expect(log[finished + 1]).toMatch(/^Normal Pulled: /);
  },
);

it.each(
  onEach(
    [
      ['1.14', ''],
      ['1.27', ''],
      ['1.31', ''],
      ['1.36', 'Container image "root" already present on machine'],
    ],
    { imageRef: 'sha256:here' },
    'root',
    'IfNotPresent',
  ),
)('$release answers for a present image with the message "$expected"', ({ release, expected, log }) => {
  expect(log).toContain('Normal Pulled: Container image "root" already present on machine');
  expect(log).toContain(`result ref=sha256:here error= message=${expected}`);
  expect(log.includes('pulling finished')).toBe(release === '1.36');
});

it.each(
  onEach(
    [
      ['1.14', 'Back-off pulling image "root"'],
      ['1.27', 'Back-off pulling image "root"'],
      ['1.31', 'Back-off pulling image "root"'],
      ['1.36', 'Back-off pulling image "root": ErrImagePull: boom'],
    ],
    { backsOff: { previous: { reason: 'ErrImagePull', message: 'boom' } } },
    'root',
    'IfNotPresent',
  ),
)('$release answers in back-off: $expected; the event stays short', ({ expected, log }) => {
  expect(log.at(-1)).toBe(`answer ImagePullBackOff: ${expected}`);
  expect(log).toContain('Normal BackOff: Back-off pulling image "root"');
});

it.each(
  onEach(
    [
      ['1.14', 'ErrImageNeverPull'],
      ['1.27', 'ErrImageNeverPull'],
      ['1.31', 'ErrImageNeverPull'],
      ['1.36', ''],
    ],
    {},
    'root',
    '',
  ),
)(
  '$release with an empty policy behaves like Never before 1.32, and pulls unseen after it',
  ({ expected, log }) => {
    const last = log.at(-1) ?? '';
    expect(last.startsWith('answer ErrImageNeverPull')).toBe(expected !== '');
    expect(last === 'answer sha256:pulled').toBe(expected === '');
  },
);

it.each(
  onEach(
    [
      ['1.14', 'ErrImagePull: RegistryUnavailable: 503'],
      ['1.27', 'ErrImagePull: RegistryUnavailable: 503'],
      ['1.31', 'RegistryUnavailable: image pull failed for root because the registry is unavailable: 503'],
      ['1.36', 'RegistryUnavailable: image pull failed for root because the registry is unavailable: 503'],
    ],
    { pull: { error: 'RegistryUnavailable: 503' } },
    'root',
    'IfNotPresent',
  ),
)('$release makes of an error that begins with RegistryUnavailable: $expected', ({ expected, log }) => {
  expect(log).toContain('Warning Failed: Failed to pull image "root": RegistryUnavailable: 503');
  expect(log.at(-1)).toBe(`answer ${expected}`);
});

it.each(
  onEach(
    [
      [
        '1.14',
        'couldn\'t parse image reference "Root": invalid reference format: repository name must be lowercase',
      ],
      [
        '1.27',
        'couldn\'t parse image reference "Root": invalid reference format: repository name must be lowercase',
      ],
      [
        '1.31',
        'couldn\'t parse image name "Root": invalid reference format: repository name (library/Root) must be lowercase',
      ],
      [
        '1.36',
        'couldn\'t parse image name "Root": invalid reference format: repository name (library/Root) must be lowercase',
      ],
    ],
    {},
    'Root',
    'Always',
  ),
)('$release refuses a name: $expected', ({ expected, log }) => {
  expect(log).toHaveLength(4);
  expect(log[1]).toBe(`Warning InspectFailed: Failed to apply default image tag "Root": ${expected}`);
});

describe('the arguments of PullImage', () => {
  const extra = { annotations: { team: 'a' }, runtimeHandler: 'kata' };

  it.each([
    [v1_14, {}],
    [v1_27, { annotations: extra.annotations }],
    [v1_31, extra],
    [v1_36, extra],
  ] as const)('%#: annotations from 1.27 on, the runtime handler from 1.31 on', (profile, expected) => {
    const world = pullWorld(profile, {}, extra);
    world.call('root', 'IfNotPresent');
    const calls = world.observations().filter((one) => one.type === 'runtime');
    expect(calls.length).toBeGreaterThanOrEqual(2);
    for (const { type: _, op: __, image, ...rest } of calls) {
      expect(image).toBe('root:latest');
      expect(rest).toEqual(expected);
    }
  });

  it('leaves out fields that the pod does not set', () => {
    const world = pullWorld(v1_36);
    world.call('root:1', 'IfNotPresent');
    expect(world.observations().filter((one) => one.type === 'runtime')[0]).toEqual({
      type: 'runtime',
      op: 'GetImageRef',
      image: 'root:1',
    });
  });
});

it('does not ask for the size of an image whose reference is empty (cri-error-6)', () => {
  const log = pullWorld(v1_36, { pull: { imageRef: '' } }).call('root', 'IfNotPresent');
  expect(log).not.toContain('runtime GetImageSize root:latest');
  expect(log.at(-1)).toBe('answer ');
});

it('counts an unknown size as 0: it is a best effort (puller.go, v1.36.3)', () => {
  const log = pullWorld(v1_36, { size: { error: 'boom' } }).call('root', 'IfNotPresent');
  expect(log).toContain(
    'Normal Pulled: Successfully pulled image "root" in 1.513s (1.513s including waiting). Image size: 0 bytes.',
  );
});

it('keeps the events of an image volume on the pod: no field path', () => {
  const world = pullWorld(v1_36, {}, { fieldPath: undefined });
  world.call('root', 'IfNotPresent');
  const events = world.observations().filter((one) => one.type === 'event');
  expect(events).toHaveLength(2);
  for (const event of events) expect(event).not.toHaveProperty('fieldPath');
});
