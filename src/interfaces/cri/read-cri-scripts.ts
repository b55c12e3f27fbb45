import { parseShape } from '../../inputs/documents/parse-shape.ts';
import { schemaProblem } from '../../proof/conformance/schema-problem.ts';
import { type CriScript, criScriptProblems, criScriptSchema } from '../../proof/cri/cri-script.ts';
import type { PlannedCriScript } from '../../proof/cri/cri-session.ts';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { shownName, streamLines } from '../cli/run/stream-lines.ts';
import type { Terminal } from '../cli/terminal.ts';

/** Returns the scripts of a file (`-`: stdin), one a line. Throws a `CommandError` (input) at the first wrong one. */
export async function readCriScripts(file: string, terminal: Terminal): Promise<readonly PlannedCriScript[]> {
  const scripts: PlannedCriScript[] = [];
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const read = parseCriScript(text);
    if ('problems' in read) {
      const place = `${shownName(file)}:${number}`;
      throw new CommandError(
        exitCode.input,
        read.problems.map((problem) => `${place}: ${problem}`).join('\n'),
      );
    }
    scripts.push({ origin: { group: 'replay' }, script: read });
  }
  return scripts;
}

function parseCriScript(line: string): CriScript | { readonly problems: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [`not JSON: ${reason}; a script is one JSON object on one line`] };
  }
  const parsed = parseShape(criScriptSchema, value);
  if (parsed === undefined)
    return { problems: ['it has more wrong values in its lists than can be counted'] };
  if (!parsed.success)
    return { problems: parsed.error.issues.map((issue) => schemaProblem(issue, value, 'the script')) };
  const problems = criScriptProblems(parsed.data);
  return problems.length === 0 ? parsed.data : { problems };
}
