import { describe, expect, test } from 'vitest';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import { type Script, unhurriedKubelet } from '../../../src/proof/conformance/imagemanager/script.ts';
import { decisionsBefore } from '../../../src/proof/model-testing/decisions.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';
import { v1_27, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

const present: Script['runtime'] = {
  images: [{ image: 'root:latest', ref: 'sha256:aa', size: 1 }],
  pulls: { 'root:latest': [{ takesMs: 5000, ref: 'sha256:aa', size: 1 }] },
};

function call(id: string, atMs: number, policy: string, pod = id): Script['calls'][number] {
  return { at: atMs, id, pod: { namespace: 'ns', name: pod, uid: pod }, image: 'root', policy };
}

function script(runtime: Script['runtime'], ...calls: Script['calls']): Script {
  return { name: 's', kubelet: unhurriedKubelet, featureGates: {}, runtime, calls };
}

/** What is said of the result of this call. */
function whyOf(made: Script, id: string, profile: Profile = v1_36, type = 'result') {
  const entry = runScript(made, profile).trace.find(
    (one) => 'call' in one && one.call === id && one.type === type,
  );
  return decisionsBefore(made, profile, entry);
}

describe('the decisions before an entry', () => {
  test('say why Never does not find an image that is present: a pull intent is open', () => {
    const why = whyOf(script(present, call('c1', 0, 'Always'), call('c2', 1000, 'Never')), 'c2');
    expect(why.map(({ because }) => because)).toEqual([
      'the runtime is asked first whether the image is present',
      'the image is present, and the credentials gate is on, so the pull records decide',
      'a pull intent is open for the name, and no record of a pull exists, so the pod must authenticate',
      'the policy is never to pull, so the pod cannot authenticate, and the image counts as absent',
    ]);
    expect(why[2]?.upstream).toBe(
      'MustAttemptImagePull, pkg/kubelet/images/pullmanager/image_pull_manager.go:222, v1.36.3',
    );
    expect(why[3]?.upstream).toBe('EnsureImageExists, pkg/kubelet/images/image_manager.go:269-274, v1.36.3');
  });

  test('are those of the statecharts of that release, in its own lines', () => {
    const why = whyOf(script(present, call('c1', 0, 'Always'), call('c2', 1000, 'Never')), 'c2', v1_27);
    expect(why).toEqual([
      {
        because: 'the runtime is asked first whether the image is present',
        upstream: 'EnsureImageExists, pkg/kubelet/images/image_manager.go:126, v1.27.16',
      },
      {
        because: 'the image is present, and the policy allows to use it',
        upstream: 'EnsureImageExists, pkg/kubelet/images/image_manager.go:135-139, v1.27.16',
      },
    ]);
  });

  test('end where the entry is, and are those of its call alone', () => {
    const failing: Script['runtime'] = { images: [], pulls: { 'root:latest': [{ error: 'boom' }] } };
    const made = script(failing, call('c1', 0, 'Always', 'p'), call('c2', 0, 'Always', 'p'));
    expect(whyOf(made, 'c1', v1_36, 'runtime').map(({ because }) => because)).toEqual([
      'this policy pulls without asking whether the image is present',
      'no window of back-off is open for this pod and image, as it is written',
      'a slot is free',
      'registryPullQPS is 0, so there is no limit',
    ]);
    expect(whyOf(made, 'c2').map(({ because }) => because)).toEqual([
      'this policy pulls without asking whether the image is present',
      'the window after the last failure of this pod and image, as it is written, is still open',
    ]);
  });

  test('are none of an entry that no call has', () => {
    const made = script(present, call('c1', 0, 'Always'));
    expect(
      decisionsBefore(
        made,
        v1_36,
        runScript(made, v1_36).trace.find(({ type }) => type === 'metric'),
      ),
    ).toEqual([]);
    expect(decisionsBefore(made, v1_36, undefined)).toEqual([]);
  });
});
