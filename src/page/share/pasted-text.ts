import type { SourceText } from '../../input/documents/source-document.ts';

/** What a text from the clipboard is: a link, manifests, or none of our business. */
export type PastedText =
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'manifests'; readonly source: SourceText }
  | undefined;

/** Tells what was pasted into the page, outside of its fields. */
export function pastedText(text: string): PastedText {
  const fragment = /^\S*(#run\d+=\S*)$/.exec(text.trim())?.[1];
  if (fragment !== undefined) return { kind: 'link', fragment };
  const isManifest =
    /^[ \t{,"']*-?\s*["']?(?:kind|apiVersion)["']?\s*:/m.test(text) || /"format"\s*:\s*"windlass-(?:run|trace)\//.test(text.slice(0, 500));
  return isManifest ? { kind: 'manifests', source: { name: 'pasted.yaml', text } } : undefined;
}
