import { z } from 'zod';
import { lazy } from '../../rules/values/memoize.ts';
import { isMapping } from '../documents/mapping.ts';
import { registryHost } from '../images/image-name.ts';
import type { ConfiguredHost } from './configured-host.ts';

/** One `[[registry]]` of registries.conf: where CRI-O looks for the images below a prefix. */
export interface CrioRegistry {
  /** A registry, a part of its repositories (`quay.io/team`), or `*.example.com`. */
  readonly prefix: string;
  /** What replaces the prefix; without mirrors, the only place that is asked. */
  readonly location: string;
  readonly blocked: boolean;
  readonly mirrors: readonly CrioMirror[];
  /** Present if a file has it: there, the last entry of a prefix replaces the others. */
  readonly isOfFile?: true;
}

export interface CrioMirror {
  readonly location: string;
  /** For which references it is asked: `pull-from-mirror`, or `mirror-by-digest-only` of the registry. */
  readonly pullFrom: 'all' | 'digest-only' | 'tag-only';
}

const mirrorShape = z.looseObject({
  location: z.string().min(1),
  'pull-from-mirror': z
    .enum(['all', 'digest-only', 'tag-only', ''], { error: 'all, digest-only or tag-only' })
    .optional(),
});

/** The part of registries.conf that is read (containers-registries.conf(5), version 2). */
export const registriesConfShape = lazy(() =>
  z.looseObject({
    registry: z
      .array(
        z
          .looseObject({
            prefix: z.string().optional(),
            location: z.string().optional(),
            blocked: z.boolean().optional(),
            'mirror-by-digest-only': z.boolean().optional(),
            mirror: z.array(mirrorShape).optional(),
          })
          .refine(({ prefix, location }) => (prefix ?? '') !== '' || (location ?? '') !== '', {
            error: 'a registry with a prefix or a location',
          }),
      )
      .optional(),
    'unqualified-search-registries': z.array(z.string()).optional(),
    'short-name-mode': z.string().optional(),
    aliases: z.record(z.string(), z.string()).optional(),
  }),
);

export type RegistriesConf = z.infer<ReturnType<typeof registriesConfShape>>;

/** Returns the registries of a file. A prefix that is not written is the location, and the other way round. */
export function crioRegistriesOf({ registry = [] }: RegistriesConf): readonly CrioRegistry[] {
  return registry.map((entry) => {
    const { blocked = false, mirror = [] } = entry;
    const prefix = withoutSlash(entry.prefix || entry.location || '');
    const byDigestOnly = entry['mirror-by-digest-only'] === true;
    return {
      prefix,
      isOfFile: true as const,
      location: withoutSlash(entry.location || (prefix.startsWith('*.') ? '' : prefix)),
      blocked,
      mirrors: mirror.map((one) => ({
        location: withoutSlash(one.location),
        pullFrom: byDigestOnly ? ('digest-only' as const) : one['pull-from-mirror'] || ('all' as const),
      })),
    };
  });
}

/**
 * Returns the entry of registries.conf that OpenShift writes of a mirror set; undefined if it is none. Mirrors
 * `updateRegistriesConfig` of the machine-config-operator and `EditRegistriesConfig` of
 * runtime-utils.
 */
export function openshiftMirror(
  form: 'digestMirrors' | 'tagMirrors',
  value: unknown,
): CrioRegistry | undefined {
  if (!isMapping(value) || typeof value.source !== 'string') return undefined;
  const mirrors: unknown = value.mirrors ?? [];
  if (!Array.isArray(mirrors) || mirrors.some((mirror) => typeof mirror !== 'string')) return undefined;
  const pullFrom = form === 'digestMirrors' ? ('digest-only' as const) : ('tag-only' as const);
  return {
    prefix: withoutSlash(value.source),
    location: value.source.startsWith('*.') ? '' : withoutSlash(value.source),
    blocked: value.mirrorSourcePolicy === 'NeverContactSource',
    mirrors: mirrors.map((location: string) => ({ location: withoutSlash(location), pullFrom })),
  };
}

export function blockedRegistry(prefix: string): CrioRegistry {
  return { prefix: withoutSlash(prefix), location: withoutSlash(prefix), blocked: true, mirrors: [] };
}

/**
 * Returns the entries with one for each prefix. Those of mirror sets add up: mirrors one after another, and
 * blocked if one says so.
 */
function mergedByPrefix(entries: readonly CrioRegistry[]): readonly CrioRegistry[] {
  const byPrefix = new Map<string, CrioRegistry>();
  for (const entry of entries) {
    const before = byPrefix.get(entry.prefix);
    const merged =
      before === undefined || entry.isOfFile
        ? entry
        : {
            ...before,
            blocked: before.blocked || entry.blocked,
            mirrors: [...before.mirrors, ...entry.mirrors],
          };
    byPrefix.set(entry.prefix, merged);
  }
  return [...byPrefix.values()];
}

function withoutSlash(location: string): string {
  return location.replace(/\/+$/, '');
}

/**
 * Returns where images are looked for, by the registry or by the part of it that a prefix names, for these
 * registries. Of a prefix in several files the last counts. A registry that is blocked is left out; where
 * nothing is left, its images cannot be pulled. Mirrors `newImageSource` and `PullSourcesFromReference` of
 * containers/image (v5.32).
 */
export function hostsOfCrio(
  entries: readonly CrioRegistry[],
  registries: readonly string[],
): Readonly<Record<string, readonly ConfiguredHost[]>> {
  const hosts: Record<string, readonly ConfiguredHost[]> = {};
  // A wildcard is less specific than any other prefix, and a longer one counts more.
  const inOrder = mergedByPrefix(entries).toSorted(
    (a, b) => Number(!isWild(a)) - Number(!isWild(b)) || a.prefix.length - b.prefix.length,
  );
  for (const entry of inOrder)
    for (const key of keysOf(entry.prefix, registries)) hosts[key] = placesOf(entry, key);
  return hosts;
}

function isWild({ prefix }: CrioRegistry): boolean {
  return prefix.startsWith('*.');
}

/** Returns the parts of the registries that a prefix stands for, by the names that registries have here. */
function keysOf(prefix: string, registries: readonly string[]): readonly string[] {
  const [domain = '', ...path] = prefix.split('/');
  if (domain.startsWith('*.')) return registries.filter((registry) => registry.endsWith(domain.slice(1)));
  const host = registryHost(domain);
  return registries.includes(host) ? [[host, ...path].join('/')] : [];
}

function placesOf({ location, blocked, mirrors }: CrioRegistry, key: string): readonly ConfiguredHost[] {
  const own = blocked ? [] : [placeAt(location === '' ? key : location, key, 'all')];
  return [...mirrors.map((mirror) => placeAt(mirror.location, key, mirror.pullFrom)), ...own];
}

/** Returns the place where the prefix `key` is replaced by `location`. */
function placeAt(location: string, key: string, pullFrom: CrioMirror['pullFrom']): ConfiguredHost {
  const [domain = '', ...path] = location.split('/');
  const host = registryHost(domain);
  const [keyHost = '', ...keyPath] = key.split('/');
  const [from, to] = [keyPath.join('/'), path.join('/')];
  return {
    host,
    capabilities: ['resolve', 'pull'],
    ...(from === to ? {} : { rewrites: [rewriteOf(from, to)] }),
    ...(host === 'docker.io' && keyHost !== 'docker.io'
      ? { apiRoot: 'https://registry-1.docker.io/v2' }
      : {}),
    ...(pullFrom === 'all'
      ? {}
      : { onlyFor: pullFrom === 'digest-only' ? ('digests' as const) : ('tags' as const) }),
  };
}

function rewriteOf(from: string, to: string) {
  if (from === '') return { pattern: '^', replacement: `${to}/` };
  const escaped = from.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return to === ''
    ? { pattern: `^${escaped}/`, replacement: '' }
    : { pattern: `^${escaped}(/|$)`, replacement: `${to}$1` };
}
