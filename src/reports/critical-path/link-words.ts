import { phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import type { LinkName } from './critical-path.ts';
import type { PodStage } from './pod-stages.ts';

const stageWords: Readonly<Record<PodStage, string>> = {
  waitingForRound: "waiting for the kubelet's next look at the pod",
  preparing: 'volumes and checks of the pod',
  makingSandbox: "making the pod's sandbox",
};

/** Every link that a path may have: the stages of a pod, then the phases of containers. */
export const linkNames = [
  ...Object.keys(stageWords),
  ...phaseNames.filter((name) => name !== 'waitingToStart'),
] as readonly LinkName[];

/** Returns what a link of a critical path is called in tables and sums. */
export function linkWords(name: LinkName): string {
  return name in stageWords
    ? stageWords[name as PodStage]
    : phaseLooks[name as Exclude<LinkName, PodStage>].words;
}
