/**
 * Returns the anchor of a heading as GitHub makes it, so that a link into a document holds there and on the
 * site.
 *
 * @param {string} title
 */
export function headingAnchor(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
