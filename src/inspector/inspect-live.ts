import type { AnyActorRef } from 'xstate';
import { LiveInspection, type LiveInspectionOptions, type StatelyInspector } from './live-inspection.ts';

/** How `inspectLive` tells what it sees. */
export interface InspectLiveOptions extends LiveInspectionOptions {
  /** Virtual time in µs; default: always 0. */
  readonly nowMicros?: () => number;
}

/** What can be done with an inspection that runs. */
export interface LiveInspectionHandle {
  /** Tells once more which actors there are, and their states: for a viewer that came late. */
  readonly announce: () => void;
  /** Tells no more. */
  readonly stop: () => void;
}

/**
 * Shows an actor, and all below it, in an inspector of @statelyai/inspect (browser, WebSocket) from now on: those that run
 * already as they are, others as they start. Messages go out at once, in order, with names that are the same in every run.
 * For a whole simulation give `new LiveInspection(inspector).inspect` to `simulate` instead.
 *
 * @param root of an actor system: what `createActor` returned, started or not
 */
export function inspectLive(root: AnyActorRef, inspector: StatelyInspector, options: InspectLiveOptions = {}): LiveInspectionHandle {
  const { nowMicros = () => 0, ...rest } = options;
  const live = new LiveInspection(inspector, rest);
  meet(root, live, nowMicros());
  const subscription = root.system.inspect((event) => live.inspect(event, nowMicros()));
  return { announce: () => live.announce(), stop: () => subscription.unsubscribe() };
}

/** What XState would have told of an actor that was there before anybody listened. */
function meet(actorRef: AnyActorRef, live: LiveInspection, micros: number): void {
  const rootId = actorRef.sessionId;
  live.inspect({ type: '@xstate.actor', actorRef, rootId }, micros);
  if (isStarted(actorRef))
    live.inspect({ type: '@xstate.event', actorRef, rootId, sourceRef: undefined, event: { type: 'xstate.init' } }, micros);
  const { children = {} } = actorRef.getSnapshot() as { children?: Record<string, AnyActorRef> };
  for (const child of Object.values(children)) if (child !== undefined) meet(child, live, micros);
}

/** An actor that is made and not started yet will say so itself. */
function isStarted(actorRef: AnyActorRef): boolean {
  return Reflect.get(actorRef, '_processingStatus') !== 0;
}
