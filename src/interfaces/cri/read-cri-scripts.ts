import { parseScriptAs } from '../../proof/conformance/parse-script.ts';
import { criScriptShape } from '../../proof/cri/cri-script.ts';
import type { PlannedCriScript } from '../../proof/cri/cri-session.ts';
import { parsedLines } from '../cli/systems/read-scripts.ts';
import type { Terminal } from '../cli/terminal.ts';

/** Returns the scripts of a file (`-`: stdin), one a line. Throws a `CommandError` (input) at the first wrong one. */
export async function readCriScripts(file: string, terminal: Terminal): Promise<readonly PlannedCriScript[]> {
  const scripts: PlannedCriScript[] = [];
  for await (const { script } of parsedLines(file, terminal, (line) => parseScriptAs(criScriptShape, line)))
    scripts.push({ origin: { group: 'replay' }, script });
  return scripts;
}
