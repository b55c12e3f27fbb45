/** A credential provider of the kubelet (CredentialProviderConfig), with the faults that it meets. */
export interface CredentialProviderRules {
  /** The name of its program: `ecr-credential-provider`. */
  readonly name: string;
  /** How long its answers are kept: what they say themselves, else `defaultCacheDuration`; 0: not at all. */
  readonly cacheMicros: number;
  /** For what an answer holds (`cacheKeyType`). */
  readonly cacheKeyType: 'Image' | 'Registry' | 'Global';
  /** How long a run of its program takes without a fault; absent: no time. */
  readonly takesMicros?: number;
  /** How long its passwords are good for, and the identity that they have afterwards; absent: for ever. */
  readonly expiry?: { readonly validMicros: number; readonly identity: string };
  /** Of an answer for a service account (`tokenAttributes.cacheType`): whose pods may use it. */
  readonly cacheType?: 'ServiceAccount' | 'Token';
  readonly faults: readonly CredentialProviderFault[];
}

/** What happens to runs of the program that begin in this time. */
export interface CredentialProviderFault {
  /** Its name in the trace. */
  readonly id: string;
  readonly fromMicros: number;
  /** null: until the end of the run. */
  readonly untilMicros: number | null;
  readonly takesMicros: number;
  /** What the program writes before it fails; null: it succeeds. */
  readonly error: string | null;
}

/** What a pull asks a provider. */
export interface CredentialQuestion {
  /** The name of the provider. */
  readonly provider: string;
  /** The image without tag and digest. */
  readonly repository: string;
  /** The service account of the pod and the pod's UID, for a provider that gets a token of these. */
  readonly tokenOf?: { readonly account: string; readonly pod: string };
}

/** One run of the program. */
export interface CredentialProviderRun {
  readonly takesMicros: number;
  /** The error of the kubelet's log; undefined: credentials came. */
  readonly error: string | undefined;
  /** The fault that it met. */
  readonly fault: string | undefined;
}

/** `ExecPlugin` gives every program a minute. */
const timeoutMicros = 60_000_000;

/**
 * Returns what a run that begins now comes to. Of several faults the last one counts. Mirrors `ExecPlugin` and
 * `runPlugin` in pkg/credentialprovider/plugin/plugin.go (v1.36.3).
 */
export function runCredentialProvider(
  { name, faults, takesMicros: usualMicros = 0 }: CredentialProviderRules,
  repository: string,
  nowMicros: number,
): CredentialProviderRun {
  const fault = faults.findLast(
    ({ fromMicros, untilMicros }) => fromMicros <= nowMicros && (untilMicros ?? Infinity) > nowMicros,
  );
  const failure = (cause: string) =>
    `error execing credential provider plugin ${name} for image ${repository}: ${cause}`;
  const { id, takesMicros, error } = fault ?? { id: undefined, takesMicros: usualMicros, error: null };
  if (takesMicros >= timeoutMicros)
    return { takesMicros: timeoutMicros, error: failure('context deadline exceeded: '), fault: id };
  return {
    takesMicros,
    error: error === null ? undefined : failure(`exit status 1: ${error}`),
    fault: id,
  };
}

/**
 * Returns the key under which an answer is kept: for the image, the registry or all, and with a token for the
 * service account or the token (`generateServiceAccountCacheKey`).
 */
export function credentialCacheKey(
  { name, cacheKeyType, cacheType }: CredentialProviderRules,
  { repository, tokenOf }: CredentialQuestion,
): string {
  const [registry = ''] = repository.split('/', 1);
  const key = `${name} ${{ Image: repository, Registry: registry, Global: '<global>' }[cacheKeyType]}`;
  if (tokenOf === undefined) return key;
  return `${key} ${tokenOf.account}${cacheType === 'Token' ? ` ${tokenOf.pod}` : ''}`;
}

/** Returns the key under which questions share a run: tokens differ from pod to pod (`generateSingleFlightKey`). */
export function credentialRunKey({ provider, repository, tokenOf }: CredentialQuestion): string {
  return `${provider} ${repository}${tokenOf === undefined ? '' : ` ${tokenOf.account} ${tokenOf.pod}`}`;
}
