import { type ActorHistory, type ActorIdentity, actorTitle } from '../../../charts/inspector/actor-entry.ts';
import { followsByItself } from '../../../charts/inspector/follows-by-itself.ts';
import { runRoot } from '../../../charts/inspector/stately-messages.ts';
import { type SelectedStep, senderOf } from '../../../charts/inspector/step-selection.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';

/** A message from one actor to another. It is taken at the instant at which it is sent. */
export interface SequenceMessage {
  /** The step of the receiver. */
  readonly step: number;
  /** Virtual time in ms. */
  readonly at: number;
  /** The path of the sender; the receiver itself for a timer, `runRoot` for chance and the scenario. */
  readonly from: string;
  readonly to: string;
  /** The type of the event in words: `PULL.FAILED`, `after retry`, `starts`. */
  readonly event: string;
}

/** An actor that sends or gets messages. */
export interface Party {
  readonly machine: string;
  /** What distinguishes it from others of its machine. */
  readonly title: string;
}

/** Returns what an actor gets and sends, in the order in which it is taken. */
export function messagesOfActor({ started, steps, sent }: ActorHistory): readonly SequenceMessage[] {
  const { actor } = started;
  return [
    ...messagesOfSteps([started, ...steps]),
    ...sent.map(({ step, at, to, event }) => ({ step, at, from: actor, to, event: eventWords(event) })),
  ].sort((one, other) => one.step - other.step);
}

/** Returns what the actors of these steps get. An eventless transition is no message. */
export function messagesOfSteps(steps: readonly SelectedStep[]): readonly SequenceMessage[] {
  return steps.flatMap((one) => {
    const { step, at, actor } = one;
    if (one.type === 'actorStopped' || (one.type === 'actorStep' && followsByItself(one))) return [];
    const event = one.type === 'actorStarted' ? 'starts' : eventWords(one.event.type);
    return [{ step, at, from: senderOf(one) ?? runRoot, to: actor, event }];
  });
}

/** Returns the type of an event; in words where it is one of XState's own. */
export function eventWords(type: string): string {
  return type
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.done\.actor\..*$/, 'is done')
    .replace(/^xstate\.error\.actor\..*$/, 'fails')
    .replace(/^xstate\.init$/, 'starts');
}

const theRun: Party = { machine: 'the run', title: 'scenario, chance' };

/** Returns who takes part, by path. Of others only the path is known. */
export function partiesOf(actors: Iterable<ActorIdentity>): (path: string) => Party {
  const parties = new Map([[runRoot, theRun]]);
  for (const actor of actors)
    parties.set(actor.actor, { machine: actor.machine, title: visibleText(actorTitle(actor)) });
  return (path) => parties.get(path) ?? { machine: 'actor', title: visibleText(path) };
}
