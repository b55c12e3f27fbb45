import type { Command } from 'commander';
import { sharedInputs } from '../../../answers/what-if/questions/shared-inputs.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { shellWord } from '../../../inputs/run-request.ts';
import type { Answer } from '../../../reports/answer/answer.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';
import { redactedWords } from './redacted-words.ts';

export interface ReportOption {
  readonly report?: string;
}

/** Adds `--report` to a command over many runs. */
export function addReportOption(command: Command): Command {
  return command.option('--report <file>', 'also write the answer with charts and tables as one HTML file');
}

/**
 * Writes the page of an answer where one is asked for, and says so on stderr. Secrets in the sources are left
 * out.
 */
export class AnswerReport {
  readonly #file: string | undefined;
  readonly #command: string;
  readonly #terminal: Terminal;

  constructor({ report }: ReportOption, command: Command, terminal: Terminal) {
    this.#file = report;
    // Commander keeps there what the program was called with.
    const { rawArgs = [] } = (command.parent ?? command) as { readonly rawArgs?: readonly string[] };
    this.#command = ['windlass', ...redactedWords(withoutReport(rawArgs)).map(commandWord)].join(' ');
    this.#terminal = terminal;
  }

  /** What draws charts is loaded only here: other outputs need not pay for it. */
  async write(sources: readonly SourceText[], answer: () => Answer): Promise<void> {
    if (this.#file === undefined) return;
    const { answerPage } = await import('../../../reports/answer/answer-page.ts');
    const page = answerPage(answer(), { command: this.#command, inputs: sharedInputs(sources) });
    writeOutput(this.#file, page, this.#terminal);
    this.#terminal.stderr.write(`windlass: the report is in ${this.#file}\n`);
  }
}

function withoutReport(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, index) => word !== '--report' && !word.startsWith('--report=') && words[index - 1] !== '--report',
  );
}

function commandWord(word: string): string {
  return /^--?[a-z][a-z-]*$/.test(word) ? word : shellWord(word);
}
