/** Returns the words of a fault, as `--fault` takes them, without empty fields. */
export function faultWords(kind: string, fields: Readonly<Record<string, string>>): string {
  const said = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return [kind, ...said.map(([name, value]) => `${name}=${word(value.trim())}`)].join(' ');
}

/**
 * A value with spaces or quotes is quoted: in single quotes if it contains double ones, and then its own
 * single quotes become typographic ones.
 */
function word(value: string): string {
  if (!/[\s"']/.test(value)) return value;
  return value.includes('"') ? `'${value.replaceAll("'", '’')}'` : `"${value}"`;
}
