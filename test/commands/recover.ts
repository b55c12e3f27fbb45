import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import { endFault } from '../../src/run/simulation/apply-fault.ts';
import type { NodeModel } from './node-model.ts';
import { imageNames } from './node-setup.ts';
import type { RunningNode } from './running-node.ts';

/** Longer than the kubelet's longest back-off, its longest sync period and the slowest image together. */
const patienceMicros = 1_800_000_000;

/**
 * Ends every fault and gives the node time: then each pod that can run must run, whatever went before. Throws
 * where one does not.
 */
export function recover(model: NodeModel, node: RunningNode): void {
  node.say('every fault ends, and the node is left alone');
  node.happen(() => {
    for (const entry of model.activeFaults) {
      entry.until = node.recorder.nextId;
      entry.untilMicros = node.nowMicros;
      endFault(node.world, node.recorder, entry.id, entry.fault);
    }
  });
  const due = (model.life.down?.untilMicros ?? node.nowMicros) - node.nowMicros;
  node.advance(Math.max(due, 0));
  model.follow(node);
  const expected = model.pods.filter((pod) => !model.deletions.has(pod.uid) && mustRun(pod, model));
  const late = () => [
    ...expected.filter(({ uid }) => !node.watch.over.has(uid) && !node.watch.running.has(uid)),
    ...model.pods.filter(({ uid }) => node.watch.deleting.has(uid)),
  ];
  node.runUntil(() => late().length === 0, patienceMicros);
  const [pod] = late();
  if (pod === undefined) return;
  const what = model.deletions.has(pod.uid)
    ? 'is not gone, though it was deleted'
    : 'does not run, though nothing is in its way';
  throw new Error(`recovery: ${pod.name} ${what}`);
}

/**
 * With less a pod can starve, as upstream: an image volume of policy Always takes the token of each sync
 * before its container.
 */
const enoughQps = 5;

/** Whether nothing but a fault could keep the pod from running for ever. */
function mustRun(
  { restartPolicy, imageVolumes, initContainers, containers }: PodSpec,
  { settings, release }: NodeModel,
): boolean {
  if (restartPolicy !== 'Always' || (settings.registryPullQPS > 0 && settings.registryPullQPS < enoughQps))
    return false;
  if (initContainers.some(({ sidecar, exitCode }) => (sidecar ? release !== '1.36' : exitCode !== 0)))
    return false;
  if (containers.some(({ runsForMicros }) => runsForMicros !== null)) return false;
  return [...imageVolumes, ...initContainers, ...containers].every(
    ({ image, policy }) => imageNames.includes(image) && policy !== 'Never',
  );
}
