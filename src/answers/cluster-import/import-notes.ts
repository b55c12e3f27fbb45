import { countText } from '../../inputs/count-text.ts';
import { few } from '../../inputs/nodes/plan-nodes.ts';
import type { ImportedCluster } from './import-cluster.ts';
import { containerEnds, containerEntriesMax } from './pod-times.ts';

/** What a Scenario made of a cluster does not have, in sentences. */
interface ImportNotes {
  /** What the files hold and the Scenario does not. */
  readonly leftOut: readonly string[];
  /** What the files do not tell, so that a run assumes it. */
  readonly unknown: readonly string[];
  /** What was guessed of pods that only events tell of. */
  readonly guessed: readonly string[];
}

function overlapSentences({ overlapping }: ImportedCluster): string[] {
  if (overlapping === undefined) return [];
  const { node, pulls } = overlapping;
  return [
    `serializeImagePulls: false, since ${node} pulled ${pulls[0].image} and ${pulls[1].image} at the same time (${pulls[0].at}, ${pulls[1].at})`,
  ];
}

/** Returns what was left out and what is not known, the most important first. */
export function importNotes(cluster: ImportedCluster): ImportNotes {
  const {
    objects,
    pods,
    podsBefore,
    podsWithoutNode,
    podsWithoutTime,
    controllers,
    kubelet,
    calibration,
    images,
  } = cluster;
  const leftOut: string[] = [];
  const secrets = objects.leftOut.get('Secret') ?? 0;
  if (secrets > 0)
    leftOut.push(`${countText(secrets, 'Secret')}: in the run, every pod may pull from every registry`);
  if (podsBefore > 0)
    leftOut.push(
      `${countText(podsBefore, 'pod')} from before (--since all takes them too); their images are there at the start`,
    );
  if (podsWithoutNode > 0) leftOut.push(`${countText(podsWithoutNode, 'pod')} without a node`);
  if (podsWithoutTime > 0) leftOut.push(`${countText(podsWithoutTime, 'pod')} without a time of creation`);
  const made = objects.controllers.length - controllers.length;
  if (made > 0 && pods.length > 0)
    leftOut.push(`${countText(made, 'controller')}: the pods are there as they were made`);
  for (const [kind, count] of [...objects.leftOut]
    .filter(([kind]) => kind !== 'Secret')
    .sort((a, b) => b[1] - a[1])
    .slice(0, 10))
    leftOut.push(`${count} of kind ${kind}`);
  const ends = pods.reduce((sum, { pod }) => sum + containerEnds(pod).length, 0);
  if (ends > containerEntriesMax) leftOut.push(`how long ${ends - containerEntriesMax} more containers ran`);

  const unknown: string[] = [];
  if (objects.nodes.length === 0) unknown.push('the nodes: add `nodes` to kubectl get');
  if (kubelet.fields === undefined)
    unknown.push(
      `the kubelets' settings${cluster.overlapping === undefined ? '' : ', but for serializeImagePulls'}: add \`kubectl get --raw /api/v1/nodes/NODE/proxy/configz\``,
    );
  if (kubelet.differs !== undefined) unknown.push(kubelet.differs);
  if (objects.events.length === 0)
    unknown.push('what was pulled, and how long it took: add `events` to kubectl get');
  if (images.untold > 0) {
    const [are, their] =
      images.untold === 1 ? ['container', 'its image was'] : ['containers', 'their images were'];
    unknown.push(
      `for ${images.untold} ${are}, whether ${their} on the node before: taken as there, since the node lists it now`,
    );
  }
  if (images.unsized.length > 0) unknown.push(`the sizes of ${few(images.unsized)}`);
  if (images.fullLists.length > 0)
    unknown.push(
      `whether ${few(images.fullLists)} had more than the 50 images that a Node lists: crictl images -o json shows it`,
    );
  if (calibration.link === undefined) unknown.push("the nodes' links: no pull in the events shows them");
  else
    unknown.push(
      'what the figure of the link includes: disks, processors and registries (windlass calibrate --log shows more)',
    );
  if (calibration.registries.length === 0 && calibration.anyRegistry === undefined)
    unknown.push('how far the registries are');
  if (controllers.length > 0)
    unknown.push(
      `where the pods of ${few(controllers.map(({ kind, metadata }) => `${kind}/${metadata.name}`))} are: a run places them`,
    );
  return { leftOut, unknown, guessed: [...overlapSentences(cluster), ...cluster.guesses] };
}
