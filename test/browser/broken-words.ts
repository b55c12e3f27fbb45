import type { Page } from 'playwright-core';

/** A longer word, as a path or the name of an image, may have to break somewhere. */
const lettersMax = 28;

/**
 * The words on the page that stand on several lines, though they are short; a name may break where its parts
 * meet (`<wbr>`), and behind a hyphen.
 */
export async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate((max) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.checkVisibility() !== true) continue;
      for (const { 0: whole, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        if (whole.length > max) continue;
        for (const part of whole.matchAll(/[^-–]+[-–]*/g)) {
          const range = document.createRange();
          range.setStart(node, index + part.index);
          range.setEnd(node, index + part.index + part[0].length);
          const lines = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1)
            found.push(`${part[0]} in ${node.parentElement.className || node.parentElement.tagName}`);
        }
      }
    }
    return found;
  }, lettersMax);
}
