import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leaveIntents,
  mustAttemptImagePull,
  noPullRecords,
  type PullRecords,
  recordImagePulled,
  recordImagePullFailed,
  recordPullIntent,
} from '../../src/kubelet/pull-records.ts';

const policies = ['NeverVerify', '', 'NeverVerifyPreloadedImages', 'AlwaysVerify'] as const;

function pulled(image: string, ref: string): PullRecords {
  return recordImagePulled(recordPullIntent(noPullRecords, image), image, ref);
}

function mustPullBy(records: PullRecords, image: string, ref: string): boolean[] {
  return policies.map((policy) => mustAttemptImagePull(records, policy, image, ref));
}

// pkg/kubelet/images/pullmanager/image_pull_manager.go and image_pull_policies.go (1.36.3), and the `gate-on-*` traces
describe('pull records', () => {
  // `gate-on-preloaded-*`
  it('verify a preloaded image under AlwaysVerify only', () => {
    expect(mustPullBy(noPullRecords, 'root', 'sha256:aa')).toEqual([false, false, false, true]);
  });

  // `gate-on-two-pods`
  it('let any pod use an image that was pulled without secrets, under any of its tags', () => {
    const records = pulled('root', 'sha256:bb');
    expect(mustPullBy(records, 'root', 'sha256:bb')).toEqual([false, false, false, false]);
    expect(mustPullBy(records, 'root:latest', 'sha256:bb')).toEqual([false, false, false, false]);
    expect(records.intents.size).toBe(0);
  });

  // `record-short-name` (conformance/scripts/credentials.ndjson): the name is the one written
  it('do not know the image under another spelling', () => {
    const records = pulled('app', 'sha256:bb');
    expect(mustPullBy(records, 'docker.io/library/app', 'sha256:bb')).toEqual([false, true, true, true]);
  });

  it('go by image reference: another image of the same name is preloaded', () => {
    expect(mustPullBy(pulled('app', 'sha256:bb'), 'app', 'sha256:cc')).toEqual([false, false, false, true]);
  });

  // `gate-on-present-while-pulling`: another pod's pull under way makes a preloaded image one of the kubelet's own
  it('distrust a preloaded image while somebody pulls that very name', () => {
    const records = recordPullIntent(noPullRecords, 'root');
    expect(mustPullBy(records, 'root', 'sha256:aa')).toEqual([false, true, true, true]);
    expect(mustPullBy(records, 'root:latest', 'sha256:aa')).toEqual([false, false, false, true]);
  });

  // `gate-on-pull-fails-present`
  it('trust it again when the last of those pulls has failed', () => {
    const two = recordPullIntent(recordPullIntent(noPullRecords, 'root'), 'root');
    const one = recordImagePullFailed(two, 'root');
    expect(mustAttemptImagePull(one, '', 'root', 'sha256:aa')).toBe(true);
    const none = recordImagePullFailed(one, 'root');
    expect(mustAttemptImagePull(none, '', 'root', 'sha256:aa')).toBe(false);
    expect(none).toEqual(noPullRecords);
  });

  // the files under image_manager/pulling outlive the kubelet; the counter in memory does not
  it('keep on disk what was being pulled when the kubelet ended, until somebody pulls it to an end', () => {
    const left = leaveIntents(recordPullIntent(recordPullIntent(noPullRecords, 'root'), 'other'));
    expect(left).toEqual({ ...noPullRecords, leftIntents: new Set(['root', 'other']) });
    expect(mustPullBy(left, 'root', 'sha256:aa')).toEqual([false, true, true, true]);
    const again = recordPullIntent(left, 'root');
    expect(leaveIntents(again).leftIntents).toEqual(new Set(['root', 'other']));
    const ended = recordImagePullFailed(again, 'root');
    expect(ended.leftIntents).toEqual(new Set(['other']));
    expect(mustPullBy(ended, 'root', 'sha256:aa')).toEqual([false, false, false, true]);
    expect(leaveIntents(recordPullIntent(ended, 'new')).leftIntents).toEqual(new Set(['other', 'new']));
  });

  it('say nothing of an image that is not there', () => {
    expect(mustPullBy(noPullRecords, 'root', '')).toEqual([true, true, true, true]);
  });

  // PullManager.RecordImagePulled returns before it drops the intent when the record cannot be written
  it('keep the intent of a name that they cannot read', () => {
    const records = recordPullIntent(noPullRecords, 'Root');
    expect(recordImagePulled(records, 'Root', 'sha256:bb')).toEqual(records);
  });

  it('verify all but the allowlisted images, however they came', () => {
    const records = pulled('reg.io/a/b', 'sha256:bb');
    const must = (image: string, list: readonly string[]) =>
      mustAttemptImagePull(records, 'NeverVerifyAllowlistedImages', image, 'sha256:cc', list);
    expect(must('reg.io/a/b:1', ['reg.io/a/b'])).toBe(false);
    expect(must('reg.io/a/b:1', ['reg.io/a/*'])).toBe(false);
    expect(must('reg.io/a/b:1', ['reg.io/a'])).toBe(true);
    expect(must('reg.io/a/b:1', [])).toBe(true);
    expect(mustAttemptImagePull(records, 'NeverVerifyAllowlistedImages', 'reg.io/a/b:1', 'sha256:bb')).toBe(false);
  });

  it('refuse a policy that does not exist', () => {
    expect(() => mustAttemptImagePull(noPullRecords, 'Sometimes', 'root', 'sha256:aa')).toThrow(
      'unknown image pull credential verification policy: Sometimes',
    );
  });

  it('count intents: as many ends as beginnings leave none', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'a:1'), fc.boolean()), { maxLength: 20 }), (pulls) => {
        const begun = pulls.reduce((records, [image]) => recordPullIntent(records, image), noPullRecords);
        expect([...begun.intents.values()].reduce((sum, count) => sum + count, 0)).toBe(pulls.length);
        const ended = pulls.reduce(
          (records, [image, succeeds]) => (succeeds ? recordImagePulled(records, image, 'ref') : recordImagePullFailed(records, image)),
          begun,
        );
        expect(ended.intents.size).toBe(0);
        expect(ended.pulled.has('ref')).toBe(pulls.some(([, succeeds]) => succeeds));
      }),
    );
  });
});
