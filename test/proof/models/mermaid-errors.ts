const id = '[A-Za-z_][A-Za-z0-9_]*';
const label = '[^:;\\n]+';
const statements = {
  header: /^stateDiagram-v2$/,
  classDef: new RegExp(`^classDef (${id}) [a-z-]+:[^,;]+(,[a-z-]+:[^,;]+)*$`),
  style: new RegExp(`^class (${id}) (${id})$`),
  state: new RegExp(`^state "[^"\\n]+" as (${id})( \\{)?$`),
  arrow: new RegExp(`^(${id}|\\[\\*\\]) --> (${id}|\\[\\*\\])( : ${label})?$`),
  end: /^\}$/,
};
/** Words with which a statement of Mermaid begins, as far as an id could be taken for one. */
const reserved = /^(state|class|classDef|style|note|end|direction|default|scale|as|fork|join|choice)$/i;

/**
 * Returns the lines that Mermaid's grammar of state diagrams would not take as what they are meant for, and
 * ids that nobody has declared.
 */
export function mermaidErrors(diagram: string): readonly string[] {
  const lines = diagram
    .split('\n')
    .slice(0, -1)
    .map((line) => line.trim());
  const kinds = lines.map(
    (line) => Object.entries(statements).find(([, pattern]) => pattern.test(line))?.[0],
  );
  const declared = new Set(lines.flatMap((line) => statements.state.exec(line)?.[1] ?? []));
  const classes = new Set(lines.flatMap((line) => statements.classDef.exec(line)?.[1] ?? []));
  const used = lines.flatMap((line) => {
    const [, from, to] = statements.arrow.exec(line) ?? [];
    return [from, to].filter((one) => one !== undefined && one !== '[*]');
  });
  const styled = lines.flatMap((line) => statements.style.exec(line)?.slice(1) ?? []);
  const opened = lines.filter((line) => line.endsWith('{')).length;
  return [
    ...lines.filter(
      (_, index) => kinds[index] === undefined || (kinds[index] === 'header') !== (index === 0),
    ),
    ...[...declared].filter((one) => reserved.test(one)).map((one) => `${one} is a word of Mermaid`),
    ...used.filter((one) => one !== undefined && !declared.has(one)).map((one) => `${one} is not declared`),
    ...styled.filter((one) => !declared.has(one) && !classes.has(one)).map((one) => `${one} is not declared`),
    ...(opened === lines.filter((line) => line === '}').length ? [] : ['a brace is missing']),
  ];
}
