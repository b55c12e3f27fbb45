import { stripedLockPanic } from '../../kubelet/images/striped-locks.ts';
import { imagePullBugs } from '../../kubelet/known-bugs/image-pull-bugs.ts';
import type { HeaderNode } from '../../trace/record.ts';
import { type BugSign, isGateOn, podNameOf } from './bug-sign.ts';

/** What the known bugs of pulls look like. */
export const imagePullSigns: readonly BugSign[] = [
  {
    bug: imagePullBugs.stripedLocks,
    isOfReportedVersion: true,
    look: (run) => (record) => {
      // Whatever comes of the call, its intent is recorded under the image's name, if the image is there its access is asked for.
      if (record.type !== 'pull' || !reachesRecords.has(record.state)) return undefined;
      const stripes = lockStripesOf(run.nodeOf(record));
      return stripes !== undefined && stripedLockPanic(stripes, record.image) !== undefined ? record.image : undefined;
    },
  },
  {
    bug: imagePullBugs.inspectErrorWithoutImage,
    look: () => (record) => {
      if (record.type !== 'event' || !record.message.startsWith('Failed to inspect image "": ')) return undefined;
      return record.pod === undefined ? record.actor : podNameOf(record.pod);
    },
  },
  {
    bug: imagePullBugs.presentButPulled,
    look: () => {
      const underWay = new Map<string, Set<string>>();
      const besideAnother = new Map<string, string>();
      return (record) => {
        if (!('node' in record)) return undefined;
        const { node } = record;
        if (record.type === 'runtime' && record.op === 'PullImage') {
          const pulls = underWay.get(`${node} ${record.image}`);
          if (pulls === undefined) underWay.set(`${node} ${record.image}`, new Set([record.actor]));
          else pulls.add(record.actor);
        } else if (record.type === 'runtime-return') {
          underWay.get(`${node} ${record.image}`)?.delete(record.actor);
        } else if (record.type === 'runtime' && record.op === 'GetImageRef') {
          const others = underWay.get(`${node} ${record.image}`)?.size ?? 0;
          if (others > 0) besideAnother.set(record.actor, record.image);
          else besideAnother.delete(record.actor);
        } else if (record.type === 'result') {
          const image = besideAnother.get(record.actor);
          besideAnother.delete(record.actor);
          if (record.present === true && record.pullRequired === true && record.policy !== 'Always') return image;
        }
        return undefined;
      };
    },
  },
];

const reachesRecords: ReadonlySet<string> = new Set(['present', 'waiting', 'backingOff', 'failed']);

/** The locks by the kubelet's own reckoning, where it takes them: the gate is on and there is a limit. */
function lockStripesOf(node: HeaderNode | undefined): number | undefined {
  const limit = node?.kubelet.maxParallelImagePulls;
  return typeof limit === 'number' && isGateOn('KubeletEnsureSecretPulledImages', node) ? limit : undefined;
}
