import type { KubeletRestarted } from '../../../machines/world/node-protocol.ts';
import type { Fault } from '../../rules/runtime/fault.ts';
import type { FaultInput, NodeFault } from '../simulation-input.ts';
import { faultName } from './fault-name.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import type { World } from './world.ts';

/** Schedules something that happens from outside; what has the same name keeps its order. */
export type ScheduleInput = (atMicros: number, run: () => void, name?: string) => void;

/** Schedules the beginning and end of each fault. */
export function scheduleFaults(
  faults: readonly FaultInput[],
  schedule: ScheduleInput,
  recorder: TraceRecorder,
  world: World,
): void {
  for (const [index, fault] of faults.entries()) {
    const id = faultName(index, fault.kind);
    schedule(fault.fromMicros, () => beginFault(world, recorder, id, fault), id);
    if (fault.untilMicros === null || isMoment(fault)) continue;
    schedule(fault.untilMicros, () => endFault(world, recorder, id, fault), id);
    // A call that has begun takes as long as its answer says: until it is over the node may still become
    // NotReady.
    if (fault.kind === 'runtimeSlow')
      schedule(fault.untilMicros + Math.max(fault.listMicros ?? 0, fault.podStatusMicros ?? 0), () => {});
  }
}

function isMoment(fault: FaultInput): boolean {
  return fault.kind === 'kubeletRestart' || fault.kind === 'nodeReboot' || fault.kind === 'imageRemoved';
}

/** A fault of any kind, without the time window of the scenario. */
export type AnyFault = FaultInput | Fault | NodeFault;

/** Begins a fault: records it and sends it to the actors that it concerns. `id` is its name in the trace. */
export function beginFault(world: World, recorder: TraceRecorder, id: string, fault: AnyFault): void {
  recordFault(recorder, id, fault, 'began');
  const names = 'node' in fault && fault.node !== undefined ? [fault.node] : [...world.nodes.keys()];
  if (fault.kind === 'kubeletRestart')
    for (const name of names) world.nodes.get(name)?.send(kubeletRestart(fault, name));
  else if (fault.kind === 'nodeReboot')
    for (const name of names) world.nodes.get(name)?.send({ type: 'NODE.WENT_DOWN' });
  else if (fault.kind === 'imageRemoved')
    for (const name of names) world.nodes.get(name)?.send({ type: 'IMAGE.REMOVED', image: fault.image });
  else broadcast(world, { type: 'FAULT.BEGAN', id, fault });
}

/** Ends a fault, by the id that it began with. */
export function endFault(world: World, recorder: TraceRecorder, id: string, fault: AnyFault): void {
  recordFault(recorder, id, fault, 'ended');
  broadcast(world, { type: 'FAULT.ENDED', id });
}

function recordFault(recorder: TraceRecorder, id: string, fault: AnyFault, state: 'began' | 'ended'): void {
  const target = faultTarget(fault);
  const rate = state === 'began' && fault.kind === 'slowLink' ? { bytesPerSecond: fault.bytesPerSecond } : {};
  recorder.record(
    { actor: id },
    { type: 'fault', state, fault: fault.kind, ...(target === undefined ? {} : { target }), ...rate },
  );
}

function faultTarget(fault: AnyFault): string | undefined {
  if ('image' in fault && fault.image !== undefined) return fault.image;
  if ('registry' in fault && fault.registry !== undefined) return fault.registry;
  return 'node' in fault ? fault.node : undefined;
}

function kubeletRestart(
  { pulls, settings }: Extract<AnyFault, { kind: 'kubeletRestart' }>,
  node: string,
): KubeletRestarted {
  const changedSettings = settings?.[node];
  return {
    type: 'KUBELET.RESTARTED',
    pulls,
    ...(changedSettings === undefined ? {} : { settings: changedSettings }),
  };
}

/** Sends a fault to every actor that it may concern. Each of them decides itself whether it does. */
function broadcast(
  world: World,
  event:
    | { readonly type: 'FAULT.BEGAN'; readonly id: string; readonly fault: Fault }
    | { readonly type: 'FAULT.ENDED'; readonly id: string },
): void {
  for (const registry of world.registries.values()) registry.send(event);
  world.network.send(event);
  for (const node of world.nodes.values()) node.send(event);
}
