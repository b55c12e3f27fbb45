import { definedFields, nonEmpty, nonEmptyTable } from '../rules/collections/defined-fields.ts';
import type { PrePullPlan } from '../rules/kubeadm/pre-pull-plan.ts';
import type { PodSpec } from '../rules/kubelet/pods/pod.ts';
import { peersHost } from '../rules/runtime/peers/peer-source.ts';
import type { SimulationInput } from '../run/simulation-input.ts';
import { noteAssumptions } from './assumptions.ts';
import { defaultOf } from './defaults.ts';
import { type InputError, stdinName } from './documents/input-error.ts';
import { parseSource } from './documents/parse-source.ts';
import { Problems } from './documents/problems.ts';
import { type SortedDocuments, sortDocuments } from './documents/sort-documents.ts';
import type { SourceDocument, SourceText } from './documents/source-document.ts';
import { sourceKind } from './documents/source-kind.ts';
import { collectImages, idleImages, usedImages } from './images/collect-images.ts';
import { fillCatalogue } from './images/fill-catalogue.ts';
import type { ImageCatalogue } from './images/image-catalogue.ts';
import type { ImageOrigin } from './images/image-origin.ts';
import { presentImages, warnOfNothingToPull } from './images/present-images.ts';
import { readPrePulls } from './images/read-pre-pulls.ts';
import { assumedSandboxImage, sandboxImagesOf, withoutIdleSandboxImages } from './images/sandbox-images.ts';
import { noNotes } from './input-notes.ts';
import { flagsLayerOf } from './kubelet-sources/flag-file.ts';
import { releaseOfSources } from './kubelet-sources/release-of-sources.ts';
import { lessInput, limits } from './limits.ts';
import { buildNode } from './nodes/build-node.ts';
import { CredentialRegister } from './nodes/credential-register.ts';
import { withAllSpellings } from './nodes/disk-users.ts';
import { ScenarioCredentials } from './nodes/node-credentials.ts';
import { type BuiltNode, planNodes } from './nodes/plan-nodes.ts';
import { type KubeletFields, readKubeletConfiguration } from './nodes/read-kubelet-configuration.ts';
import { readPullSecrets } from './nodes/read-pull-secrets.ts';
import { restartSettings } from './nodes/restart-settings.ts';
import { cronRuns, nodesOfPods, placePods, podChains, warnOfPlacement } from './placement/place-pods.ts';
import { checkRunRequest, expectedOf, type RunRequest, redactedRequest } from './run-request.ts';
import { readRuntimeFiles } from './runtimes/read-runtime-files.ts';
import { registryHostsOf } from './runtimes/runtime-config-of-document.ts';
import { runtimeConfigOptions, warnOfUnusedMirrors } from './runtimes/runtime-config-options.ts';
import { buildRegistries } from './scenario/build-registries.ts';
import { writtenFaults } from './scenario/fault-option.ts';
import { faultsUntil } from './scenario/faults-until.ts';
import { pullLimitOptions } from './scenario/pull-limit-option.ts';
import { micros } from './scenario/quantity-shapes.ts';
import { readFaults } from './scenario/read-faults.ts';
import { checkArrivalOrder, withLedChance } from './scenario/read-luck.ts';
import { readPeers } from './scenario/read-peers.ts';
import { noScenario, readOnlyDocument } from './scenario/read-scenario.ts';
import { instantText, runClock } from './scenario/run-clock.ts';
import { luckShape, scenarioShape } from './scenario/scenario-shape.ts';
import { arrivalTimes } from './workloads/arrivals.ts';
import { buildPod, warnOfDroppedVolumes } from './workloads/build-pod.ts';
import { checkPodSpec } from './workloads/check-pod-spec.ts';
import { ContainerRules } from './workloads/container-rules.ts';
import { jobRuns } from './workloads/job-runs.ts';
import type { KubernetesObject } from './workloads/kubernetes-shapes.ts';
import { checkSelector } from './workloads/label-requirement.ts';
import { deletePodsOptions, setImageOptions } from './workloads/pod-action-options.ts';
import { imagesOfPodActions, readPodActions } from './workloads/read-pod-actions.ts';
import { readWorkloads } from './workloads/read-workloads.ts';
import { withReplicas } from './workloads/replicas-option.ts';
import { templateUpdates } from './workloads/template-change.ts';
import type { Workload } from './workloads/workload.ts';

export type { SourceText } from './documents/source-document.ts';

/**
 * A request, and the addition of `windlass prepull`: images that every node pulls from the start, whose sizes
 * apply if the files have none.
 */
export interface InputRequest extends RunRequest {
  readonly prePull?: {
    readonly plan: PrePullPlan;
    readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
  };
}

/** An input, and the origins of its images, by canonical name. */
interface BuiltInput {
  readonly input: SimulationInput;
  readonly origins: ReadonlyMap<string, ImageOrigin>;
}

/** What the input was built from, with the places in the files. It holds on to their whole text. */
export interface InputParts {
  readonly kubelet: KubeletFields;
  readonly workloads: readonly Workload[];
  readonly runtimeFiles: readonly SourceText[];
  readonly scenarios: readonly SourceDocument[];
  /** What is known of images, and the names of those that workloads have and no pod of the run. */
  readonly catalogue: ImageCatalogue;
  readonly idleImages: readonly string[];
}

type InputErrors = { readonly ok: false; readonly errors: readonly InputError[] };

/** The input with warnings for stderr, or all errors in it. */
export type InputResult =
  | (BuiltInput & { readonly ok: true; readonly warnings: readonly string[] })
  | InputErrors;

const workloadKinds = [
  'Pod',
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
];

/**
 * Reads manifests, configurations and scenarios, as YAML or JSON, into the simulation's input. Never throws
 * because of the texts.
 */
export function readInput(sources: readonly SourceText[], request: InputRequest): InputResult {
  const result = readInputParts(sources, request);
  if (!result.ok) return result;
  const { parts, ...rest } = result;
  return pullsNothing(rest.input)
    ? { ...rest, warnings: [...rest.warnings, 'no pods in the input: nothing will happen'] }
    : rest;
}

/** The same, with the parts that the input was built from. */
export function readInputParts(
  sources: readonly SourceText[],
  asked: InputRequest,
): (Extract<InputResult, { ok: true }> & { readonly parts: InputParts }) | InputErrors {
  const problems = new Problems();
  const request: InputRequest = { ...asked, ...redactedRequest(asked) };
  checkRunRequest(request, problems);
  const built = build(readDocuments(sources, request, problems), request, problems);
  if (problems.errors.length > 0 || built === undefined) return { ok: false, errors: problems.errors };
  return { ok: true, ...built, warnings: problems.warnings };
}

/** Whether the input has neither pods nor images to pull before them. */
export function pullsNothing({ pods, nodes }: SimulationInput): boolean {
  return pods.length === 0 && nodes.every(({ prePulls }) => prePulls === undefined);
}

/** The sources by what they are. */
interface ReadSources extends SortedDocuments {
  readonly runtimeFiles: readonly SourceText[];
}

const noSources: ReadSources = {
  objects: [],
  listings: [],
  kubeletLayers: [],
  clusterSources: [],
  others: [],
  ignoredKinds: {},
  unknownKinds: {},
  runtimeFiles: [],
};

const emptyFile =
  'write a Pod or another workload into it, or name a file that has one, such as windlass run deployment.yaml';
const emptyStdin = 'run the command before the pipe by itself: what it wrote has no object in it';

function readDocuments(
  sources: readonly SourceText[],
  request: InputRequest,
  problems: Problems,
): ReadSources {
  const name = sources[0]?.name ?? 'the input';
  const length = sources.reduce((sum, source) => sum + source.text.length, 0);
  if (length > limits.textLength) {
    const message = `${length} characters of input: at most ${limits.textLength} are read`;
    problems.add({ code: 'TOO_LARGE', file: name, message, hint: lessInput });
    return noSources;
  }
  const kinds = new Map(sources.map((source) => [source, sourceKind(source)]));
  const ofKind = (kind: ReturnType<typeof sourceKind>) =>
    sources.filter((source) => kinds.get(source) === kind);
  const flagFiles = ofKind('flags').map((source) => flagsLayerOf(source, problems));
  const documents = ofKind('documents').flatMap((source) => parseSource(source, problems));
  if (documents.length > limits.documents) {
    const message = `${documents.length} documents: at most ${limits.documents} are read`;
    problems.add({ code: 'TOO_LARGE', file: name, message, hint: lessInput });
    return noSources;
  }
  if (documents.length === 0 && problems.errors.length === 0 && request.prePull === undefined) {
    const hint = name === stdinName ? emptyStdin : emptyFile;
    problems.add({
      code: 'EMPTY',
      file: name,
      message: 'nothing to read',
      expected: 'Kubernetes manifests, as YAML or JSON',
      hint,
    });
  }
  const sorted = sortDocuments(documents, problems);
  return {
    ...sorted,
    kubeletLayers: [...sorted.kubeletLayers, ...flagFiles],
    runtimeFiles: ofKind('runtime'),
  };
}

function build(
  { objects, listings, kubeletLayers, clusterSources, ignoredKinds, unknownKinds, runtimeFiles }: ReadSources,
  request: InputRequest,
  problems: Problems,
): (BuiltInput & { readonly parts: InputParts }) | undefined {
  const ofKind = (...kinds: readonly string[]): KubernetesObject[] =>
    objects.filter((object) => object.templates === undefined && kinds.includes(object.kind));
  const notes = noNotes();
  const { assumptions, readings } = notes;

  const scenario = readOnlyDocument(scenarioShape, ofKind('Scenario'), problems) ?? noScenario;
  const luck = readOnlyDocument(luckShape, ofKind('Luck'), problems);
  const fields = readKubeletConfiguration(
    ofKind('KubeletConfiguration'),
    kubeletLayers,
    request,
    readings,
    problems,
  );
  const release = releaseOfSources(clusterSources);
  const kubelet = release === undefined ? fields : { ...fields, release };
  const clock = runClock(scenario, request);
  const { workloads: written, notes: ofWorkloads } = readWorkloads(
    objects.filter(({ kind, templates }) => templates !== undefined || workloadKinds.includes(kind)),
    problems,
    clock,
  );
  const workloads = withReplicas(written, request.replicas ?? [], problems);
  const isCounted = request.nodes !== undefined && expectedOf('nodes', request.nodes) === undefined;
  const asked = { count: isCounted ? request.nodes : undefined, byPods: nodesOfPods(workloads, problems) };
  const recurring = written.filter(({ goesOn }) => goesOn === true).length;
  const plans = planNodes(ofKind('Node'), scenario, asked, assumptions, problems);
  const configured = {
    files: readRuntimeFiles(runtimeFiles, clusterSources, readings, problems),
    options: runtimeConfigOptions(request, problems),
  };
  const allNodes = plans.flatMap(
    (plan) => buildNode(plan, kubelet, configured, request, notes, problems) ?? [],
  );

  for (const workload of workloads) {
    checkPodSpec(workload, problems);
    checkSelector(workload, problems);
  }
  warnOfPlacement(workloads, plans, problems);
  const byName = new Map<string, BuiltNode>(allNodes.map((built) => [built.node.name, built]));
  const rooms = plans.map((plan) => ({
    plan,
    podsMax: byName.get(plan.name)?.node.kubelet.maxPods ?? Infinity,
  }));
  const placement = placePods(workloads, rooms, (named) => arrivalTimes(named, scenario, problems), problems);
  warnOfDroppedVolumes(placement.pods, byName, problems);
  const chains = podChains(placement.pods);
  const crons = cronRuns(placement.pods);
  const rules = new ContainerRules(scenario);
  const handlers = runtimeHandlers(ofKind('RuntimeClass'));
  const register = new CredentialRegister();
  const given = new ScenarioCredentials(scenario, register, problems);
  const pullSecrets = readPullSecrets(
    ofKind('Secret', 'ServiceAccount'),
    given.ofServiceAccounts(),
    register,
    problems,
  );
  const built = placement.pods.flatMap((placed) => {
    const node = byName.get(placed.nodeName);
    return node === undefined ? [] : [{ pod: buildPod(placed, node, rules, handlers, pullSecrets), placed }];
  });
  const pods = built
    .map(({ pod, placed: { arrivesAtMicros } }): PodSpec => ({ ...pod, arrivesAtMicros }))
    .sort((left, right) => left.arrivesAtMicros - right.arrivesAtMicros);
  const podActions = readPodActions(
    scenario,
    {
      deletions: deletePodsOptions(request.deletePods ?? [], problems),
      imageChanges: setImageOptions(request.setImages ?? [], problems),
    },
    pods,
    templateUpdates(workloads),
    rules,
    problems,
  );
  rules.warnOfUnused(problems);

  const nodes = withoutIdleSandboxImages(allNodes, pods);
  const prePulls = new Map(
    nodes.map((node) => [node.node.name, readPrePulls(node, request.prePull?.plan, problems)]),
  );
  const prePulled = [...prePulls.values()].flat().flatMap(({ images }) => images);
  const sandboxImages = sandboxImagesOf(nodes);
  const used = [
    ...new Set([
      ...usedImages([...pods, ...imagesOfPodActions(podActions, pods)], nodes),
      ...prePulled,
      ...sandboxImages,
    ]),
  ].sort();
  const platform = request.platform ?? nodes[0]?.node.platform ?? defaultOf('platform');
  const sources = {
    imageSizes: request.imageSizes ?? [],
    scenario,
    catalogs: ofKind('ImageCatalog'),
    listings,
    nodes: plans,
    platform,
  };
  const idle = idleImages(workloads, used, nodes);
  const catalogue = fillCatalogue(sources, [...used, ...idle], problems);
  for (const { name, bytes } of request.prePull?.sizes ?? [])
    catalogue.add({ names: [name], sizeBytes: bytes, source: 'catalogue', by: 'public documents' });
  // Those of idle nodes too: a pod that arrives later changes no image.
  for (const name of sandboxImagesOf(allNodes)) catalogue.add(assumedSandboxImage(name));
  const present = presentImages(used, nodes, request, problems);
  const { images, hosts } = collectImages(used, present, catalogue);
  const nodeCredentials = new Map(plans.map(({ name }) => [name, given.ofNode(name)]));
  const ofMirrors = new Map(nodes.map(({ node, mirrors }) => [node.name, registryHostsOf(mirrors, hosts)]));
  const mirrors = [...ofMirrors.values()].flatMap((of) => Object.values(of).flat()).map(({ host }) => host);
  warnOfUnusedMirrors(request, hosts, problems);
  const peers = readPeers(scenario, hosts, mirrors, problems);
  const places =
    peers === undefined ? ofMirrors : new Map([...ofMirrors].map(([node, of]) => [node, peers.placesOf(of)]));
  const registries = {
    ...buildRegistries(
      [...hosts, ...mirrors],
      scenario,
      pullLimitOptions(request.pullLimits ?? [], hosts, problems),
      register,
      problems,
    ),
    ...(peers === undefined ? {} : { [peersHost]: peers.registry }),
  };
  const targets = {
    nodes: plans.map((plan) => plan.name),
    registries: Object.keys(registries),
    images: Object.keys(images),
  };
  const faultsWritten = writtenFaults(scenario, request.faults ?? [], luck, problems);
  const allFaults = readFaults(
    faultsWritten,
    targets,
    restartSettings(faultsWritten, nodes, kubelet, problems),
    problems,
  );
  if (luck !== undefined) checkArrivalOrder(luck, pods, problems);
  const faults = faultsUntil(allFaults, request.faultsUntil ?? [], problems);
  if (problems.errors.length > 0) return undefined;
  warnOfNothingToPull(pods, nodes, present, request, problems);

  noteAssumptions({ plans, nodes, pods, workloads, placement, catalogue, images, podActions }, assumptions);
  const horizonMicros = micros(request.horizon ?? scenario.value.horizon ?? defaultOf('horizon'));
  const jobs = jobRuns(built, horizonMicros);
  const input: SimulationInput = definedFields({
    startTime: clock && instantText(clock.startMs),
    seed: request.seed ?? scenario.value.seed ?? Number(defaultOf('seed')),
    horizonMicros,
    nodes: nodes.map(({ node }) =>
      definedFields({
        ...node,
        presentImages: present.get(node.name) ?? [],
        ...withAllSpellings(node, Object.keys(images)),
        credentials: nonEmpty(nodeCredentials.get(node.name)),
        registryHosts: nonEmptyTable(places.get(node.name)),
        uplinkBytesPerSecond: peers?.uplinkOf(node),
        prePulls: nonEmpty(prePulls.get(node.name)),
      }),
    ),
    pods,
    images,
    registries,
    peers: peers?.share,
    faults,
    podActions: nonEmpty(podActions),
    podChains: nonEmpty(chains),
    cronRuns: nonEmpty(crons),
    jobRuns: nonEmpty(jobs),
    assumptions: [...ofWorkloads.assumptions, ...assumptions],
    readings: nonEmpty([...ofWorkloads.readings, ...readings]),
    recurring: recurring === 0 ? undefined : recurring,
    ignoredKinds,
    unknownKinds: nonEmptyTable(unknownKinds),
    unplaced: nonEmpty(placement.unplaced),
  });
  const { seed = input.seed, arrivalOrder = [], draws = {} } = luck?.value ?? {};
  const led =
    luck === undefined ? input : withLedChance(input, { seed: request.seed ?? seed, arrivalOrder, draws });
  return {
    input: led,
    origins: catalogue.origins,
    parts: {
      kubelet,
      workloads,
      runtimeFiles,
      scenarios: ofKind('Scenario').map(({ document }) => document),
      catalogue,
      idleImages: idle,
    },
  };
}

/** Returns the handler of each RuntimeClass in the input, by the class's name. */
function runtimeHandlers(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  const handlers = new Map<string, string>();
  for (const { value } of objects) {
    const { metadata, handler } = value as {
      readonly metadata?: { readonly name?: unknown } | null;
      readonly handler?: unknown;
    };
    if (typeof metadata?.name === 'string' && typeof handler === 'string')
      handlers.set(metadata.name, handler);
  }
  return handlers;
}
