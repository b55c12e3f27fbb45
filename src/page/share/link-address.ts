/** The address of the page, as far as a link needs it. */
export interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly href: string;
}

/**
 * Returns the link with this fragment. The address of a page on one's own machine is of no use to others, and its token is secret; then the
 * link is the fragment alone, which can be pasted on any Windlass page.
 */
export function linkAddress({ protocol, hostname, href }: PageAddress, fragment: string): string {
  return isOwnMachine({ protocol, hostname }) ? fragment : href.replace(/#.*$/s, '') + fragment;
}

/** Whether the page comes from this machine and not from the web. */
export function isOwnMachine({ protocol, hostname }: Omit<PageAddress, 'href'>): boolean {
  return !/^https?:$/.test(protocol) || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
