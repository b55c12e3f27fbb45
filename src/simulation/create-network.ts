import { type AnyActorRef, createActor } from 'xstate';
import { networkMachine } from '../../machines/world/network.ts';
import type { Network } from '../../machines/world/network-protocol.ts';
import type { Recorder } from '../../machines/world/recorder.ts';
import type { NodeInput, RegistryInput } from '../input/model.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What the network is made with: `options` names a root actor, `started` starts it under the run's eyes. */
export interface NetworkSurroundings {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  readonly options: (id: string) => { readonly id: string; readonly clock: VirtualClock };
  readonly started: <T extends AnyActorRef>(actor: T) => T;
}

/** Creates the network of a run: a link for each node, and what each registry sends at most. */
export function createNetwork(
  nodes: readonly Pick<NodeInput, 'name' | 'linkBytesPerSecond'>[],
  registries: Readonly<Record<string, RegistryInput>>,
  { recorder, clock, options, started }: NetworkSurroundings,
): Network {
  const links = Object.fromEntries(nodes.map(({ name, linkBytesPerSecond }) => [name, { bytesPerSecond: linkBytesPerSecond }]));
  const input = { name: 'network', recorder, clock, links, registries };
  return started(createActor(networkMachine, { ...options('network'), input }));
}
