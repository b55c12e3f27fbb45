import { describe, expect, it } from 'vitest';
import type { PullCredential } from '../../../../src/rules/kubelet/credentials/pull-credential.ts';
import {
  checkAccess,
  requiresVerification,
} from '../../../../src/rules/kubelet/pull-records/access-check.ts';
import {
  leftIntents,
  noPullRecords,
  openPullRecords,
  type PullRecords,
  pruneRecords,
  recordImagePulled,
  recordImagePullFailed,
  recordPullIntent,
  recoverIntents,
} from '../../../../src/rules/kubelet/pull-records/pull-records.ts';
import { withFile } from '../../../../src/rules/kubelet/pull-records/record-files.ts';

const image = 'reg.example/app:1';
const imageRef = 'sha256:aa';
const secret = (name: string, identity = name, uid = name): PullCredential => ({
  identity,
  registryKey: 'reg.example',
  source: { kind: 'secret', namespace: 'ns', name, uid },
});
const account: PullCredential = {
  identity: 'x',
  registryKey: 'reg.example',
  source: { kind: 'serviceAccount', namespace: 'ns', name: 'b', uid: 'b' },
};

function pulled(credential?: PullCredential, records = noPullRecords(), name = image): PullRecords {
  return recordImagePulled(
    recordPullIntent(records, name),
    { image: name, imageRef, ...(credential === undefined ? {} : { credential }) },
    1_500_000,
  );
}

function ask(records: PullRecords, credentials: readonly PullCredential[] = [], policy = '', name = image) {
  return checkAccess(records, { policy }, { image: name, imageRef, credentials: { credentials } }, 2_000_000);
}

function restarted({ disk, fileName }: PullRecords): PullRecords {
  return openPullRecords(disk, {}, fileName);
}

const checkOf = (records: PullRecords, ...own: PullCredential[]) => ask(records, own).verdict.check;

// MustAttemptImagePull in pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3); scripts of
// credentials.ndjson
describe('a pod may use an image that is there', () => {
  it('always, where the policy does not ask (`table-NeverVerify-*`)', () => {
    expect(ask(pulled(secret('alice')), [], 'NeverVerify').verdict).toEqual({
      kind: 'granted',
      check: 'credentialPolicyAllowed',
      reason: {
        because: 'the verification policy asks for no credentials for this image',
        upstream: 'policyAllows',
      },
    });
    expect(ask(noPullRecords(), []).verdict.check).toBe('credentialPolicyAllowed');
    expect(ask(noPullRecords(), [], 'AlwaysVerify').verdict).toMatchObject({
      kind: 'refused',
      check: 'mustAuthenticate',
    });
  });

  it('where it was pulled anonymously or by the node (`table-*-pulled-by-node`)', () => {
    expect(checkOf(pulled())).toBe('credentialRecordFound');
    expect(checkOf(pulled({ ...secret('x'), source: { kind: 'node' } }))).toBe('credentialRecordFound');
  });

  it('with the secret that opened it, an equal one, or that secret with new content (`secret-rotated-same-coordinates`)', () => {
    const records = pulled(secret('alice'));
    expect(checkOf(records)).toBe('mustAuthenticate');
    expect(checkOf(records, secret('bob'))).toBe('mustAuthenticate');
    expect(checkOf(records, secret('alice', 'new'))).toBe('credentialRecordFound');
    const { records: learnt, verdict } = ask(records, [secret('copy', 'alice')]);
    expect(verdict.check).toBe('credentialRecordFound');
    // The copy counts on its own from now on, whatever is in it.
    expect(checkOf(learnt, secret('copy', 'rotated'))).toBe('credentialRecordFound');
    expect(checkOf(records, secret('alice', 'new', 'another uid'))).toBe('mustAuthenticate');
  });

  it('with the service account that opened it (`service-account`)', () => {
    expect(checkOf(pulled(account), account)).toBe('credentialRecordFound');
    expect(checkOf(pulled(account), secret('alice'))).toBe('mustAuthenticate');
  });

  it('never under a name that it was not pulled under (`record-two-names-one-ref`)', () => {
    expect(ask(pulled(), [], '', 'reg.example/other:1').verdict.check).toBe('mustAuthenticate');
    expect(ask(pulled(), [], '', 'reg.example/app:2').verdict.check).toBe('credentialRecordFound');
  });

  it('not where its secrets cannot be read and the record would have to look (`secret-broken-asked-only-when-needed`)', () => {
    const question = { image, imageRef, credentials: { error: 'unexpected end of JSON input' } };
    expect(checkAccess(pulled(secret('alice')), { policy: '' }, question, 0).verdict).toEqual({
      kind: 'failed',
      check: 'error',
      error: 'unexpected end of JSON input',
      reason: {
        because: 'the record must be compared with the pull secrets of the pod, which cannot be read',
        upstream: 'podCredentials',
      },
    });
    expect(checkAccess(pulled(), { policy: '' }, question, 0).verdict.kind).toBe('granted');
  });

  it('not while anybody pulls that very name (`gate-on-present-while-pulling`)', () => {
    const once = recordPullIntent(recordPullIntent(noPullRecords(), image), image);
    expect(checkOf(once)).toBe('mustAuthenticate');
    expect(checkOf(recordImagePullFailed(once, image))).toBe('mustAuthenticate');
    expect(checkOf(recordImagePullFailed(recordImagePullFailed(once, image), image))).toBe(
      'credentialPolicyAllowed',
    );
    expect(ask(once, [], '', 'reg.example/app').verdict.check).toBe('credentialPolicyAllowed');
  });

  it('learns while matching only up to 100 secrets; pulls write on (`record-more-than-100-secrets`)', () => {
    let records = noPullRecords();
    for (let index = 0; index < 100; index += 1) records = pulled(secret(`s${index}`), records);
    const { records: same } = ask(records, [secret('copy', 's1')]);
    expect(checkOf(same, secret('copy', 'rotated'))).toBe('mustAuthenticate');
    expect(checkOf(records, secret('s1', 'rotated'))).toBe('mustAuthenticate');
    expect(checkOf(pulled(secret('s100'), records), secret('s100'))).toBe('credentialRecordFound');
  });

  it('an anonymous success wipes the list of secrets (`record-node-access-wipes-secrets`)', () => {
    expect(checkOf(pulled(undefined, pulled(secret('alice'))))).toBe('credentialRecordFound');
  });
});

describe('the files of the records', () => {
  // `record-corrupt`, `record-deleted-*`
  it('are read again by the next kubelet only; an undecodable one forces a pull', () => {
    const records = pulled(secret('alice'));
    const broken = {
      ...records,
      disk: { ...records.disk, pulled: withFile(records.disk.pulled, imageRef, { text: '{' }) },
    };
    expect(checkOf(broken, secret('alice'))).toBe('credentialRecordFound');
    expect(checkOf(restarted(broken), secret('alice'))).toBe('error');
    const none = noPullRecords();
    const intent = {
      ...none,
      disk: { ...none.disk, pulling: withFile(none.disk.pulling, 'app', { text: '{' }) },
    };
    expect(ask(restarted(intent), [], '', 'app').verdict.check).toBe('error');
  });

  it('keep an intent whose kubelet died, until its image is found or the name is pulled again (`crash-*`)', () => {
    const died = restarted(recordPullIntent(noPullRecords(), image));
    expect(leftIntents(died)).toEqual([image]);
    expect(checkOf(died)).toBe('mustAuthenticate');
    const listed = (repoTags: string[], repoDigests: string[] = []) => [
      { id: imageRef, repoTags, repoDigests },
    ];
    expect(leftIntents(recoverIntents(died, listed(['reg.example/app']), 0))).toEqual([image]);
    const recovered = recoverIntents(died, listed([image]), 0);
    expect(leftIntents(recovered)).toEqual([]);
    expect(checkOf(recovered, secret('alice'))).toBe('mustAuthenticate');
    const digest = `reg.example/app@sha256:${'0'.repeat(64)}`;
    expect(
      leftIntents(
        recoverIntents(restarted(recordPullIntent(noPullRecords(), digest)), listed([], [digest]), 0),
      ),
    ).toEqual([]);
    expect(leftIntents(recordImagePullFailed(died, image))).toEqual([]);
  });

  // `crash-with-older-record`
  it('of an older record stay as they are when a crash is recovered onto it', () => {
    const died = restarted(recordPullIntent(pulled(secret('alice')), image));
    const recovered = recoverIntents(died, [{ id: imageRef, repoTags: [image], repoDigests: [] }], 9_000_000);
    expect(checkOf(recovered, secret('alice'))).toBe('credentialRecordFound');
    expect(checkOf(recovered, secret('bob'))).toBe('mustAuthenticate');
  });

  // PruneUnknownRecords; `gc-in-use-image-loses-its-record`: times in files are whole seconds
  it('go with a garbage collection that does not name their image, unless they are newer than it', () => {
    const records = pulled(secret('alice'));
    expect(checkOf(pruneRecords(records, [], 1_000_000), secret('alice'))).toBe('credentialRecordFound');
    expect(checkOf(pruneRecords(records, [imageRef], 2_000_000), secret('alice'))).toBe(
      'credentialRecordFound',
    );
    expect(checkOf(pruneRecords(records, [], 1_000_001))).toBe('credentialPolicyAllowed');
  });

  it('are counted, and the caches filled to a part (`record-small-caches`)', () => {
    const small = openPullRecords(noPullRecords().disk, { maxPods: 1 }, (name) => name);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const full = names.reduce(
      (records, name) =>
        recordImagePulled(recordPullIntent(records, name), { image: name, imageRef: name }, 0),
      small,
    );
    expect(full.figures).toEqual({
      onDiskIntents: 0,
      onDiskRecords: 7,
      inMemoryIntentsPercent: 0,
      inMemoryRecordsPercent: 100,
    });
    expect(full.pulled.isAuthoritative).toBe(false);
    const oldest = checkAccess(
      full,
      { policy: 'AlwaysVerify' },
      { image: 'a', imageRef: 'a', credentials: { credentials: [] } },
      0,
    );
    expect(oldest.verdict.check).toBe('credentialRecordFound');
  });
});

it('an allowlist is asked instead of the records, and a policy that is none is a programmer’s error', () => {
  const listed = { policy: 'NeverVerifyAllowlistedImages', allowlist: ['reg.example/*'] };
  expect(requiresVerification(listed, image, true)).toBe(false);
  expect(requiresVerification(listed, 'other.example/app', false)).toBe(true);
  expect(() => requiresVerification({ policy: 'Sometimes' }, image, true)).toThrow(
    'unknown image pull credential verification policy: Sometimes',
  );
});
