import { visibleOutput } from '../../report/text/visible-text.ts';

/** Offers a text that the page has made to the browser as a file to save, spelled out as the command line's files are. */
export function saveText(name: string, text: string, type: string): void {
  saveSource(name, visibleOutput(text), type);
}

/** Offers a file that was given to the page, as it was given. */
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
