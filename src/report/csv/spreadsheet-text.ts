import { visibleText } from '../text/visible-text.ts';

/**
 * Returns a text that no spreadsheet takes for a formula: names and errors come from manifests and registries, and a cell
 * that begins with `=`, `+`, `-` or `@` would be computed. An apostrophe before it makes it text; line breaks and other
 * characters that could begin a cell anew are spelled out.
 */
export function spreadsheetText(text: string): string {
  const visible = visibleText(text);
  return /^\s*[=+\-@]/.test(visible) ? `'${visible}` : visible;
}
