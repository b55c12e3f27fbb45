import { imageAllowlistError } from '../../../rules/kubelet/configuration/image-allowlist.ts';
import { readDockerConfig } from '../../../rules/kubelet/credentials/docker-config.ts';
import { normalizedKey } from '../../../rules/kubelet/credentials/registry-key.ts';
import type { GoJsonRelease } from '../../../rules/kubelet/go/parse-go-json.ts';
import { lockStripesMax } from '../../../rules/kubelet/images/striped-locks.ts';
import type { CredentialsScript, ScriptSecret } from './script-schema.ts';

const policies = [
  '',
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
];

/** Returns the problems of a script that the schema cannot find, each as a sentence. */
export function problemsOf(script: CredentialsScript): readonly string[] {
  const { kubelet, calls, secrets = [], serviceAccounts = [], nodeCredentials = {}, steps = [] } = script;
  const {
    imagePullCredentialsVerificationPolicy: policy = '',
    preloadedImagesVerificationAllowlist: allowlist = [],
  } = kubelet;
  const allowlistError =
    policy === 'NeverVerifyAllowlistedImages' ? imageAllowlistError(allowlist, 'asWritten') : undefined;
  return [
    ...(policies.includes(policy)
      ? []
      : [`kubelet.imagePullCredentialsVerificationPolicy: there is no policy ${JSON.stringify(policy)}`]),
    ...(allowlistError === undefined
      ? []
      : [`kubelet.preloadedImagesVerificationAllowlist: ${allowlistError}`]),
    ...((kubelet.maxParallelImagePulls ?? 0) > lockStripesMax
      ? [
          `kubelet.maxParallelImagePulls: expected at most ${lockStripesMax}: above that, the real one panics for some images`,
        ]
      : []),
    ...calls.flatMap(({ id }, index) => {
      const before = calls.findIndex((call) => call.id === id);
      return before === index
        ? []
        : [
            `calls[${index}].id: expected an id of its own, not ${JSON.stringify(id)}, which calls[${before}] has`,
          ];
    }),
    ...[
      ...secrets.map((secret, index) => [`secrets[${index}]`, keysOf(secret)] as const),
      ...serviceAccounts.map(
        ({ auths }, index) => [`serviceAccounts[${index}].auths`, Object.keys(auths)] as const,
      ),
      ['nodeCredentials', Object.keys(nodeCredentials)] as const,
      ...steps.flatMap((step, index) => [
        ...(step.secrets ?? []).map(
          (secret, place) => [`steps[${index}].secrets[${place}]`, keysOf(secret)] as const,
        ),
        ...(step.serviceAccounts ?? []).map(
          ({ auths }, place) =>
            [`steps[${index}].serviceAccounts[${place}].auths`, Object.keys(auths)] as const,
        ),
      ]),
    ].flatMap(([place, keys]) => sameRegistries(place, keys)),
  ];
}

function keysOf(secret: ScriptSecret): readonly string[] {
  const config = dockerConfigOf(secret);
  return 'error' in config ? [] : config.entries.map(({ registryKey }) => registryKey);
}

/** The real kubelet tries keys of one docker config that mean the same registry and path in random order. */
function sameRegistries(place: string, registryKeys: readonly string[]): readonly string[] {
  const keys = registryKeys.map((key) => normalizedKey(key));
  const isRepeated = keys.some((key, index) => key !== undefined && keys.indexOf(key) !== index);
  return isRepeated
    ? [`${place}: two keys that mean the same registry and path are tried in random order`]
    : [];
}

/**
 * Returns the docker config in a pull secret of a script, or the error with which the kubelet ends when it
 * reads it. `auths` are written as `auth`, user and password joined by a colon. If the user contains a colon,
 * everything after it becomes part of the password.
 */
export function dockerConfigOf(
  { auths = {}, raw, type }: ScriptSecret,
  go: GoJsonRelease = '1.26',
): ReturnType<typeof readDockerConfig> {
  if (raw !== undefined)
    return readDockerConfig(raw, type === 'dockercfg' ? 'dockercfg' : 'dockerconfigjson', go);
  const entries = Object.entries(auths).map(([registryKey, { username, password }]) => {
    const joined = `${username}:${password}`;
    const colon = joined.indexOf(':');
    return { registryKey, username: joined.slice(0, colon), password: joined.slice(colon + 1), email: '' };
  });
  return { entries };
}
