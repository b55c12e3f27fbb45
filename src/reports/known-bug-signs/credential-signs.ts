import { credentialBugs } from '../../rules/kubelet/known-bugs/credential-bugs.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type BugLook, type BugSign, isGateOn, podNameOf } from './bug-sign.ts';

/** The signs of the known bugs of credentials. */
export const credentialSigns: readonly BugSign[] = [
  {
    bug: credentialBugs.brokenSecretWithoutEvent,
    look: () => ({
      pull: ({ state, pod }) => (state === 'secretsUnreadable' ? podNameOf(pod) : undefined),
    }),
  },
  {
    bug: credentialBugs.shortNameKeepsIntent,
    // The pull has the name as written; the runtime gets it with its tag.
    look: (run) => cutOffPulls(run, ({ image }, written) => written !== undefined && written !== image),
  },
  {
    bug: credentialBugs.recoveryDropsSecret,
    look: (run) => cutOffPulls(run, (pull) => 'credential' in pull && pull.credential !== undefined),
  },
];

/** Returns a look that gives the image when a restart of the kubelet interrupts a pull of this kind. */
function cutOffPulls(
  run: Parameters<BugSign['look']>[0],
  isSeen: (pull: RecordOf<'runtime'>, written: string | undefined) => boolean,
): BugLook {
  const written = new Map<string, string>();
  const underWay = new Map<string, RecordOf<'runtime'>>();
  return {
    pull: ({ actor, image }) => {
      written.set(actor, image);
      return undefined;
    },
    runtime: (record) => {
      if (record.op === 'PullImage') underWay.set(record.actor, record);
      return undefined;
    },
    'runtime-return': ({ actor }) => {
      underWay.delete(actor);
      return undefined;
    },
    node: (record) => {
      if (record.state === 'started') return undefined;
      const cutOff = [...underWay.values()].filter(({ node }) => node === record.node);
      for (const { actor } of cutOff) underWay.delete(actor);
      if (!isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record))) return undefined;
      return cutOff.find((pull) => isSeen(pull, written.get(pull.actor)))?.image;
    },
  };
}
