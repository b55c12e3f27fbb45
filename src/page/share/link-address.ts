/** Where the page is, as much as a link needs to know. */
export interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly href: string;
}

/**
 * The link with this fragment. The address of a page on one's own machine says nothing to others, and its token is nobody's
 * business: there the link is the fragment alone, to be pasted on any Windlass page.
 */
export function linkAddress({ protocol, hostname, href }: PageAddress, fragment: string): string {
  return isOwnMachine({ protocol, hostname }) ? fragment : href.replace(/#.*$/s, '') + fragment;
}

/** Whether the page comes from this machine, rather than from the web. */
export function isOwnMachine({ protocol, hostname }: Omit<PageAddress, 'href'>): boolean {
  return !/^https?:$/.test(protocol) || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
