import { imageVolumeBugs } from '../../rules/kubelet/known-bugs/image-volume-bugs.ts';
import { type BugSign, podNameOf } from './bug-sign.ts';

/** The signs of the known bugs of image volumes. */
export const imageVolumeSigns: readonly BugSign[] = [
  {
    bug: imageVolumeBugs.eventStorm,
    look: () => {
      const reported = new Set<string>();
      return {
        // The kubelet sends an event Pulled at each of these.
        pull: ({ actor, volume, pod, state }) => {
          if (volume !== true || (state !== 'present' && state !== 'pulled')) return undefined;
          // The first such event is correct, and so is one after a pull.
          if (reported.has(actor) && state === 'present') return podNameOf(pod);
          reported.add(actor);
          return undefined;
        },
      };
    },
  },
  {
    bug: imageVolumeBugs.alwaysPulledAgain,
    look: () => {
      const pulled = new Set<string>();
      return {
        pull: ({ actor, volume, state, image }) => {
          if (volume !== true) return undefined;
          if (state === 'pulling' && pulled.has(actor)) return image;
          if (state === 'pulled') pulled.add(actor);
          return undefined;
        },
      };
    },
  },
  {
    bug: imageVolumeBugs.failureUnseen,
    look: () => {
      const failed = new Set<string>();
      return {
        pull: ({ volume, state, pod }) => {
          if (volume === true && (state === 'failed' || state === 'backingOff')) failed.add(pod.uid);
          return undefined;
        },
        sync: ({ state, pod, error, dueMs }) => {
          if (state !== 'finished') return undefined;
          const isUnseen = failed.delete(pod.uid) && error === undefined && dueMs !== undefined;
          return isUnseen ? podNameOf(pod) : undefined;
        },
      };
    },
  },
  {
    bug: imageVolumeBugs.removedBeforeMount,
    look: () => {
      /** By node and image: whether image GC has removed it, and it has not come back. */
      const removed = new Set<string>();
      /** By pod: the images of its volumes. */
      const volumes = new Map<string, readonly string[]>();
      return {
        image: ({ node, image, state, because }) => {
          if (state === 'removed' && because?.kind === 'imageGC') removed.add(`${node} ${image}`);
          else removed.delete(`${node} ${image}`);
          return undefined;
        },
        pod: ({ pod, containers }) => {
          const images = containers.filter(({ kind }) => kind === 'imageVolume').map(({ image }) => image);
          if (images.length > 0) volumes.set(pod.uid, images);
          return undefined;
        },
        status: ({ node, pod, containers }) => {
          if (!containers.some(({ reason }) => reason === 'CreateContainerError')) return undefined;
          return (volumes.get(pod.uid) ?? []).some((image) => removed.has(`${node} ${image}`))
            ? podNameOf(pod)
            : undefined;
        },
      };
    },
  },
];
