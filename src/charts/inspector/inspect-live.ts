import type { AnyActorRef } from 'xstate';
import { LiveInspection, type LiveInspectionOptions, type StatelyInspector } from './live-inspection.ts';

/** The options of `inspectLive`. */
export interface InspectLiveOptions extends LiveInspectionOptions {
  /** Virtual time in µs; default: always 0. */
  readonly nowMicros?: () => number;
}

/** Controls a running inspection. */
export interface LiveInspectionHandle {
  /** Sends the actors and their states once more, for a viewer that connects late. */
  readonly announce: () => void;
  /** Ends the inspection. */
  readonly stop: () => void;
}

/**
 * Shows an actor and all actors below it in an inspector of @statelyai/inspect (browser, WebSocket) from now
 * on: running ones as they are, others as they start. Messages are sent at once and in order, with names that
 * are the same in every run. For a whole simulation give `new LiveInspection(inspector).inspect` to
 * `simulate` instead.
 *
 * @param root the root of an actor system, as `createActor` returned it, started or not
 */
export function inspectLive(
  root: AnyActorRef,
  inspector: StatelyInspector,
  options: InspectLiveOptions = {},
): LiveInspectionHandle {
  const { nowMicros = () => 0, ...rest } = options;
  const live = new LiveInspection(inspector, { root: root.id, ...rest });
  meet(root, live, nowMicros());
  const subscription = root.system.inspect((event) => live.inspect(event, nowMicros()));
  return { announce: () => live.announce(), stop: () => subscription.unsubscribe() };
}

/** Sends what XState would have told of an actor that started before the inspection. */
function meet(actorRef: AnyActorRef, live: LiveInspection, micros: number): void {
  const rootId = actorRef.sessionId;
  live.inspect({ type: '@xstate.actor', actorRef, rootId }, micros);
  if (isStarted(actorRef))
    live.inspect(
      { type: '@xstate.event', actorRef, rootId, sourceRef: undefined, event: { type: 'xstate.init' } },
      micros,
    );
  const { children = {} } = actorRef.getSnapshot() as { children?: Record<string, AnyActorRef> };
  for (const child of Object.values(children)) if (child !== undefined) meet(child, live, micros);
}

/** An actor that is not started yet will announce itself. */
function isStarted(actorRef: AnyActorRef): boolean {
  return Reflect.get(actorRef, '_processingStatus') !== 0;
}
