import { z } from 'zod';

const capability = z.string().refine((name) => capabilities.includes(name.toLowerCase()), { error: 'pull, resolve, push or referrers' });

/** containerd takes them in any case (core/remotes/docker/config/hosts.go, 2.4.2). */
const capabilities: readonly string[] = ['pull', 'resolve', 'push', 'referrers'];

const place = { capabilities: z.array(capability).optional() };

/** A hosts.toml as far as it is read; what stands beside `server` is about the server. */
export const hostsFileShape = z.looseObject({
  server: z.string().optional(),
  host: z.record(z.string(), z.looseObject(place)).optional(),
  ...place,
});

/** What else containerd reads of a place: nothing that a simulation could make something of. */
export const withoutEffect = ['ca', 'client', 'skip_verify', 'header', 'override_path', 'dial_timeout'] as const;
