import { largest } from '../../rules/collections/extremes.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { nonEmpty, nonEmptyTable, omitUndefined } from '../../rules/values/omit-undefined.ts';
import type { NodeJoin, PrePullInput, SimulationInput } from '../../run/simulation-input.ts';
import { noteAssumptions } from '../assumptions.ts';
import { defaultOf } from '../defaults.ts';
import { warnOfNothingToPull } from '../images/present-images.ts';
import { withAllSpellings } from '../nodes/disk-users.ts';
import { isNetworkPlugin } from '../placement/network-plugins.ts';
import { cronRuns, podChains, waitingPods } from '../placement/place-pods.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { withFixedDraws } from '../scenario/read-luck.ts';
import { instantText } from '../scenario/run-clock.ts';
import { jobRuns } from '../workloads/job-runs.ts';
import type { RunDraft } from './read-run-faults.ts';
import type { StageContext } from './stage-context.ts';

/** The last stage: the simulation's input, plain data. */
export function buildSimulationInput(draft: RunDraft, context: StageContext): SimulationInput {
  const { scenario, clock, pods, images, placement, sources, recurring, workloadNotes, luck, leftOut } =
    draft;
  const { request, notes, problems } = context;
  warnOfNothingToPull(pods, draft.nodes, draft.present, request, problems);
  noteAssumptions(draft, notes.assumptions);
  if (request.sizeDraw !== undefined && request.sizeDraw > 0 && Object.values(images).some(isUncertain))
    notes.assumptions.add(`Sizes that were not given are those of draw ${request.sizeDraw} (--size-draw).`);
  const horizonMicros = micros(request.horizon ?? scenario.value.horizon ?? defaultOf('horizon'));
  const input: SimulationInput = omitUndefined({
    startTime: clock && instantText(clock.startMs),
    seed: request.seed ?? scenario.value.seed ?? Number(defaultOf('seed')),
    horizonMicros,
    nodes: nodeInputs(draft),
    pods,
    images,
    registries: draft.registries,
    peers: draft.peers?.share,
    faults: draft.faults,
    podActions: nonEmpty(draft.podActions),
    waitingPods: nonEmpty(waitingPods(placement.pods)),
    podChains: nonEmpty(podChains(placement.pods)),
    cronRuns: nonEmpty(cronRuns(placement.pods)),
    jobRuns: nonEmpty(jobRuns(draft.builtPods, horizonMicros)),
    assumptions: [...workloadNotes.assumptions, ...notes.assumptions],
    readings: nonEmpty([...workloadNotes.readings, ...notes.readings]),
    recurring: recurring === 0 ? undefined : recurring,
    ignoredKinds: sources.ignoredKinds,
    unknownKinds: nonEmptyTable(sources.unknownKinds),
    unplaced: nonEmpty([...leftOut, ...placement.unplaced]),
  });
  if (luck === undefined) return input;
  const { seed = input.seed, arrivalOrder = [], draws = {} } = luck.value;
  return withFixedDraws(input, { seed: request.seed ?? seed, arrivalOrder, draws });
}

function isUncertain({ source }: Image): boolean {
  return source === 'assumed' || source === 'known';
}

function nodeInputs(draft: RunDraft): SimulationInput['nodes'] {
  const { nodes, images, present, nodeCredentials, credentialProviders, registryHosts, peers, prePulls } =
    draft;
  return nodes.map(({ node }) =>
    omitUndefined({
      ...node,
      goneAtMicros: goneAtMicros(draft, node.name),
      join: node.join && { ...node.join, ...networkPods(draft, node.name) },
      presentImages: present.get(node.name) ?? [],
      ...withAllSpellings(node, Object.keys(images)),
      credentials: nonEmpty(nodeCredentials.get(node.name)),
      credentialProviders: nonEmpty(credentialProviders.get(node.name)),
      registryHosts: nonEmptyTable(registryHosts.get(node.name)),
      uplinkBytesPerSecond: peers?.uplinkOf(node),
      prePulls: nonEmpty(prePulls.get(node.name)?.map((plan) => afterBoot(plan, node.join))),
    }),
  );
}

/** What is pulled ahead on a node that joins begins once its kubelet starts. */
function afterBoot(plan: PrePullInput, join: NodeJoin | undefined): PrePullInput {
  if (join === undefined) return plan;
  return { ...plan, atMicros: plan.atMicros + join.atMicros + join.bootMicros };
}

/** Returns the pods on a node that set up its network, if there are any. */
function networkPods({ builtPods }: RunDraft, node: string): Pick<NodeJoin, 'networkPods'> {
  const uids = builtPods.flatMap(({ pod, placed }) =>
    pod.nodeName === node && isNetworkPlugin(placed.workload) ? [pod.uid] : [],
  );
  return uids.length === 0 ? {} : { networkPods: uids };
}

/** A machine goes once all of its pods have had their grace period, and a moment for the rest. */
const drainMarginMicros = 2_000_000;

function goneAtMicros({ leaves, pods }: RunDraft, node: string): number | undefined {
  const drainedAtMicros = leaves.get(node);
  if (drainedAtMicros === undefined) return undefined;
  const graces = pods.flatMap(({ nodeName, terminationGracePeriodMicros: grace }) =>
    nodeName === node ? [grace] : [],
  );
  return drainedAtMicros + Math.max(0, largest(graces)) + drainMarginMicros;
}
