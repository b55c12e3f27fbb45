import type { ChoiceAtStep, ChosenRun } from '../../run/simulation/choices.ts';
import type { QueueEntry } from '../../run/simulation/event-queue.ts';
import { PartRun } from '../../run/simulation/part-run.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { ActorLike } from './digest.ts';

/** A choice of a run, and what it is in words. */
export interface ToldChoice {
  readonly choice: ChoiceAtStep;
  readonly atMicros: number;
  /** `the kubelet of node-1 restarts` */
  readonly words: string;
}

/** Returns what the choices of a run are, in words, by making the run. */
export function tellChoices(input: SimulationInput, chosen: ChosenRun): readonly ToldChoice[] {
  const told: ToldChoice[] = [];
  const run = new PartRun(input, { chosen: { ...chosen, choices: [] }, onRecord: () => {} });
  for (const choice of chosen.choices) {
    while (run.over === undefined && run.steps < choice.step)
      run.take(run.ready(chosen.lateMicros), { kind: 'order', take: 0 });
    const ready = run.over === 'horizon' ? [] : run.ready(chosen.lateMicros);
    told.push({ choice, atMicros: run.nowMicros, words: wordsOf(choice, ready) });
    run.take(ready, choice);
  }
  return told;
}

function wordsOf(choice: ChoiceAtStep, ready: readonly QueueEntry[]): string {
  if (choice.kind === 'restart') return `the kubelet of ${choice.node} restarts`;
  if (choice.kind === 'pullFails') return `the pull of ${choice.image} fails`;
  const [first, taken] = [ready[0], ready[choice.take]];
  if (first === undefined || taken === undefined) return 'nothing: there is no choice';
  const lateMs = (taken.atMicros - first.atMicros) / 1_000;
  const lead = lateMs === 0 ? 'which is due at the same time' : `which was due ${lateMs} ms before`;
  return `first ${entryText(taken)}, then ${entryText(first)}, ${lead}`;
}

/** `node-1/kubelet/pleg RELIST.DUE` */
function entryText({ content }: QueueEntry): string {
  if (typeof content !== 'object') return content ?? 'something from outside';
  const target = content.target as ActorLike;
  return `${pathText(target)} ${content.event.type}`;
}

function pathText({ id, _parent }: ActorLike): string {
  return _parent === undefined ? id : `${pathText(_parent)}/${id}`;
}
