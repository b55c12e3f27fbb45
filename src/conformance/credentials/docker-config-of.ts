import { readDockerConfig } from '../../kubelet/credentials/docker-config.ts';
import type { ScriptSecret } from './script-schema.ts';

/**
 * Returns the docker config in a pull secret of a script, or the error with which the kubelet ends when it reads it. `auths` are written as
 * `auth`, user and password joined by a colon. If the user contains a colon, everything after it becomes part of the password.
 */
export function dockerConfigOf({ auths = {}, raw, type }: ScriptSecret): ReturnType<typeof readDockerConfig> {
  if (raw !== undefined) return readDockerConfig(raw, type === 'dockercfg' ? 'dockercfg' : 'dockerconfigjson');
  const entries = Object.entries(auths).map(([registryKey, { username, password }]) => {
    const joined = `${username}:${password}`;
    const colon = joined.indexOf(':');
    return { registryKey, username: joined.slice(0, colon), password: joined.slice(colon + 1), email: '' };
  });
  return { entries };
}
