import fc from 'fast-check';
import type { PodChange, PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { type AnyFault, beginFault, endFault } from '../../src/run/simulation/apply-fault.ts';
import { rebooted, restarted } from './kubelet-life.ts';
import { type NodeCommand, nodeCommand } from './node-command.ts';
import type { NodeModel } from './node-model.ts';
import {
  hosts,
  imageNames,
  nodeName,
  type SettingsDraft,
  settingsDraft,
  settingsOf,
  timings,
} from './node-setup.ts';
import { type PodDraft, podChange, podDraft, podInWords, podSpec } from './pod-draft.ts';
import type { RunningNode } from './running-node.ts';

const podsMax = 12;
const faultsMax = 8;

const podArrives = (draft: PodDraft): NodeCommand =>
  nodeCommand({
    words: `a pod arrives: ${podInWords(draft)}`,
    isPossible: ({ pods }) => pods.length < podsMax,
    run: (model, node) => {
      const spec = podSpec(draft, model.pods.length, node.nowMicros);
      model.podArrives(spec);
      node.happen(() => node.node.send({ type: 'POD.ARRIVED', spec }));
      return undefined;
    },
  });

const podIsDeleted = (place: number, graceMicros: number): NodeCommand =>
  nodeCommand({
    words: `pod ${place} is deleted, with ${graceMicros / 1_000_000} s of grace`,
    isPossible: ({ pods }) => pods.length > place,
    run: (model, node) => {
      const spec = podAt(model, place);
      model.deletions.add(spec.uid);
      // Whoever deletes a pod that is gone is told so by the API server, and nobody else hears of it.
      node.happen(() => {
        if (!node.watch.deleted.includes(spec.uid))
          node.node.send({ type: 'POD.DELETED', spec, graceMicros });
      });
      return undefined;
    },
  });

const podIsEdited = (place: number, change: PodChange): NodeCommand =>
  nodeCommand({
    words: `pod ${place} is changed: ${JSON.stringify(change)}`,
    isPossible: ({ pods }) => pods.length > place,
    run: (model, node) => {
      const { uid } = podAt(model, place);
      node.happen(() => {
        if (!node.watch.over.has(uid)) model.podIsEdited(uid, change);
        node.node.send({ type: 'POD.EDITED', uid, change });
      });
      return undefined;
    },
  });

function podAt({ pods }: NodeModel, place: number): PodSpec {
  const pod = pods[place];
  if (pod === undefined) throw new Error(`no pod ${place}`);
  return pod;
}

const faultBegins = (fault: Fault): NodeCommand =>
  nodeCommand({
    words: `fault begins: ${inWords(fault)}`,
    isPossible: ({ faults }) => faults.length < faultsMax,
    run: (model, node) => {
      const id = `faults/${model.faults.length + 1}-${fault.kind}`;
      node.happen(() => {
        model.faultBegins(id, fault, node.recorder.nextId, node.nowMicros);
        beginFault(node.world, node.recorder, id, fault);
      });
      return undefined;
    },
  });

const faultEnds = (place: number): NodeCommand =>
  nodeCommand({
    words: `fault ${place} of those in force ends`,
    isPossible: ({ activeFaults }) => activeFaults.length > place,
    run: ({ activeFaults }, node) => {
      const entry = activeFaults[place];
      if (entry === undefined) throw new Error(`no fault ${place}`);
      node.happen(() => {
        entry.until = node.recorder.nextId;
        entry.untilMicros = node.nowMicros;
        endFault(node.world, node.recorder, entry.id, entry.fault);
      });
      return undefined;
    },
  });

const imageIsRemoved = (image: string): NodeCommand =>
  nodeCommand({
    words: `${image} is removed`,
    run: (_, node) => {
      happenOnce(node, { kind: 'imageRemoved', image });
      return undefined;
    },
  });

const kubeletRestarts = (pulls: 'lost' | 'completed', draft: SettingsDraft | undefined): NodeCommand =>
  nodeCommand({
    words: `the kubelet restarts, pulls are ${pulls}${draft === undefined ? '' : `, its settings are ${JSON.stringify(draft)}`}`,
    run: ({ release }, node) => {
      const settings = draft === undefined ? undefined : settingsOf(draft, release);
      happenOnce(node, {
        kind: 'kubeletRestart',
        pulls,
        ...(settings === undefined ? {} : { settings: { [nodeName]: settings } }),
      });
      return restarted(settings, timings.kubeletStartMicros);
    },
  });

const nodeReboots = nodeCommand({
  words: 'the node reboots',
  run: (_, node) => {
    happenOnce(node, { kind: 'nodeReboot' });
    return rebooted(timings.rebootMicros);
  },
});

function happenOnce(node: RunningNode, fault: AnyFault): void {
  node.happen(() => beginFault(node.world, node.recorder, `faults/${fault.kind}`, fault));
}

function inWords({ kind, ...more }: Fault): string {
  const rest = Object.entries(more).map(([name, value]) => `${name} ${value}`);
  return [kind, ...rest].join(', ');
}

const registry = fc.constantFrom<{ registry?: string }[]>({}, ...hosts.map((host) => ({ registry: host })));
const image = fc.constantFrom(...imageNames);
const someImage = fc.oneof(
  fc.constant({}),
  image.map((name) => ({ image: name })),
);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  registry.map((where): Fault => ({ kind: 'registryDown', ...where })),
  fc.tuple(registry, someImage).map(([where, of]): Fault => ({ kind: 'notFound', ...where, ...of })),
  fc.tuple(registry, someImage).map(([where, of]): Fault => ({ kind: 'unauthorized', ...where, ...of })),
  fc.tuple(registry, fc.nat(6), fc.constantFrom(1_000_000, 30_000_000)).map(
    ([where, requestsMax, windowMicros]): Fault => ({
      kind: 'rateLimit',
      ...where,
      requestsMax,
      windowMicros,
    }),
  ),
  fc
    .tuple(registry, fc.constantFrom(0.3, 0.9), fc.constantFrom(500, 429, 404))
    .map(([where, rate, status]): Fault => ({ kind: 'errorRate', ...where, rate, status })),
  registry.map((where): Fault => ({ kind: 'stall', ...where })),
  fc.constantFrom(1_000_000, 50_000).map((bytesPerSecond): Fault => ({ kind: 'slowLink', bytesPerSecond })),
  fc.constant<Fault>({ kind: 'diskFull' }),
  fc.tuple(image, fc.constantFrom(0, 3_000_000), fc.constantFrom(null, 1)).map(
    ([of, takesMicros, times]): Fault => ({
      kind: 'pullFails',
      image: of,
      error: 'boom',
      takesMicros,
      times,
    }),
  ),
  fc
    .tuple(image, fc.constantFrom(0, 20_000_000))
    .map(([of, takesMicros]): Fault => ({ kind: 'pullTakes', image: of, takesMicros })),
);

/** What happens to the node from outside; pods come more often than fault. */
export const outsideCommands: readonly fc.Arbitrary<NodeCommand>[] = [
  podDraft.map(podArrives),
  podDraft.map(podArrives),
  podDraft.map(podArrives),
  podDraft.map(podArrives),
  fc
    .tuple(fc.nat(5), fc.constantFrom(30_000_000, 1_000_000))
    .map(([place, graceMicros]) => podIsDeleted(place, graceMicros)),
  fc.tuple(fc.nat(5), podChange).map(([place, change]) => podIsEdited(place, change)),
  fault.map(faultBegins),
  fc.nat(2).map(faultEnds),
  image.map(imageIsRemoved),
  fc
    .tuple(
      fc.constantFrom<('lost' | 'completed')[]>('lost', 'completed'),
      fc.option(settingsDraft, { nil: undefined }),
    )
    .map(([pulls, draft]) => kubeletRestarts(pulls, draft)),
  fc.constant(nodeReboots),
];
