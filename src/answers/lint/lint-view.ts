import { Problems } from '../../inputs/documents/problems.ts';
import type { Path, SourceDocument } from '../../inputs/documents/source-document.ts';
import { tomlDocument } from '../../inputs/documents/toml/toml-document.ts';
import { imageName } from '../../inputs/images/image-name.ts';
import type { InputParts } from '../../inputs/read-input.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import type { Workload } from '../../inputs/workloads/workload.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { KubeletSettings } from '../../rules/kubelet/configuration/settings.ts';
import type { PodOwner, PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import type { NodeInput, SimulationInput } from '../../run/simulation-input.ts';
import { type LintPlace, lintPlace } from './lint-place.ts';
import { imagesOfChanges, imagesOfWorkloads, type WrittenImage } from './written-images.ts';

/** An image that an object's pods use, in one container or volume. */
export interface ImageUse {
  readonly workload: Workload;
  /** One of its pods. */
  readonly pod: PodSpec;
  readonly role: 'init container' | 'container' | 'volume';
  /** The image as written, and one name for all spellings of it. */
  readonly image: string;
  readonly canonical: string;
  readonly policy: string;
  readonly isPolicyGiven: boolean;
  /** The place of the image's name, and that of the policy: of the image if the policy is not written. */
  readonly place: LintPlace;
  readonly policyPlace: LintPlace;
  /** How many of the object's pods each node has. */
  readonly podsByNode: ReadonlyMap<NodeInput, number>;
}

/** A kubelet: one release and its settings, and the nodes that have both. */
export interface LintKubelet {
  readonly release: string;
  readonly settings: KubeletSettings;
  readonly nodes: readonly NodeInput[];
}

/** An input as rules see it: what runs where, and where it is written. */
export class LintView {
  readonly input: SimulationInput;
  readonly kubelets: readonly LintKubelet[];
  readonly uses: readonly ImageUse[];
  /** Every image that is named, also by what makes no pods in this run. */
  readonly writtenImages: readonly WrittenImage[];
  readonly #usesByNode: ReadonlyMap<NodeInput, readonly ImageUse[]>;
  readonly #podsByNode: ReadonlyMap<string, readonly PodSpec[]>;
  readonly #presentOn = new Map<NodeInput, ReadonlySet<string>>();
  readonly #images: ReadonlyMap<string, Image>;
  readonly #settings: InputParts['kubelet'];
  readonly #runtimeOptions: readonly string[];
  readonly #runtimeDocuments: readonly SourceDocument[];
  /** Files of mirrors that no node's runtime reads, with the reason. */
  readonly unreadFiles: InputParts['unreadFiles'];

  constructor(
    input: SimulationInput,
    { kubelet, workloads, runtimeFiles, unreadFiles, scenarios }: InputParts,
    request: RunRequest,
  ) {
    this.input = input;
    this.#settings = kubelet;
    this.unreadFiles = unreadFiles;
    const kubeletOf = ({ profileRelease, kubelet }: NodeInput) =>
      `${profileRelease} ${JSON.stringify(kubelet)}`;
    this.kubelets = [...groupedBy(input.nodes, kubeletOf).values()].flatMap((nodes) => {
      const [first] = nodes;
      return first === undefined ? [] : [{ release: first.profileRelease, settings: first.kubelet, nodes }];
    });
    this.#images = new Map(Object.entries(input.images).map(([name, image]) => [canonicalName(name), image]));
    const later = new Set(input.jobRuns?.flatMap(({ lines }) => lines.flat()));
    for (const { first } of input.jobRuns ?? []) for (const uid of first) later.delete(uid);
    this.#podsByNode = groupedBy(
      input.pods.filter(({ uid }) => !later.has(uid)),
      ({ nodeName }) => nodeName,
    );
    this.uses = usesOf(input, workloads);
    const byNode = new Map<NodeInput, ImageUse[]>(input.nodes.map((node) => [node, []]));
    for (const use of this.uses) for (const node of use.podsByNode.keys()) byNode.get(node)?.push(use);
    this.#usesByNode = byNode;
    const nodesByWorkload = new Map(
      this.uses.map(({ workload, podsByNode }) => [workload, [...podsByNode.keys()]]),
    );
    this.writtenImages = [
      ...imagesOfWorkloads(workloads, (workload) => nodesByWorkload.get(workload) ?? input.nodes),
      ...imagesOfChanges(scenarios, request, input.nodes),
    ];
    this.#runtimeOptions = request.runtimeConfig ?? [];
    this.#runtimeDocuments = [
      ...scenarios,
      ...runtimeFiles.flatMap((source) => tomlDocument(source, new Problems()) ?? []),
    ];
  }

  /** Whether somebody has set the field of the kubelet's configuration, in a file or by an option. */
  isSet(field: string): boolean {
    return this.#settings.placeOf(field) !== undefined || this.#settings.options.has(field);
  }

  /** The place of a field of the kubelet's configuration, else of the whole of it, else nothing. */
  placeOf(field: string): LintPlace {
    const { options, placeOf, root } = this.#settings;
    const option = options.get(field);
    if (option !== undefined) return { file: option.file };
    const place = placeOf(field) ?? root;
    return place === undefined ? {} : lintPlace(place);
  }

  /**
   * The place of a setting of the runtime, by its name in the runtime's own file: an option, the Scenario or
   * that file.
   */
  runtimePlace(name: string): LintPlace {
    const option = this.#runtimeOptions.findLast((text) => text.split('=', 1)[0]?.split('.').at(-1) === name);
    if (option !== undefined) return { file: `--runtime-config ${option}` };
    for (const document of this.#runtimeDocuments) {
      const path = pathTo(name, document.value);
      if (path !== undefined) return lintPlace({ document, path, on: 'key' });
    }
    return {};
  }

  /** The beginning of a file of the runtime. */
  runtimeFilePlace(name: string): LintPlace {
    const document = this.#runtimeDocuments.find(({ source }) => source.name === name);
    return document === undefined ? { file: name } : lintPlace({ document, path: [] });
  }

  /** The place in a file of the runtime at which it gets this address of a registry's API. */
  addressPlace(apiRoot: string): LintPlace {
    const { host } = new URL(apiRoot);
    for (const document of this.#runtimeDocuments) {
      const path = pathToAddress(apiRoot, host, document.value);
      if (path !== undefined) return lintPlace({ document, ...path });
    }
    return {};
  }

  /** The place where the pod names a pull secret; that of its image if its ServiceAccount does. */
  pullSecretPlace({ workload: { object, specPath, spec }, place }: ImageUse, name: string): LintPlace {
    const index = (spec.imagePullSecrets ?? []).findIndex((secret) => secret.name === name);
    if (index < 0) return place;
    return lintPlace({ document: object.document, path: [...specPath, 'imagePullSecrets', index, 'name'] });
  }

  usesOn(node: NodeInput): readonly ImageUse[] {
    return this.#usesByNode.get(node) ?? [];
  }

  /** The pods of a node that wait for no others before they come, in order of arrival. */
  podsOn({ name }: NodeInput): readonly PodSpec[] {
    return this.#podsByNode.get(name) ?? [];
  }

  imageOf({ canonical }: ImageUse): Image | undefined {
    return this.#images.get(canonical);
  }

  /** The bytes that are pulled of its image. */
  bytesOf(use: ImageUse): number {
    const image = this.imageOf(use);
    return image === undefined ? 0 : image.layers.reduce((sum, { bytes }) => sum + bytes, image.configBytes);
  }

  /** Whether the image is on the node from the start. */
  isPresent({ canonical }: ImageUse, node: NodeInput): boolean {
    const present = this.#presentOn.get(node) ?? new Set(node.presentImages.map(canonicalName));
    this.#presentOn.set(node, present);
    return present.has(canonical);
  }
}

function canonicalName(written: string): string {
  return imageName(written)?.canonical ?? written;
}

/** One text for the object that makes a pod: for a bare pod, the pod itself. */
export function ownerKey({
  namespace,
  name,
  owner,
}: Pick<PodSpec, 'namespace' | 'name'> & { readonly owner?: PodOwner | undefined }): string {
  return `${owner?.kind ?? 'Pod'} ${namespace}/${owner?.name ?? name}`;
}

function usesOf(input: SimulationInput, workloads: readonly Workload[]): ImageUse[] {
  const nodes = new Map(input.nodes.map((node) => [node.name, node]));
  const byWorkload = groupedBy(input.pods, ownerKey);
  return workloads.flatMap((workload) => {
    const pods = byWorkload.get(ownerKey(workload)) ?? [];
    const [pod] = pods;
    if (pod === undefined) return [];
    const podsByNode = new Map<NodeInput, number>();
    for (const { nodeName } of pods) {
      const node = nodes.get(nodeName);
      if (node !== undefined) podsByNode.set(node, (podsByNode.get(node) ?? 0) + 1);
    }
    return usesOfPod(workload, pod, podsByNode);
  });
}

function usesOfPod(workload: Workload, pod: PodSpec, podsByNode: ImageUse['podsByNode']): ImageUse[] {
  const { document } = workload.object;
  const use = (
    role: ImageUse['role'],
    { image, policy }: { readonly image: string; readonly policy: string },
    path: Path,
    keys: Keys,
  ) => {
    const isPolicyGiven = keys.given !== undefined && keys.given !== null && keys.given !== '';
    const place = lintPlace({ document, path: [...workload.specPath, ...path, keys.image] });
    const policyPlace = isPolicyGiven
      ? lintPlace({ document, path: [...workload.specPath, ...path, keys.policy] })
      : place;
    return {
      workload,
      pod,
      role,
      image,
      canonical: canonicalName(image),
      policy,
      isPolicyGiven,
      place,
      policyPlace,
      podsByNode,
    };
  };
  const { spec } = workload;
  const containers = (of: 'initContainers' | 'containers', role: ImageUse['role']) =>
    pod[of].map((container, index) =>
      use(role, container, [of, index], {
        image: 'image',
        policy: 'imagePullPolicy',
        given: spec[of]?.[index]?.imagePullPolicy,
      }),
    );
  const volumes = pod.imageVolumes.map((volume) => {
    const index = (spec.volumes ?? []).findIndex(({ name }) => name === volume.name);
    const given = spec.volumes?.[index]?.image?.pullPolicy;
    return use('volume', volume, ['volumes', index, 'image'], {
      image: 'reference',
      policy: 'pullPolicy',
      given,
    });
  });
  return [
    ...containers('initContainers', 'init container'),
    ...containers('containers', 'container'),
    ...volumes,
  ];
}

interface Keys {
  readonly image: string;
  readonly policy: string;
  readonly given: unknown;
}

/** Returns the path to the first address of this host, a key or a value, from which the root can come. */
function pathToAddress(
  apiRoot: string,
  host: string,
  value: unknown,
): { readonly path: Path; readonly on?: 'key' } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    if (leadsTo(key, host, apiRoot)) return { path: [step], on: 'key' };
    if (typeof inner === 'string' && leadsTo(inner, host, apiRoot)) return { path: [step] };
    const found = pathToAddress(apiRoot, host, inner);
    if (found !== undefined) return { ...found, path: [step, ...found.path] };
  }
  return undefined;
}

function leadsTo(text: string, host: string, apiRoot: string): boolean {
  const url = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(url)) return false;
  const { host: ofText, pathname } = new URL(url);
  return ofText === host && new URL(apiRoot).pathname.startsWith(pathname.replace(/\/+$/, ''));
}

/** Returns the path to the first key of this name, wherever it stands. */
function pathTo(name: string, value: unknown): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === name) return [key];
    const path = pathTo(name, inner);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}
