import { visibleOutput } from '../../../reports/text/visible-text.ts';

/**
 * Offers a text that the page has made as a file to save, with control characters spelled out as in the
 * command line's files.
 */
export function saveText(name: string, text: string, type: string): void {
  saveSource(name, visibleOutput(text), type);
}

/** Offers a file that was given to the page, unchanged. */
export function saveSource(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
