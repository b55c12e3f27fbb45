import { parseTrace } from '../../conformance/parse-trace.ts';
import type { ScriptTrace } from '../../conformance/script-kind.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { streamLines } from '../run/stream-lines.ts';
import type { Terminal } from '../terminal.ts';

/** The traces of a file by the name of their script, in order where several scripts have one name. */
export interface ExpectedTraces {
  /** The next trace of a script of this name, each only once; undefined where there is none. */
  readonly take: (script: string) => ScriptTrace | undefined;
  /** How many nobody has taken. */
  readonly left: () => number;
}

/** Reads a file of traces (NDJSON). Throws a `CommandError` (input) at the first line that is none. */
export async function expectedTraces(file: string, terminal: Terminal): Promise<ExpectedTraces> {
  const traces = new Map<string, ScriptTrace[]>();
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const parsed = parseTrace(text);
    if ('problem' in parsed) throw new CommandError(exitCode.input, `${file}:${number}: ${parsed.problem}`);
    const { trace } = parsed;
    const before = traces.get(trace.script);
    if (before === undefined) traces.set(trace.script, [trace]);
    else before.push(trace);
  }
  return {
    take: (script) => traces.get(script)?.shift(),
    left: () => [...traces.values()].reduce((count, left) => count + left.length, 0),
  };
}
