import { credentialBugs } from '../../kubelet/known-bugs/credential-bugs.ts';
import type { ActorRecord } from '../../trace/record.ts';
import { type BugLook, type BugSign, isGateOn, PodsOfPulls } from './bug-sign.ts';

type RuntimeRecord = Extract<ActorRecord, { type: 'runtime' }>;

/** What the known bugs of credentials look like. */
export const credentialSigns: readonly BugSign[] = [
  {
    bug: credentialBugs.brokenSecretWithoutEvent,
    look: () => {
      const pods = new PodsOfPulls();
      return (record) => {
        pods.note(record);
        const isBroken = record.type === 'result' && /^(invalid character|unexpected end of JSON|json: )/.test(record.error);
        return isBroken ? pods.of(record.actor) : undefined;
      };
    },
  },
  {
    bug: credentialBugs.shortNameKeepsIntent,
    // The name as written is the pull's; the runtime is given the one with its tag.
    look: (run) => cutOffPulls(run, ({ image }, written) => written !== undefined && written !== image),
  },
  {
    bug: credentialBugs.recoveryDropsSecret,
    look: (run) => cutOffPulls(run, (pull) => 'credential' in pull && pull.credential !== undefined),
  },
];

/** Answers with the image where a restart of the kubelet cuts off a pull of this sort. */
function cutOffPulls(run: Parameters<BugSign['look']>[0], isSeen: (pull: RuntimeRecord, written: string | undefined) => boolean): BugLook {
  const written = new Map<string, string>();
  const underWay = new Map<string, RuntimeRecord>();
  return (record) => {
    if (record.type === 'pull') written.set(record.actor, record.image);
    if (record.type === 'runtime' && record.op === 'PullImage') underWay.set(record.actor, record);
    if (record.type === 'runtime-return') underWay.delete(record.actor);
    if (record.type !== 'node' || record.state === 'started') return undefined;
    const node = record.node;
    const cutOff = [...underWay.values()].filter((pull) => pull.node === node);
    for (const { actor } of cutOff) underWay.delete(actor);
    if (!isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record))) return undefined;
    return cutOff.find((pull) => isSeen(pull, written.get(pull.actor)))?.image;
  };
}
