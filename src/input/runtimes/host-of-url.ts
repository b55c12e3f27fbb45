import { registryHost } from '../images/image-name.ts';

/**
 * The host of a mirror's address (`https://mirror.example:5000/v2/cache`, or without scheme) as registries go by; undefined
 * where it is none. Users and passwords in it stay behind.
 */
export function hostOfUrl(address: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  const { host, protocol } = new URL(text);
  return host === '' || (protocol !== 'http:' && protocol !== 'https:') ? undefined : registryHost(host);
}
