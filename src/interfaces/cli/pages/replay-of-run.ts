import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import { StepLog } from '../../../charts/inspector/step-log.ts';
import { StepSelection } from '../../../charts/inspector/step-selection.ts';
import type { HeaderRecord } from '../../../trace/record.ts';
import { replayStepsMax } from '../../page/replay/replay-boot.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { Terminal } from '../terminal.ts';
import { showReplay } from './show-replay.ts';

/** Collects the steps of a run while it is simulated, and then shows them. */
export class ReplayOfRun {
  readonly inspect: StepLog['inspect'];
  readonly #selection: StepSelection;
  readonly #title: string;
  readonly #options: RunOptions;

  constructor(inputs: readonly string[], options: RunOptions) {
    this.#title = inputs.join(' ');
    this.#options = options;
    this.#selection = new StepSelection(new ActorFilter(options.actors ?? ''), replayStepsMax);
    this.inspect = new StepLog({ onStep: (step) => this.#selection.add(step) }).inspect;
  }

  /**
   * Serves the replay until Ctrl-C. With `--out` it writes the replay there, unless the file belongs to `-o`.
   */
  async show(header: HeaderRecord, terminal: Terminal): Promise<void> {
    const { out, output, ...options } = this.#options;
    const file = output === undefined && out !== undefined ? { out } : {};
    await showReplay(
      { title: this.#title, epoch: header.epoch, selection: this.#selection },
      { ...options, ...file },
      terminal,
    );
  }
}
