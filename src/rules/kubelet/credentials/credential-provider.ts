/** A credential provider of the kubelet (CredentialProviderConfig), with the faults that it meets. */
export interface CredentialProviderRules {
  /** The name of its program: `ecr-credential-provider`. */
  readonly name: string;
  /** How long its answers are kept: what they say themselves, else `defaultCacheDuration`; 0: not at all. */
  readonly cacheMicros: number;
  /** For what an answer holds (`cacheKeyType`). */
  readonly cacheKeyType: 'Image' | 'Registry' | 'Global';
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
  { name, faults }: CredentialProviderRules,
  repository: string,
  nowMicros: number,
): CredentialProviderRun {
  const fault = faults.findLast(
    ({ fromMicros, untilMicros }) => fromMicros <= nowMicros && (untilMicros ?? Infinity) > nowMicros,
  );
  if (fault === undefined) return { takesMicros: 0, error: undefined, fault: undefined };
  const failure = (cause: string) =>
    `error execing credential provider plugin ${name} for image ${repository}: ${cause}`;
  const { id, takesMicros, error } = fault;
  if (takesMicros >= timeoutMicros)
    return { takesMicros: timeoutMicros, error: failure('context deadline exceeded: '), fault: id };
  return {
    takesMicros,
    error: error === null ? undefined : failure(`exit status 1: ${error}`),
    fault: id,
  };
}

/** Returns the key under which an answer for a repository (`registry.example/team/app`) is kept. */
export function credentialCacheKey(
  { name, cacheKeyType }: CredentialProviderRules,
  repository: string,
): string {
  const [registry = ''] = repository.split('/', 1);
  return `${name} ${{ Image: repository, Registry: registry, Global: '<global>' }[cacheKeyType]}`;
}
