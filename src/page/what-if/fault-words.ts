/** The words of a fault, as `--fault` takes them; fields that say nothing are left out. */
export function faultWords(kind: string, fields: Readonly<Record<string, string>>): string {
  const said = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return [kind, ...said.map(([name, value]) => `${name}=${word(value.trim())}`)].join(' ');
}

/** Quotes keep what has spaces together; a value with both kinds of quotes keeps the single ones. */
function word(value: string): string {
  if (!/[\s"']/.test(value)) return value;
  return value.includes('"') ? `'${value.replaceAll("'", '’')}'` : `"${value}"`;
}
