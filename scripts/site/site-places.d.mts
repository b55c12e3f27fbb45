/** Which page of the site each document becomes, by path; see site-places.mjs. */
export function documentPages(): ReadonlyMap<string, string>;
