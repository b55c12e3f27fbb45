import { imageVolumeBugs } from '../../kubelet/known-bugs/image-volume-bugs.ts';
import { type BugSign, podNameOf } from './bug-sign.ts';

/** What the known bugs of image volumes look like. */
export const imageVolumeSigns: readonly BugSign[] = [
  {
    bug: imageVolumeBugs.eventStorm,
    look: () => {
      const told = new Set<string>();
      return (record) => {
        // Events about a container say which; those about an image volume only whose.
        const isOfVolume = record.type === 'event' && record.fieldPath === undefined;
        if (!isOfVolume || record.reason !== 'Pulled' || record.pod === undefined) return undefined;
        // The first one is news, and so is a pull.
        if (told.has(record.actor) && record.message.includes(' already present on machine')) return podNameOf(record.pod);
        told.add(record.actor);
        return undefined;
      };
    },
  },
  {
    bug: imageVolumeBugs.alwaysPulledAgain,
    look: () => {
      const pulled = new Set<string>();
      return (record) => {
        if (record.type !== 'pull' || record.volume !== true) return undefined;
        if (record.state === 'pulling' && pulled.has(record.actor)) return record.image;
        if (record.state === 'pulled') pulled.add(record.actor);
        return undefined;
      };
    },
  },
  {
    bug: imageVolumeBugs.failureUnseen,
    look: () => {
      const failed = new Set<string>();
      return (record) => {
        if (record.type === 'pull' && record.volume === true && (record.state === 'failed' || record.state === 'backingOff'))
          failed.add(record.pod.uid);
        if (record.type !== 'sync' || record.state !== 'finished') return undefined;
        const isUnseen = failed.delete(record.pod.uid) && record.error === undefined && record.dueMs !== undefined;
        return isUnseen ? podNameOf(record.pod) : undefined;
      };
    },
  },
];
