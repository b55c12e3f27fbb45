import { parseScript } from '../conformance/parse-script.ts';
import type { Script } from '../conformance/script.ts';
import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';
import { streamLines } from './stream-lines.ts';
import type { Terminal } from './terminal.ts';

/** The scripts of a file (`-`: stdin), each as soon as its line has come. Throws a `CommandError` (input) at the first that is wrong, with all that is. */
export async function* readScripts(file: string, terminal: Terminal): AsyncGenerator<Script> {
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const parsed = parseScript(text);
    if (!parsed.ok) {
      const place = `${file === '-' ? '<stdin>' : file}:${number}`;
      throw new CommandError(exitCode.input, parsed.problems.map((problem) => `${place}: ${problem}`).join('\n'));
    }
    yield parsed.script;
  }
}
