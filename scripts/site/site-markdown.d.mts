/** Where a document's links lead; see site-markdown.mjs. */
export interface SiteLinks {
  readonly path: string;
  readonly pages: ReadonlyMap<string, string>;
  readonly shown: Set<string>;
  readonly machineAt: (anchor: string) => string | undefined;
}

/** Returns a document's text with links to pages of the site. */
export function siteMarkdown(text: string, links: SiteLinks): string;
