/** Returns the text as it stands in an XML element or attribute; characters that XML cannot hold become U+FFFD. */
export function xmlEscaped(text: string): string {
  return (
    text
      .replace(/\p{Surrogate}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
