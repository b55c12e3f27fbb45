import type { SimulationInput } from '../run/simulation-input.ts';
import type { InputError } from './documents/input-error.ts';
import { Problems } from './documents/problems.ts';
import type { SourceDocument, SourceText } from './documents/source-document.ts';
import type { ImageCatalogue } from './images/image-catalogue.ts';
import type { ImageOrigin } from './images/image-origin.ts';
import { noNotes } from './input-notes.ts';
import type { BuiltNode } from './nodes/plan-nodes.ts';
import { type KubeletFields, mergeKubeletSources } from './nodes/read-kubelet-configuration.ts';
import { checkRunRequest, redactedRequest } from './run-request.ts';
import type { UnreadFile } from './runtimes/node-registry-hosts.ts';
import { buildPods } from './stages/build-pods.ts';
import { buildRunRegistries } from './stages/build-run-registries.ts';
import { buildSimulationInput } from './stages/build-simulation-input.ts';
import { collectRunImages } from './stages/collect-run-images.ts';
import { planCluster } from './stages/plan-cluster.ts';
import { objectsOfKind, readDocuments } from './stages/read-documents.ts';
import { readRunFaults } from './stages/read-run-faults.ts';
import { readSettings } from './stages/read-settings.ts';
import type { InputRequest, StageContext } from './stages/stage-context.ts';
import type { Workload } from './workloads/workload.ts';

export type { SourceText } from './documents/source-document.ts';
export type { InputRequest } from './stages/stage-context.ts';

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
  /** Files of mirrors that no node's runtime reads, with the reason. */
  readonly unreadFiles: readonly UnreadFile[];
  readonly scenarios: readonly SourceDocument[];
  /** What is known of images, and the names of those that workloads have and no pod of the run. */
  readonly catalogue: ImageCatalogue;
  readonly idleImages: readonly string[];
  /** Returns the identity of a user and password of the input; undefined for others. */
  readonly identityOf: (username: string, password: string) => string | undefined;
}

type InputErrors = { readonly ok: false; readonly errors: readonly InputError[] };

/** The input with warnings for stderr, or all errors in it. */
export type InputResult =
  | (BuiltInput & { readonly ok: true; readonly warnings: readonly string[] })
  | InputErrors;

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
  const built = buildInput(sources, { request, problems, notes: noNotes() });
  if (problems.errors.length > 0 || built === undefined) return { ok: false, errors: problems.errors };
  return { ok: true, ...built, warnings: problems.warnings };
}

/** Returns the files of mirrors that the runtimes of all nodes leave unread, with the first node's reason. */
function filesReadNowhere(nodes: readonly BuiltNode[]): readonly UnreadFile[] {
  const [first, ...others] = nodes;
  return (first?.unreadFiles ?? []).filter(({ name }) =>
    others.every(({ unreadFiles }) => unreadFiles.some((file) => file.name === name)),
  );
}

/** Whether the input has neither pods nor images to pull before them. */
export function pullsNothing({ pods, nodes }: SimulationInput): boolean {
  return pods.length === 0 && nodes.every(({ prePulls }) => prePulls === undefined);
}

/** The stages of the input, each of which adds to the draft of the one before it. */
function buildInput(
  sources: readonly SourceText[],
  context: StageContext,
): (BuiltInput & { readonly parts: InputParts }) | undefined {
  const documents = readDocuments(sources, context);
  const settings = readSettings(documents, context);
  const cluster = planCluster(settings, context);
  const pods = buildPods(cluster, context);
  const images = collectRunImages(pods, context);
  const registries = buildRunRegistries(images, context);
  const draft = readRunFaults(registries, context);
  if (context.problems.errors.length > 0) return undefined;
  const { workloads, catalogue, idleImages, register } = draft;
  const kubelet = draft.allNodes[0]?.kubelet ?? mergeKubeletSources(draft.kubelet);
  return {
    input: buildSimulationInput(draft, context),
    origins: catalogue.origins,
    parts: {
      kubelet,
      workloads,
      runtimeFiles: documents.runtimeFiles,
      unreadFiles: filesReadNowhere(draft.allNodes),
      scenarios: objectsOfKind(documents, 'Scenario').map(({ document }) => document),
      catalogue,
      idleImages,
      identityOf: (username, password) => register.ofPassword(username, password),
    },
  };
}
