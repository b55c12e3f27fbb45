import { hostOfUrl } from './registry-mirrors.ts';

/**
 * Returns the address of a mirror without user, password and query; undefined if it is none. Steps of its path
 * with digits or capital letters may be tokens, and have another name: an API is at the same place whatever
 * they are called.
 */
export function plainAddress(address: string): string | undefined {
  if (hostOfUrl(address) === undefined) return undefined;
  const { protocol, host } = new URL(addressUrl(address));
  // URL makes a slash of no path, and whether one is written matters.
  const [, path = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(addressUrl(address)) ?? [];
  return `${protocol}//${host}${path.split('/').map(plainStep).join('/')}`;
}

/** Returns the address with its scheme, which is HTTPS if none is written. */
export function addressUrl(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/** Returns the replacement of a rewritten name in the same way; what a pattern has found stays. */
export function plainReplacement(replacement: string): string {
  return replacement
    .split('/')
    .map((step) => (/^(?:\$(?:\d|\{\d\}))+$/.test(step) ? step : plainStep(step)))
    .join('/');
}

function plainStep(step: string): string {
  const isName = step.length <= 40 && /^(?:[a-z]+|k8s)(?:[._-](?:[a-z]+|k8s))*$/.test(step);
  return step === '' || step === 'v2' || isName ? step : 'hidden';
}
