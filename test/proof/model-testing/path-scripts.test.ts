import { describe, expect, test } from 'vitest';
import { toStatechart } from '../../../machines/reducer.ts';
import { transitionsOf } from '../../../src/charts/statechart/transition-id.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import { parseScript } from '../../../src/proof/conformance/parse-script.ts';
import { unreachableByScript } from '../../../src/proof/model-testing/path-script-unreachable.ts';
import { pathScripts, realizePaths } from '../../../src/proof/model-testing/path-scripts.ts';
import { imageManagerModels } from '../../../src/proof/models/models.ts';
import { v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

const newest = realizePaths(v1_36, 'all-transitions');

describe.each([v1_36, v1_31, v1_27])('path scripts of $release', (profile) => {
  const { scripts, unrealizable } = profile === v1_36 ? newest : realizePaths(profile, 'all-transitions');
  const covered = new Set(scripts.flatMap(({ covers }) => covers));
  const unreachable = new Set(unreachableByScript(profile).map(({ item }) => item));

  test.each(imageManagerModels.map(({ id, machine }) => [id, machine] as const))(
    'take every transition of %s that a script can reach',
    (_, machine) => {
      const open = transitionsOf(toStatechart(machine)).filter(
        ({ id }) => !covered.has(id) && !unreachable.has(id),
      );
      expect(open.map(({ id }) => id)).toEqual([]);
    },
  );

  test('take no transition that is listed as out of reach', () => {
    expect([...unreachable].filter((id) => covered.has(id))).toEqual([]);
  });

  test('are scripts of the protocol, with names of their own', () => {
    for (const { script } of scripts) expect(parseScript(JSON.stringify(script))).toMatchObject({ ok: true });
    expect(new Set(scripts.map(({ script }) => script.name)).size).toBe(scripts.length);
  });

  // `windlass test --machine imagePull` runs no others.
  test.each(imageManagerModels.map(({ id, machine }) => [id, machine] as const))(
    'of %s are enough for it, and none can be left out',
    (id, machine) => {
      const own = scripts.filter((script) => script.machine === id);
      const reached = (some: typeof own) =>
        new Set(
          some
            .flatMap(({ covers }) => covers)
            .filter((one) => one.startsWith(`${id}.`) || one.startsWith(`${id} `)),
        );
      const reachable = transitionsOf(toStatechart(machine)).filter((one) => !unreachable.has(one.id));
      expect(reached(own).size).toBe(reachable.length);
      for (const one of own.filter(({ script }) => !script.name.includes(' edge ')))
        expect(reached(own.filter((other) => other !== one)).size, one.path).toBeLessThan(reachable.length);
    },
  );

  test('say why a path has no script', () => {
    expect(unrealizable.length).toBeGreaterThan(0);
    expect(unrealizable.filter(({ reason }) => reason === '')).toEqual([]);
    expect(unrealizable.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('the protocol restarts no kubelet'),
    );
  });
});

test('the releases differ in what a script cannot reach', () => {
  const reasons = (profile: typeof v1_36) =>
    new Set(unreachableByScript(profile).map(({ reason }) => reason));
  expect(reasons(v1_36)).not.toContain('this release has no gate KubeletEnsureSecretPulledImages');
  expect(reasons(v1_31)).toContain('this release has no gate KubeletEnsureSecretPulledImages');
  expect(reasons(v1_31)).not.toContain('this release does not ask for the size');
  expect(reasons(v1_27)).toContain('this release does not ask for the size');
});

test('path scripts are the same every time', () => {
  expect(JSON.stringify(realizePaths(v1_36, 'all-transitions'))).toBe(JSON.stringify(newest));
});

describe('all pairs of transitions', () => {
  const scripts = pathScripts(v1_36, 'all-transition-pairs');

  test('take at least all transitions', () => {
    const pairs = new Set(scripts.flatMap(({ covers }) => covers));
    const single = new Set(newest.scripts.flatMap(({ covers }) => covers));
    expect([...single].filter((id) => !pairs.has(id))).toEqual([]);
  });

  // What an answer of the path means to the pod that waits.
  test.each([
    ['BACK_OFF.ACTIVE', { type: 'result', error: 'ImagePullBackOff' }],
    ['THROTTLE.REFUSED', { type: 'result', error: 'ErrImagePull', message: 'pull QPS exceeded' }],
    ['IMAGE_STATUS.FAILED', { type: 'result', error: 'ImageInspectError' }],
    ['PULL.REQUESTED (invalid name)', { type: 'result', error: 'InvalidImageName' }],
    ['IMAGE_PULL.SUCCEEDED (no reference)', { type: 'result', imageRef: '', error: '' }],
    ['ACCESS.GRANTED', { type: 'event', message: expect.stringContaining('can be accessed by the pod') }],
  ])('a path with %s makes a kubelet do so', (event, entry) => {
    // A path of one transition has no pair.
    const walking = [...scripts, ...newest.scripts].filter(
      ({ machine, path }) => machine === 'imagePull' && path.split(' → ').includes(event),
    );
    expect(walking.length).toBeGreaterThan(0);
    for (const { script } of walking)
      expect(runScript(script, v1_36).trace).toContainEqual(expect.objectContaining(entry));
  });
});
