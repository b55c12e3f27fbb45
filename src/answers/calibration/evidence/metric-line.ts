/** A sample of Prometheus' text format. */
interface MetricSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

const nameForm = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const labelForm = /\s*([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?)/y;
const restForm =
  /\s+([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Inf|NaN))(?:\s+[+-]?\d+(?:\.\d+)?)?(?:\s+#.*)?\s*$/y;

/**
 * Returns the sample in a line of Prometheus' text format 0.0.4 (or OpenMetrics, whose exemplars are
 * ignored); undefined for an empty line or a comment; a number is the column, from 1, of an error.
 */
export function readMetricLine(line: string): MetricSample | undefined | number {
  if (/^\s*(?:#.*)?$/.test(line)) return undefined;
  nameForm.lastIndex = 0;
  const name = nameForm.exec(line)?.[0];
  if (name === undefined) return 1;
  const labels = new Map<string, string>();
  let position = name.length;
  if (line[position] === '{') {
    const end = readLabels(line, position + 1, labels);
    if (typeof end !== 'number') return end.column;
    position = end;
  }
  restForm.lastIndex = position;
  const value = restForm.exec(line)?.[1];
  if (value === undefined) return position + 1;
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

/** Returns the end of the labels, after the brace. */
function readLabels(
  line: string,
  start: number,
  labels: Map<string, string>,
): number | { readonly column: number } {
  let position = start;
  for (let more = true; more && line[position] !== '}'; ) {
    labelForm.lastIndex = position;
    const match = labelForm.exec(line);
    if (match === null) return { column: position + 1 };
    labels.set(
      match[1] ?? '',
      (match[2] ?? '').replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one)),
    );
    position = labelForm.lastIndex;
    more = match[3] === ',';
  }
  return line[position] === '}' ? position + 1 : { column: position + 1 };
}
