import { startupBugs } from '../../kubelet/known-bugs/startup-bugs.ts';
import { type BugLook, type BugSign, PodsOfPulls, podNameOf } from './bug-sign.ts';

/** What the known bugs of the startup SLI look like. */
export const startupSigns: readonly BugSign[] = [
  { bug: startupBugs.pullSessionLeftOpen, look: () => atOpenPulls((error) => error !== '') },
  { bug: startupBugs.pullNeverEnds, look: () => atOpenPulls((error) => error === '') },
  {
    bug: startupBugs.oneInitContainer,
    look: () => {
      const inits = new Map<string, ReadonlySet<string>>();
      const started = new Map<string, number>();
      return (record) => {
        if (record.type === 'pod' && record.state === 'added')
          inits.set(record.pod.uid, new Set(record.containers.flatMap(({ kind, name }) => (kind === 'init' ? [name] : []))));
        if (record.type !== 'container' || record.state !== 'running') return undefined;
        const { uid } = record.pod;
        if (!inits.get(uid)?.has(record.container)) return undefined;
        const count = (started.get(uid) ?? 0) + 1;
        started.set(uid, count);
        return count === 2 ? podNameOf(record.pod) : undefined;
      };
    },
  },
];

/** Answers with the pod where a call returns in this way, while a pull of its that it or an earlier one began has not ended. */
function atOpenPulls(isSeen: (error: string) => boolean): BugLook {
  const open = new Set<string>();
  const pods = new PodsOfPulls();
  return (record) => {
    pods.note(record);
    if (record.type === 'pulling' && record.state === 'started') open.add(record.actor);
    else if (record.type === 'pulling') open.delete(record.actor);
    else if (record.type === 'result' && open.has(record.actor) && isSeen(record.error)) {
      open.delete(record.actor);
      return pods.of(record.actor);
    }
    return undefined;
  };
}
