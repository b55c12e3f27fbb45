import { type Fault, faultKinds } from '../../rules/runtime/fault.ts';

/**
 * What a fault does to its target, as the beginning of a sentence: `registry.example.com down`,
 * `quay.io/acme/api:v1.2.O not found`. A fault without a target meets all of its kind.
 */
const words: Readonly<Record<Fault['kind'], (target: string | undefined) => string>> = {
  registryDown: (registry = 'every registry') => `${registry} down`,
  errorRate: (registry = 'all registries') => `failing requests to ${registry}`,
  rateLimit: (registry = 'the registries') => `the rate limit of ${registry} (429)`,
  notFound: (image = 'images') => `${image} not found`,
  unauthorized: (image = 'images') => `refused credentials for ${image}`,
  stall: (registry = 'every registry') => `${registry} silent`,
  badStatus: (target = 'the registries') => `error answers for ${target}`,
  unanswered: (target = 'the registries') => `unanswered requests for ${target}`,
  connectionReset: (target = 'the registries') => `connections reset while pulling from ${target}`,
  cutBody: (image = 'images') => `layers of ${image} cut short`,
  stalledBody: (image = 'images') => `layers of ${image} that stop coming`,
  trickle: (image = 'images') => `layers of ${image} that trickle`,
  wrongDigest: (image = 'images') => `layers of ${image} with a wrong digest`,
  slowLink: (node = 'the nodes') => `the slow link of ${node}`,
  diskFull: (node = 'the nodes') => `the full disk of ${node}`,
  runtimeDown: (node = 'the nodes') => `the runtime of ${node} down`,
  runtimeSlow: (node = 'the nodes') => `the slow runtime of ${node}`,
  credentialsTake: (node = 'the nodes') => `the slow credential provider of ${node}`,
  credentialsFail: (node = 'the nodes') => `the failing credential provider of ${node}`,
  pullFails: (image = 'images') => `failing pulls of ${image}`,
  pullTakes: (image = 'images') => `slow pulls of ${image}`,
};

/** Returns what a fault does to its target; the name of a kind that is not known, as in a trace of a later Windlass. */
export function faultWords(fault: string, target: string | undefined): string {
  if (Object.hasOwn(faultKinds, fault)) return words[fault as Fault['kind']](target);
  return target === undefined ? `the fault ${fault}` : `the fault ${fault} of ${target}`;
}
