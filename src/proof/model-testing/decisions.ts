import type { AnyTransitionDefinition, EventObject, InspectionEvent } from 'xstate';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import type { Reason } from '../../rules/kubelet/upstream/reason.ts';
import { upstreamText } from '../../rules/kubelet/upstream/upstream-text.ts';
import type { CallEntry, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../conformance/imagemanager/run-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { entriesByCall } from './call-entries.ts';

/** Something that the kubelet decided for a call. */
export interface Decision {
  /** One clause: `the policy is never to pull, and the image is absent`. */
  readonly because: string;
  /** Where this release decides so; undefined if its sources are not known. */
  readonly upstream: string | undefined;
}

interface CallDecisions {
  /** How many entries of the trace the call has so far. */
  entries: number;
  readonly decisions: { readonly reason: Reason; readonly entries: number }[];
}

/** What a pull tells the recorder that is an entry of a trace. */
const entryTypes: readonly string[] = ['event', 'runtime', 'runtime-return', 'pulling', 'result'];

/**
 * Returns what the kubelet decided for a call until this entry of the script's trace, in order: the guards and
 * transitions that the statecharts took when the simulator ran the script. Empty for an entry of no call.
 */
export function decisionsBefore(
  script: Script,
  profile: Profile,
  entry: Entry | undefined,
): readonly Decision[] {
  if (entry === undefined || !('call' in entry)) return [];
  const observer = new DecisionObserver();
  const trace = runScript(script, profile, { inspect: observer.inspect });
  const own: readonly CallEntry[] = entriesByCall(trace).get(entry.call) ?? [];
  const text = JSON.stringify(entry);
  const index = own.findIndex((one) => JSON.stringify(one) === text);
  return observer.decisionsOf(entry.call, index < 0 ? own.length : index).map(({ because, upstream }) => ({
    because,
    upstream: upstreamText(upstream, profile.version),
  }));
}

/** Notes the reasons that the transitions of a run carry, by the call that they serve. */
class DecisionObserver {
  readonly #byCall = new Map<string, CallDecisions>();
  /** The call that the actor of a pull serves. */
  readonly #served = new Map<unknown, CallDecisions>();
  /** The reason of the last transition of each actor, which the answer that it sends then has too. */
  readonly #last = new Map<unknown, Reason | undefined>();

  readonly inspect = (event: InspectionEvent): void => {
    if (event.type === '@xstate.microstep') {
      const { actorRef, _transitions } = event;
      const reasons = _transitions.map(reasonOf).filter((reason) => reason !== undefined);
      this.#last.set(actorRef, reasons.at(-1));
      this.#begin(actorRef, event.event);
      for (const reason of reasons) this.#note(actorRef, reason);
    } else if (event.type === '@xstate.event') {
      const { actorRef, sourceRef } = event;
      // The answer of the records, the back-off, the slots or the throttle to a pull.
      if (this.#served.has(actorRef) && sourceRef !== undefined && !this.#served.has(sourceRef)) {
        const told = (event.event as { readonly reason?: Reason }).reason ?? this.#last.get(sourceRef);
        if (told !== undefined) this.#note(actorRef, told);
      }
      const serving = this.#served.get(sourceRef);
      if (serving !== undefined) serving.entries += entriesIn(event.event as RecorderEvent);
    }
  };

  decisionsOf(call: string, entries: number): readonly Reason[] {
    const { decisions = [] } = this.#byCall.get(call) ?? {};
    return decisions.filter((one) => one.entries <= entries).map(({ reason }) => reason);
  }

  #begin(actor: unknown, event: EventObject): void {
    if (event.type !== 'PULL.REQUESTED') return;
    const { requester } = event as EventObject & { readonly requester: { readonly id: string } };
    const begun: CallDecisions = { entries: 0, decisions: [] };
    this.#served.set(actor, begun);
    this.#byCall.set(requester.id, begun);
  }

  #note(actor: unknown, reason: Reason): void {
    const serving = this.#served.get(actor);
    serving?.decisions.push({ reason, entries: serving.entries });
  }
}

function reasonOf({ meta }: AnyTransitionDefinition): Reason | undefined {
  return meta !== undefined && 'because' in meta ? (meta as Reason) : undefined;
}

function entriesIn(event: RecorderEvent): number {
  if (event.type !== 'RECORDS') return 0;
  return event.observations.filter(({ type }) => entryTypes.includes(type)).length;
}
