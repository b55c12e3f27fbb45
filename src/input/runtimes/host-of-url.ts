import { registryHost } from '../images/image-name.ts';

/**
 * Returns the host of a mirror's address (`https://mirror.example:5000/v2/cache`, or without scheme), which is the key of registries;
 * undefined if it has none. Users and passwords are dropped.
 */
export function hostOfUrl(address: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  const { host, protocol } = new URL(text);
  return host === '' || (protocol !== 'http:' && protocol !== 'https:') ? undefined : registryHost(host);
}
