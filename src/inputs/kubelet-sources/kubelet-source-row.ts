import type { Path } from '../documents/source-document.ts';
import type { KubeletLayer } from './kubelet-layer.ts';
import type { NodeSelector } from './node-selector.ts';
import type { PoolPart } from './pool-of-source.ts';

/** The form in which a part of a source has settings of the kubelet. */
export type SourceForm =
  /** Fields of KubeletConfiguration. */
  | 'fields'
  /** A text with a KubeletConfiguration, or with a document of kubeadm. */
  | 'text'
  /** The user data of a cloud's machine: a NodeConfig, alone or in parts of MIME. */
  | 'userData'
  /** Flags, with or without dashes, as a text or a list. */
  | 'flags'
  /** Flags by name; also kubeadm's newer lists of name and value. */
  | 'flagsByName'
  /** The values of flags by the names of the fields, as texts or values. */
  | 'flagsByField'
  /** Fields of KubeletConfiguration by the names that the APIs of Azure and Google have for them. */
  | 'cloudFields'
  /** The number of pulls at once; one means serialized. */
  | 'parallelPulls'
  /** The kubelet's release, as it is or as the tag of an image. */
  | 'release';

export interface SourcePart {
  /** The path from the document's root; `*` stands for each item of a list. */
  readonly path: string;
  readonly form: SourceForm;
  /** The field, if the part is a single one. */
  readonly field?: string;
  readonly nodes?: NodesOfPart;
}

/** Returns the nodes that a part is for, by the document and the path of what was found; undefined: all. */
type NodesOfPart = (document: Readonly<Record<string, unknown>>, path: Path) => NodeSelector | undefined;

/** The form in which a part of a source has settings of the container runtime. */
export type RuntimeForm =
  /** A text with a part of containerd's config.toml. */
  | 'containerdConfig'
  /**
   * A file to be written, with `path` and `content`: a part of containerd's config.toml if it is Talos'
   * folder of these.
   */
  | 'file'
  /** Whether the feature gate FastImagePull of nodeadm is on. */
  | 'fastImagePull'
  /** Whether the nodes of a pool stream images: of GKE, or, where images are made for it, of AKS. */
  | 'gkeImageStreaming'
  | 'aksArtifactStreaming'
  /** User data of Bottlerocket, in TOML; other user data says nothing here. */
  | 'bottlerocketSettings'
  /** Mirrors by registry: `endpoint` of k3s, `endpoints` of Talos. */
  | 'mirrors'
  /** The mirrors of one registry, which is `name`. */
  | 'namedMirrors'
  /** Credentials and certificates by registry: only whether there are any matters. */
  | 'registryConfigs'
  /** Whether the registries themselves are not asked after their mirrors. */
  | 'noFallback'
  /** Mirrors of OpenShift, of images by digest or by tag: `source`, `mirrors`, `mirrorSourcePolicy`. */
  | 'digestMirrors'
  | 'tagMirrors'
  /** Registries that OpenShift blocks. */
  | 'blockedRegistries'
  /** The only registries whose images its policy lets run. */
  | 'allowedRegistries'
  /** One setting of the Scenario's runtimeConfig. */
  | 'sandbox_image'
  | 'snapshotter';

export interface RuntimePart {
  readonly path: string;
  readonly form: RuntimeForm;
  readonly nodes?: NodesOfPart;
}

export type CredentialPart = Pick<RuntimePart, 'path' | 'nodes'>;

/**
 * A kind of document, besides KubeletConfiguration itself, in which clusters keep settings of their kubelets
 * and runtimes.
 */
export interface KubeletSourceRow {
  readonly title: string;
  /** Where people find it. */
  readonly where: string;
  /** Its identification. The group of an apiVersion is the part before the slash. */
  readonly group?: string;
  readonly kinds?: readonly string[];
  /** For a document without a kind, or one whose kind is not enough. */
  readonly is?: (value: Readonly<Record<string, unknown>>, file: string) => boolean;
  readonly parts: readonly SourcePart[];
  readonly runtimeParts?: readonly RuntimePart[];
  /** Where it has a CredentialProviderConfig. */
  readonly credentialParts?: readonly CredentialPart[];
  /** What affects pulls and is not read, with the reason; a run whose document has it says so. */
  readonly notRead?: readonly { readonly path: string; readonly why: string }[];
  readonly rank: KubeletLayer['rank'];
  /** The provider that alone has such documents, by its id, or by the file's name or the document where these decide. */
  readonly provider?:
    | string
    | ((file: string, value: Readonly<Record<string, unknown>>) => string | undefined);
  readonly isOneOfSeveral?: true;
  /** Whether a document may be a list of them, as commands that list print it. */
  readonly isListed?: true;
  /** Whether several in one file are merged, as those of several files are not. */
  readonly isMergedInFile?: true;
  /** The pools in it, whose nodes are made where the input has no Node object. */
  readonly pools?: readonly PoolPart[];
  /** The fields that say which nodes it is for, beside its settings. */
  readonly selectorPaths?: readonly string[];
}

/** Whether a document is no object of an API. */
export function hasNoKind({ kind, apiVersion }: Readonly<Record<string, unknown>>): boolean {
  return kind === undefined && apiVersion === undefined;
}
