import { visibleOutput } from '../report/text/visible-text.ts';
import { coloursOn, type Output, type Terminal } from './terminal.ts';

/** The terminal, on which nothing is written that could hide or turn text or move the cursor, whatever stands in the inputs. */
export function visibleTerminal(terminal: Terminal): Terminal {
  const colours = coloursOn(terminal);
  return {
    ...terminal,
    stdout: shownOn(terminal.stdout, (text) => visibleOutput(text, { colours })),
    stderr: shownOn(terminal.stderr, progressOr),
  };
}

/** A line that is drawn over the one before, as src/cli/run/progress.ts draws it: no message begins so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const redrawn = /^\r(.*)\u001b\[K$/s;

function progressOr(text: string): string {
  const [, line] = redrawn.exec(text) ?? [];
  return line === undefined ? visibleOutput(text) : `\r${visibleOutput(line)}\u001b[K`;
}

function shownOn(output: Output, shown: (text: string) => string): Output {
  const { writeNow } = output;
  return {
    write: (text) => output.write(shown(text)),
    ...(writeNow === undefined ? {} : { writeNow: (text: string) => writeNow(shown(text)) }),
    isTTY: output.isTTY === true,
    ...(output.columns === undefined ? {} : { columns: output.columns }),
  };
}
