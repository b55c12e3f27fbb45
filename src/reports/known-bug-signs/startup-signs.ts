import { startupBugs } from '../../rules/kubelet/known-bugs/startup-bugs.ts';
import { type BugLook, type BugSign, PodsOfPulls, podNameOf } from './bug-sign.ts';

/** The signs of the known bugs of the startup SLI. */
export const startupSigns: readonly BugSign[] = [
  { bug: startupBugs.pullSessionLeftOpen, look: () => atOpenPulls((error) => error !== '') },
  { bug: startupBugs.pullNeverEnds, look: () => atOpenPulls((error) => error === '') },
  {
    bug: startupBugs.oneInitContainer,
    look: () => {
      const inits = new Map<string, ReadonlySet<string>>();
      const started = new Map<string, number>();
      return {
        pod: ({ state, pod, containers }) => {
          if (state !== 'added' || !containers.some(({ kind }) => kind === 'init')) return undefined;
          inits.set(
            pod.uid,
            new Set(containers.flatMap(({ kind, name }) => (kind === 'init' ? [name] : []))),
          );
          return undefined;
        },
        container: ({ state, pod, container }) => {
          if (state !== 'running' || !inits.get(pod.uid)?.has(container)) return undefined;
          const count = (started.get(pod.uid) ?? 0) + 1;
          started.set(pod.uid, count);
          return count === 2 ? podNameOf(pod) : undefined;
        },
      };
    },
  },
];

/** Returns a look that gives the pod when a call returns in this way while one of its pulls has not ended. */
function atOpenPulls(isSeen: (error: string) => boolean): BugLook {
  const open = new Set<string>();
  const pods = new PodsOfPulls();
  return {
    pull: pods.note,
    pulling: ({ state, actor }) => {
      if (state === 'started') open.add(actor);
      else open.delete(actor);
      return undefined;
    },
    result: ({ actor, error }) => {
      if (!open.has(actor) || !isSeen(error)) return undefined;
      open.delete(actor);
      return pods.of(actor);
    },
  };
}
