/** Returns a line for each link of the built pages that does not hold; see check-links.mjs. */
export function brokenLinks(folder: string, base: string): readonly string[];
