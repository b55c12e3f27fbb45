/** Offers the text to the browser as a file to save. */
export function saveText(name: string, text: string, type: string): void {
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
