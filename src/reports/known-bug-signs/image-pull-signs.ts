import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { stripedLockPanic } from '../../rules/kubelet/images/striped-locks.ts';
import { imagePullBugs } from '../../rules/kubelet/known-bugs/image-pull-bugs.ts';
import type { HeaderNode } from '../../trace/record.ts';
import { type BugSign, isGateOn, podNameOf } from './bug-sign.ts';

/** The signs of the known bugs of pulls. */
export const imagePullSigns: readonly BugSign[] = [
  {
    bug: imagePullBugs.stripedLocks,
    isOfReportedVersion: true,
    look: (run) => ({
      // Whatever the result of the call is, its intent is recorded under the image's name, and if the image
      // is there, access to it is checked.
      pull: (record) => {
        if (!reachesRecords.has(record.state)) return undefined;
        const stripes = lockStripesOf(run.nodeOf(record));
        return stripes !== undefined && stripedLockPanic(stripes, record.image) !== undefined
          ? record.image
          : undefined;
      },
    }),
  },
  {
    bug: imagePullBugs.inspectErrorWithoutImage,
    look: () => ({
      // A release with the bug names the image in none of these events.
      pull: ({ state, pod }) => (state === 'inspectFailed' ? podNameOf(pod) : undefined),
    }),
  },
  {
    bug: imagePullBugs.presentButPulled,
    look: () => {
      const underWay = new PullsUnderWay();
      const besideAnother = new Map<string, string>();
      return {
        runtime: ({ node, actor, image, op }) => {
          if (op === 'PullImage') underWay.begin(node, image, actor);
          else if (op === 'GetImageRef') {
            if (underWay.count(node, image) > 0) besideAnother.set(actor, image);
            else besideAnother.delete(actor);
          }
          return undefined;
        },
        'runtime-return': ({ node, actor, image }) => {
          underWay.end(node, image, actor);
          return undefined;
        },
        result: ({ actor, present, pullRequired, policy }) => {
          const image = besideAnother.get(actor);
          besideAnother.delete(actor);
          return present === true && pullRequired === true && policy !== 'Always' ? image : undefined;
        },
      };
    },
  },
];

/** The callers that wait for an image, by node and image. */
class PullsUnderWay {
  readonly #byNode = new Map<string, Map<string, Set<string>>>();

  begin(node: string, image: string, actor: string): void {
    const images = getOrInsert(this.#byNode, node, () => new Map());
    getOrInsert(images, image, () => new Set()).add(actor);
  }

  end(node: string, image: string, actor: string): void {
    const images = this.#byNode.get(node);
    const callers = images?.get(image);
    callers?.delete(actor);
    if (callers?.size === 0) images?.delete(image);
  }

  count(node: string, image: string): number {
    return this.#byNode.get(node)?.get(image)?.size ?? 0;
  }
}

const reachesRecords: ReadonlySet<string> = new Set(['present', 'waiting', 'backingOff', 'failed']);

/** Returns the number of locks, if the kubelet uses them: the feature gate is on and there is a limit. */
function lockStripesOf(node: HeaderNode | undefined): number | undefined {
  const limit = node?.kubelet.maxParallelImagePulls;
  return typeof limit === 'number' && isGateOn('KubeletEnsureSecretPulledImages', node) ? limit : undefined;
}
