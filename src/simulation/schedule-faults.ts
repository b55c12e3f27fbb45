import type { FaultInput } from '../input/model.ts';
import type { Fault } from '../runtime/fault.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import type { World } from './world.ts';

/** Puts something that happens from outside into the queue. */
export type ScheduleInput = (atMicros: number, run: () => void) => void;

/** Puts each fault's beginning and end into the queue. */
export function scheduleFaults(faults: readonly FaultInput[], schedule: ScheduleInput, recorder: TraceRecorder, world: World): void {
  for (const [index, fault] of faults.entries()) {
    const id = `faults/${index + 1}-${fault.kind}`;
    const target = targetOf(fault);
    const tell = (state: 'began' | 'ended') =>
      recorder.record(id, { type: 'fault', state, fault: fault.kind, ...(target === undefined ? {} : { target }) });
    schedule(fault.fromMicros, () => {
      tell('began');
      begin(world, id, fault);
    });
    if (fault.untilMicros === null || isMoment(fault)) continue;
    schedule(fault.untilMicros, () => {
      tell('ended');
      broadcast(world, { type: 'FAULT.ENDED', id });
    });
  }
}

function isMoment(fault: FaultInput): boolean {
  return fault.kind === 'kubeletRestart' || fault.kind === 'nodeReboot' || fault.kind === 'imageRemoved';
}

function targetOf(fault: FaultInput): string | undefined {
  if ('image' in fault && fault.image !== undefined) return fault.image;
  if ('registry' in fault && fault.registry !== undefined) return fault.registry;
  return 'node' in fault ? fault.node : undefined;
}

function begin(world: World, id: string, fault: FaultInput): void {
  const nodes = 'node' in fault && fault.node !== undefined ? [world.nodes.get(fault.node)] : [...world.nodes.values()];
  if (fault.kind === 'kubeletRestart') for (const node of nodes) node?.send({ type: 'KUBELET.RESTARTED', pulls: fault.pulls });
  else if (fault.kind === 'nodeReboot') for (const node of nodes) node?.send({ type: 'NODE.WENT_DOWN' });
  else if (fault.kind === 'imageRemoved') for (const node of nodes) node?.send({ type: 'IMAGE.REMOVED', image: fault.image });
  else broadcast(world, { type: 'FAULT.BEGAN', id, fault });
}

/** Every actor that may be concerned hears of a fault, and looks itself whether it is. */
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
