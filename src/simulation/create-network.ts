import { networkMachine } from '../../machines/world/network.ts';
import type { Network } from '../../machines/world/network-protocol.ts';
import type { Recorder } from '../../machines/world/recorder.ts';
import type { NodeInput, RegistryInput } from '../input/model.ts';
import type { CreateRoot } from './create-root.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What the network is made with. */
export interface NetworkSurroundings {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  readonly createRoot: CreateRoot;
}

/** Creates the network of a run: a link for each node, and what each registry sends at most. */
export function createNetwork(
  nodes: readonly Pick<NodeInput, 'name' | 'linkBytesPerSecond'>[],
  registries: Readonly<Record<string, RegistryInput>>,
  { recorder, clock, createRoot }: NetworkSurroundings,
): Network {
  const links = Object.fromEntries(nodes.map(({ name, linkBytesPerSecond }) => [name, { bytesPerSecond: linkBytesPerSecond }]));
  return createRoot(networkMachine, 'network', { name: 'network', recorder, clock, links, registries }).start();
}
