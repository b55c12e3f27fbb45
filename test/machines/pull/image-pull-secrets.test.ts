import { expect, it } from 'vitest';
import type { PullAnswer } from '../../../machines/pull/image-manager.ts';
import { noPodCredentials } from '../../../src/rules/kubelet/credentials/pull-credential.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { pullWorld } from './pull-world.ts';

const secretsError = 'unexpected end of JSON input';

/**
 * What became of a pod with a broken pull secret whose image is on the node, by release; `verifies`: the
 * credentials gate.
 */
function fates(policy: string, verifies: boolean): Record<string, readonly string[]> {
  const fate: Record<string, string[]> = {};
  for (const profile of profiles.slice(profiles.findIndex(({ release }) => release === '1.31'))) {
    const world = pullWorld(profile, { imageRef: 'sha256:here' }, { verifiesCredentials: verifies });
    const requester = world.listen<PullAnswer>('pod', () => undefined);
    const credentials = { ...noPodCredentials, secretsError };
    world.pull.send({ type: 'PULL.REQUESTED', image: 'root', policy, requester, credentials });
    world.run(60_000_000);
    const [answer] = world.messagesTo('pod');
    const end =
      answer?.type === 'PULL.FAILED'
        ? String((answer.failure as { reason: string }).reason)
        : String(answer?.imageRef);
    const releases = fate[end] ?? [];
    fate[end] = [...releases, profile.release];
  }
  return fate;
}

// EnsureImageExists in pkg/kubelet/images/image_manager.go of v1.33.13, v1.34.4, v1.35.4: where
// MakeDockerKeyring is called.
it('a broken pull secret fails a pod whose image is there in 1.33, and with the gate in 1.34', () => {
  for (const policy of ['IfNotPresent', 'Never']) {
    expect(fates(policy, false)).toEqual({
      'sha256:here': ['1.31', '1.32', '1.34', '1.35', '1.36', '1.37', '1.38'],
      [secretsError]: ['1.33'],
    });
    expect(fates(policy, true)).toEqual({
      'sha256:here': ['1.31', '1.32', '1.35', '1.36', '1.37', '1.38'],
      [secretsError]: ['1.33', '1.34'],
    });
  }
});

// To 1.32 the secrets are read as part of the pull, whose failure is an ordinary one.
it('a broken pull secret fails every pull: as one to 1.32, by its own name since', () => {
  expect(fates('Always', false)).toEqual({
    ErrImagePull: ['1.31', '1.32'],
    [secretsError]: ['1.33', '1.34', '1.35', '1.36', '1.37', '1.38'],
  });
});
