import { type DockerConfigFormat, readDockerConfig } from '../../rules/kubelet/credentials/docker-config.ts';
import {
  noPodCredentials,
  type PodCredentials,
  type PullCredential,
} from '../../rules/kubelet/credentials/pull-credential.ts';
import { decodeBase64 } from '../../rules/kubelet/go/decode-base64.ts';
import { type GoJsonRelease, parseGoJson } from '../../rules/kubelet/go/parse-go-json.ts';
import { checkShape } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import {
  type KubernetesObject,
  type PodSpecDocument,
  serviceAccountShape,
} from '../workloads/kubernetes-shapes.ts';
import { derivedUid } from '../workloads/pod-name.ts';
import type { CredentialRegister } from './credential-register.ts';

/**
 * The formats of docker configs by the type of their Secrets, which have them under `.` and its name. Other
 * Secrets hold no pull credentials.
 */
const formats: Readonly<Record<string, DockerConfigFormat>> = {
  'kubernetes.io/dockerconfigjson': 'dockerconfigjson',
  'kubernetes.io/dockercfg': 'dockercfg',
};

interface PullSecret {
  readonly credentials: readonly PullCredential[];
  /** The error of a kubelet for it, by the Go that reads it. */
  readonly errorOf?: (go: GoJsonRelease) => string | undefined;
}

/** The service account of a pod. */
export interface PodAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The keys of its annotations; undefined: it is not in the input. */
  readonly annotationKeys: readonly string[] | undefined;
}

/** The pull secrets and service accounts of the input, without values. */
export interface PullSecrets {
  /**
   * Returns the credentials of a pod with this spec; undefined if it names no pull secrets and its account
   * has none.
   */
  credentialsOf(namespace: string, spec: PodSpecDocument, go: GoJsonRelease): PodCredentials | undefined;
  /** Returns the service account of such a pod. */
  accountOf(namespace: string, spec: PodSpecDocument): PodAccount;
}

/**
 * Reads the Secrets with docker configs, and the ServiceAccounts with their imagePullSecrets. Reports what
 * the API server would refuse, without showing values. `ofAccounts` are the credentials from a credential
 * provider, by `namespace/name` of the account.
 */
export function readPullSecrets(
  objects: readonly KubernetesObject[],
  ofAccounts: ReadonlyMap<string, readonly PullCredential[]>,
  register: CredentialRegister,
  problems: Problems,
): PullSecrets {
  const secrets = new Map<string, PullSecret>();
  const accounts = new Map<string, AccountObject>();
  for (const { object, namespace, name, uid, id } of inOrderOfNames(objects)) {
    if (object.kind === 'ServiceAccount') {
      const account = checkShape(serviceAccountShape, object, problems);
      const annotationKeys = Object.keys(account?.metadata?.annotations ?? {});
      accounts.set(id, { secrets: namesIn(account?.imagePullSecrets), uid, annotationKeys });
      continue;
    }
    const config = configOf(object, problems);
    if (config === undefined) continue;
    const source = { kind: 'secret', namespace, name, uid } as const;
    const { text, format } = config;
    const read = readDockerConfig(text, format);
    secrets.set(
      id,
      'error' in read
        ? { credentials: [], errorOf: (go) => errorOfConfig(text, format, go) }
        : { credentials: register.credentialsOf(read.entries, source) },
    );
  }
  return {
    credentialsOf(namespace, spec, go) {
      const account = `${namespace}/${accountName(spec)}`;
      const own = namesIn(spec.imagePullSecrets);
      // The API server gives a pod without pull secrets those of its account.
      const names = own.length > 0 ? own : (accounts.get(account)?.secrets ?? []);
      const serviceAccount = ofAccounts.get(account) ?? [];
      if (names.length === 0 && serviceAccount.length === 0) return undefined;
      const found = names.flatMap((name) => secrets.get(`${namespace}/${name}`) ?? []);
      const error = found.find(({ errorOf }) => errorOf !== undefined)?.errorOf?.(go);
      return {
        ...noPodCredentials,
        secrets: found.flatMap(({ credentials }) => credentials),
        serviceAccount,
        missingSecrets: names.filter((name) => !secrets.has(`${namespace}/${name}`)),
        ...(error === undefined ? {} : { secretsError: error }),
      };
    },
    accountOf(namespace, spec) {
      const name = accountName(spec);
      const { uid = derivedUid(`ServiceAccount ${namespace}/${name}`), annotationKeys } =
        accounts.get(`${namespace}/${name}`) ?? {};
      return { namespace, name, uid, annotationKeys };
    },
  };
}

function errorOfConfig(text: string, format: DockerConfigFormat, go: GoJsonRelease): string | undefined {
  const read = readDockerConfig(text, format, go);
  return 'error' in read ? read.error : undefined;
}

/** A ServiceAccount of the input. */
interface AccountObject {
  /** The names of its pull secrets. */
  readonly secrets: readonly string[];
  readonly uid: string;
  readonly annotationKeys: readonly string[];
}

/** Returns the name of a pod's service account, as the API server fills it in. */
function accountName({ serviceAccountName, serviceAccount }: PodSpecDocument): string {
  return serviceAccountName || serviceAccount || 'default';
}

/** Identities are numbered in order of appearance, but files come in any order. */
function inOrderOfNames(objects: readonly KubernetesObject[]) {
  return objects
    .map((object) => {
      const identity = identityOf(object);
      return { object, ...identity, id: `${identity.namespace}/${identity.name}` };
    })
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Entries with an empty name are ignored, as in `getPullSecretsForPod`. */
function namesIn(references: PodSpecDocument['imagePullSecrets']): readonly string[] {
  return (references ?? []).flatMap(({ name }) => (name ? [name] : []));
}

export function identityOf({ kind, value }: Pick<KubernetesObject, 'kind' | 'value'>): {
  namespace: string;
  name: string;
  uid: string;
} {
  const metadata = isMapping(value) && isMapping(value.metadata) ? value.metadata : {};
  const text = (field: unknown) => (typeof field === 'string' ? field : '');
  const namespace = text(metadata.namespace) || 'default';
  const name = text(metadata.name);
  return { namespace, name, uid: text(metadata.uid) || derivedUid(`${kind} ${namespace}/${name}`) };
}

/**
 * Returns the docker config in a Secret's value and the key that it stands under; undefined if it has none
 * that is a text.
 */
export function dockerConfigIn(
  value: unknown,
): { readonly text: string; readonly format: DockerConfigFormat } | undefined {
  if (!isMapping(value) || typeof value.type !== 'string') return undefined;
  const format = Object.hasOwn(formats, value.type) ? formats[value.type] : undefined;
  if (format === undefined) return undefined;
  const plain = isMapping(value.stringData) ? value.stringData[`.${format}`] : undefined;
  const encoded = isMapping(value.data) ? value.data[`.${format}`] : undefined;
  const text =
    typeof plain === 'string' ? plain : typeof encoded === 'string' ? decodedText(encoded) : undefined;
  return text === undefined ? undefined : { text, format };
}

/**
 * Returns the docker config of a Secret; undefined for a Secret of another type. As for the API server, it
 * must be an object, whatever its content is.
 */
function configOf(
  object: KubernetesObject,
  problems: Problems,
): { readonly text: string; readonly format: DockerConfigFormat } | undefined {
  const { value } = object;
  if (!isMapping(value) || typeof value.type !== 'string') return undefined;
  const format = Object.hasOwn(formats, value.type) ? formats[value.type] : undefined;
  if (format === undefined) return undefined;
  const key = `.${format}`;
  const plain = isMapping(value.stringData) ? value.stringData[key] : undefined;
  const encoded = isMapping(value.data) ? value.data[key] : undefined;
  const field = [typeof plain === 'string' ? 'stringData' : 'data', key];
  const { namespace, name } = identityOf(object);
  const refuse = (what: string, at = field): undefined =>
    complainOf(object, at, `of Secret ${namespace}/${name} ${what}`, problems);
  if (typeof plain !== 'string' && typeof encoded !== 'string')
    return refuse(`needs ${key} in its data`, ['type']);
  const text = typeof plain === 'string' ? plain : decodedText(String(encoded));
  if (text === undefined) return refuse('is not base64');
  const json = parseGoJson(text);
  if ('error' in json) return refuse('is not JSON');
  return json.value.kind === 'object' || json.value.kind === 'null'
    ? { text, format }
    : refuse('is no JSON object');
}

function decodedText(encoded: string): string | undefined {
  const decoded = decodeBase64(encoded);
  return 'badAt' in decoded ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded.bytes);
}

function complainOf(
  object: KubernetesObject,
  field: readonly string[],
  what: string,
  problems: Problems,
): undefined {
  const expected = 'a docker config as kubectl create secret docker-registry writes it';
  problems.at(within(object, ...field), { code: 'SECRET', message: `${field.join('')} ${what}`, expected });
}
