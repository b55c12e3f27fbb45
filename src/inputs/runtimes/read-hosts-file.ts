import { z } from 'zod';
import { countText } from '../count-text.ts';
import { checkShape } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { type SourceDocument, wholeOf } from '../documents/source-document.ts';
import { configuredHost, registryItself } from './configured-host.ts';
import { hostOfUrl } from './registry-mirrors.ts';
import type { RuntimeConfiguration } from './runtime-config-of-document.ts';
import { registryOfFile } from './runtime-file.ts';

const capability = z
  .string()
  .refine((name) => capabilities.includes(name.toLowerCase()), { error: 'pull, resolve, push or referrers' });

/** containerd accepts them in capital and small letters (core/remotes/docker/config/hosts.go, 2.4.2). */
const capabilities: readonly string[] = ['pull', 'resolve', 'push', 'referrers'];

const place = { capabilities: z.array(capability).optional(), override_path: z.boolean().optional() };

/** The part of a hosts.toml that is read. Fields beside `server` are those of the server. */
const hostsFileShape = z.looseObject({
  server: z.string().optional(),
  host: z.record(z.string(), z.looseObject(place)).optional(),
  ...place,
});

type HostDocument = Readonly<Record<string, unknown>> & {
  readonly capabilities?: string[] | undefined;
  readonly override_path?: boolean | undefined;
};

/** Other fields that containerd reads of a host. They have no effect in a simulation. */
const withoutEffect = ['ca', 'client', 'skip_verify', 'header', 'dial_timeout'] as const;

/**
 * Reads what containerd's hosts.toml says of a registry: its mirrors in the file's order, then the `server`,
 * or otherwise the registry itself. Sentences about what has no effect here go to `readings`. undefined after
 * an error.
 */
export function readHostsFile(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const { name } = document.source;
  const file = checkShape(hostsFileShape, wholeOf(document), problems);
  if (file === undefined) return undefined;
  const folder = registryOfFile(name);
  const registry =
    folder === undefined ? file.server && hostOfUrl(file.server) : (hostOfUrl(folder) ?? folder);
  if (!registry) {
    const expected =
      'a folder named after the registry, such as certs.d/docker.io/hosts.toml, or server = "https://…" in it';
    problems.at(
      { document, path: [] },
      { code: 'NO_REGISTRY', message: 'this hosts.toml does not say which registry it is for', expected },
    );
    return undefined;
  }
  for (const address of Object.keys(file.host ?? {}))
    complainOfAddress(address, ['host', address], document, problems);
  if (file.server) complainOfAddress(file.server, ['server'], document, problems);
  const hostOf = (address: string, { capabilities, override_path, ...settings }: HostDocument) =>
    configuredHost(address, capabilities, override_path === true ? 'overridden' : 'appended').map((host) => ({
      ...host,
      hostsFile: {
        name,
        hasHostTable: file.host !== undefined,
        hasTls: tlsSettings.some((setting) => settings[setting] !== undefined),
      },
    }));
  const mirrors = Object.entries(file.host ?? {}).flatMap(([address, host]) => hostOf(address, host));
  noteIgnored(name, [file, ...Object.values(file.host ?? {})], readings);
  const { server } = file;
  // `server` is asked in place of the registry in the image's name, in `_default` for all registries.
  return { hosts: { [registry]: [...mirrors, ...(server ? hostOf(server, file) : [registryItself])] } };
}

/** Settings with which a host has a configuration of TLS. */
const tlsSettings = ['ca', 'client', 'skip_verify'] as const;

function complainOfAddress(
  address: string,
  path: readonly string[],
  document: SourceDocument,
  problems: Problems,
): void {
  if (hostOfUrl(address) !== undefined) return;
  const place = { document, path, on: path.length > 1 ? 'key' : 'value' } as const;
  problems.at(place, {
    code: 'WRONG_VALUE',
    message: 'not an address of a registry',
    expected: 'one such as "https://mirror.example"',
  });
}

function noteIgnored(
  name: string,
  places: readonly Readonly<Record<string, unknown>>[],
  readings: Set<string>,
): void {
  const known = withoutEffect.filter((field) => places.some((place) => place[field] !== undefined));
  const understood = new Set<string>(['server', 'host', 'capabilities', 'override_path', ...withoutEffect]);
  const unknown = places.flatMap((place) =>
    Object.keys(place).filter((field) => !understood.has(field)),
  ).length;
  const parts = [
    ...(known.length === 0 ? [] : [known.join(', ')]),
    ...(unknown === 0 ? [] : [countText(unknown, 'unknown setting')]),
  ];
  if (parts.length > 0) readings.add(`${name}: ${parts.join(' and ')} ignored: not simulated.`);
}
