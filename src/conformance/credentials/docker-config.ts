import { goJsonError } from '../../kubelet/go-json-error.ts';
import type { ScriptAuths, ScriptSecret } from './script-schema.ts';

/**
 * The docker config in a pull secret of a script, or the error with which the kubelet ends when it reads it. What is
 * given as `auths` is written as `auth`, user and password joined by a colon, so that a user with a colon in it loses the rest.
 */
export function decodeDockerConfig({ auths = {}, raw, type }: ScriptSecret): { readonly auths: ScriptAuths } | { readonly error: string } {
  if (raw === undefined) return { auths: Object.fromEntries(Object.entries(auths).map(([key, auth]) => [key, throughAuthField(auth)])) };
  if (raw === '') return { auths: {} };
  const error = goJsonError(raw);
  if (error !== undefined) return { error };
  const parsed: unknown = JSON.parse(raw);
  const found = type === 'dockercfg' ? parsed : fieldOf(parsed, 'auths');
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  return { auths: Object.fromEntries(entries.map(([key, entry]) => [key, plainAuth(entry)])) };
}

function throughAuthField({ username, password }: ScriptAuths[string]): ScriptAuths[string] {
  const [user = '', ...rest] = `${username}:${password}`.split(':');
  return { username: user, password: rest.join(':') };
}

function plainAuth(entry: unknown): ScriptAuths[string] {
  const username = fieldOf(entry, 'username');
  const password = fieldOf(entry, 'password');
  return { username: typeof username === 'string' ? username : '', password: typeof password === 'string' ? password : '' };
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined;
}
