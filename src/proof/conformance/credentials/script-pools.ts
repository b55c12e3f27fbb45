import fc from 'fast-check';
import { rawDockerConfig } from './random-docker-config.ts';
import { auths, images, policy, pullPolicy, registryAuth, secretNames, users } from './random-values.ts';
import type { ScriptSecret, ScriptServiceAccount } from './script-schema.ts';

/** What the scripts of one sort are drawn from. */
export interface Pools {
  readonly images: readonly string[];
  readonly policy: fc.Arbitrary<string>;
  readonly pullPolicy: fc.Arbitrary<string>;
  readonly secretData: fc.Arbitrary<Omit<ScriptSecret, 'namespace' | 'name' | 'uid'>>;
  readonly accountAuths: fc.Arbitrary<ScriptServiceAccount['auths']>;
  readonly registryAuth: typeof registryAuth;
  readonly nodeCredentials: fc.Arbitrary<ScriptServiceAccount['auths']>;
  readonly presentMax: number;
  readonly secretNames: readonly string[];
  readonly secretUids: readonly string[];
  readonly secretsMax: number;
  readonly callsMax: number;
  readonly stepsMax: number;
  /** How many times as often a step changes a secret as it does any other thing. */
  readonly changesOfSecrets: number;
}

/** Everything that a script may say. */
export const everything: Pools = {
  images,
  policy,
  pullPolicy,
  secretData: fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.record({ auths }) },
    { weight: 2, arbitrary: rawDockerConfig },
  ),
  accountAuths: auths,
  registryAuth,
  nodeCredentials: fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: auths },
  ),
  presentMax: 3,
  secretNames,
  secretUids: ['u1', 'u2'],
  secretsMax: 8,
  callsMax: 40,
  stepsMax: 16,
  changesOfSecrets: 1,
};

const someonesAuths = fc
  .constantFrom('alice', 'bob')
  .map((username) => ({ 'reg.example': { username, password: 'pw' } }));

/**
 * Few images, which everybody may pull who has a secret that fits: what counts is who may use what another
 * has pulled.
 */
export const sharing: Pools = {
  images: ['reg.example/app:1', 'reg.example/app:2'],
  policy: fc.constantFrom('', 'AlwaysVerify'),
  pullPolicy: fc.constantFrom('IfNotPresent', 'IfNotPresent', 'IfNotPresent', 'Never'),
  secretData: fc.record({ auths: someonesAuths }),
  accountAuths: someonesAuths,
  registryAuth: fc.constantFrom<Record<string, string[]>[]>({}, { 'reg.example': users }),
  nodeCredentials: fc.constant({}),
  presentMax: 3,
  secretNames: ['s1', 's2'],
  secretUids: ['u1', 'u1', 'u2'],
  secretsMax: 9,
  callsMax: 10,
  stepsMax: 10,
  changesOfSecrets: 8,
};

/** Images whose names are alike to one in an allowlist, many of them there before the first pull. */
export const allowlisted: Pools = {
  ...everything,
  images: [
    'reg.example/app:1',
    'reg.example/app2:1',
    'reg.example:5000/app:1',
    'reg.example/team/app',
    'app',
  ],
  policy: fc.constant('NeverVerifyAllowlistedImages'),
  pullPolicy: fc.constantFrom('IfNotPresent', 'IfNotPresent', 'Never'),
  registryAuth: fc.constantFrom<Record<string, string[]>[]>({}, { 'reg.example': [] }),
  presentMax: 10,
  callsMax: 10,
};
