import { imageManagerKind } from '../../../proof/conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../../../proof/conformance/imagemanager/script.ts';
import { parseScript, parseScriptOf, type RefusedScript } from '../../../proof/conformance/parse-script.ts';
import type { NamedScript, ScriptKind } from '../../../proof/conformance/script-kind.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { shownName, streamLines } from '../run/stream-lines.ts';
import type { Terminal } from '../terminal.ts';

/** A script, and its kind. */
interface ReadScript {
  readonly kind: ScriptKind;
  readonly script: NamedScript;
}

/**
 * Returns the scripts of a file (`-`: stdin) of any kind, each as soon as its line has arrived. Throws a
 * `CommandError` (input) with all problems of the first wrong one.
 */
export async function* readScripts(file: string, terminal: Terminal): AsyncGenerator<ReadScript> {
  for await (const { ok: _, ...read } of parsedLines(file, terminal, parseScript)) yield read;
}

/** Returns the same for the image manager's scripts only; one of another kind is refused. */
export async function* readImageManagerScripts(file: string, terminal: Terminal): AsyncGenerator<Script> {
  for await (const { script } of parsedLines(file, terminal, (line) => parseScriptOf(imageManagerKind, line)))
    yield script;
}

/** Returns what each line of a file is parsed as. Throws a `CommandError` (input) with all problems of the first wrong one. */
export async function* parsedLines<T extends { readonly ok: true }>(
  file: string,
  terminal: Terminal,
  parse: (line: string) => T | RefusedScript,
): AsyncGenerator<T> {
  for await (const { number, text } of streamLines(file, terminal)) {
    if (text.trim() === '') continue;
    const parsed = parse(text);
    if (!parsed.ok) {
      const place = `${shownName(file)}:${number}`;
      throw new CommandError(
        exitCode.input,
        parsed.problems.map((problem) => `${place}: ${problem}`).join('\n'),
      );
    }
    yield parsed;
  }
}
