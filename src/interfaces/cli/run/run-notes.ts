import type { KnownBugFigures } from '../../../reports/summary/known-bug-figures.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import type { EndRecord, HeaderRecord } from '../../../trace/record.ts';
import { forNotes } from '../command-options.ts';
import { type Terminal, tellNote, tellWarning } from '../terminal.ts';
import { describeConditions, describeEnd, describeKnownBugs } from './describe-run.ts';
import { describeRuntimeBugs } from './describe-runtime-bugs.ts';
import type { RunOptions } from './run-options.ts';

/** What a run says on stderr beside its output. */
export class RunNotes {
  /** The terminal without notes where they are not wanted. */
  readonly terminal: Terminal;
  readonly #loud: Terminal;
  readonly #options: RunOptions;

  constructor(terminal: Terminal, options: RunOptions) {
    this.terminal = forNotes(terminal, options);
    this.#loud = terminal;
    this.#options = options;
  }

  readonly note = (line: string): void => tellNote(this.terminal, line);

  readonly warn = (warning: string): void => tellWarning(this.#loud, warning);

  /** Says under which conditions the run was made, which known bugs it met, and why it ended. */
  tell(
    header: HeaderRecord,
    end: Pick<EndRecord, 'at' | 'reason'>,
    knownBugs: readonly KnownBugFigures[],
  ): void {
    const { output, verbose } = this.#options;
    const bugs = describeKnownBugs(knownBugs);
    // A timeline on the same screen says seed, nodes and end itself.
    const [conditions = '', ...more] = describeConditions(header, verbose);
    if (!this.#isTimelineShown) this.note(conditions);
    more.forEach(this.note);
    bugs.warnings.forEach(this.warn);
    // The figures below a timeline, and a summary, name them too.
    if (output !== undefined && !this.#isHeaded) bugs.notes.forEach(this.note);
    describeRuntimeBugs(header).forEach(this.note);
    this.#warnOfLaterThan(end);
    if (end.reason === 'interrupted') this.warn(describeEnd(end, header));
    else if (end.reason !== 'settled' || !this.#isTimelineShown) this.note(describeEnd(end, header));
  }

  /** A run that has settled stays as it is; of one that was stopped nobody knows what came later. */
  #warnOfLaterThan({ at, reason }: Pick<EndRecord, 'at' | 'reason'>): void {
    const askedMs = (this.#options.at ?? 0) / 1000;
    if (reason === 'settled' || askedMs <= at) return;
    this.warn(
      `--at ${durationText(askedMs)} is after the end of the run, and shows what was at ${durationText(at)}; --for simulates longer`,
    );
  }

  /** Says how many pods are shown, where the output itself does not. */
  tellShown(shown: string | undefined): void {
    if (shown !== undefined && !this.#isHeaded) this.note(shown);
  }

  warnOfFaults(idle: readonly string[]): void {
    for (const fault of idle) this.warn(`${fault} changed nothing: no request met with it`);
  }

  get #isTimelineShown(): boolean {
    return this.#isHeaded && this.#options.output !== 'summary' && this.#options.out === undefined;
  }

  /** Whether the output begins with the answer of the run, and has its figures in words. */
  get #isHeaded(): boolean {
    const { output, report, inspect } = this.#options;
    return output === undefined
      ? report === undefined && inspect === undefined
      : output === 'timeline' || output === 'summary';
  }
}
