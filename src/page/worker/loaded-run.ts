import { type WithoutSecrets, withoutSecrets } from '../../input/documents/without-secrets.ts';
import { ActorFilter } from '../../inspector/actor-filter.ts';
import { statelyDefinitions } from '../../inspector/stately-definitions.ts';
import { StepLog } from '../../inspector/step-log.ts';
import { StepSelection } from '../../inspector/step-selection.ts';
import { csvTable } from '../../report/csv/csv-table.ts';
import { perfettoTrace } from '../../report/perfetto/perfetto-trace.ts';
import { resourceView } from '../../report/run-view/resource-view.ts';
import { runView } from '../../report/run-view/run-view.ts';
import { WhyIndex } from '../../report/run-view/why-index.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { formatStep } from '../../trace/write-step.ts';
import { formatRecord, formatRecords } from '../../trace/write-trace.ts';
import { commandLine } from '../command-line.ts';
import { type RecordedRun, replayStepsMax } from '../replay/replay-boot.ts';
import type { MadeRun } from './made-run.ts';
import type { ExportFormat, RunContents, RunOrigin } from './worker-protocol.ts';

/** A run in its worker: the trace, and what is asked about it. Anything expensive is made when it is first needed. */
export class LoadedRun {
  readonly #request: RunOrigin;
  readonly #made: Extract<MadeRun, { ok: true }>;
  #whyIndex: WhyIndex | undefined;

  constructor(request: RunOrigin, made: Extract<MadeRun, { ok: true }>) {
    this.#request = request;
    this.#made = made;
  }

  /** Returns what the page shows of it at once. */
  loaded(run: number): RunContents {
    const { records, warnings, input, steps } = this.#made;
    const [header] = records;
    return {
      run,
      view: runView(records),
      resources: resourceView(records),
      warnings,
      hasSteps: input !== undefined || steps.length > 0,
      canChange: input !== undefined,
      inForce: header?.type === 'header' ? settingsToBeginWith(header) : {},
    };
  }

  why(row: number, bar: number): string {
    this.#whyIndex ??= new WhyIndex(this.#made.records);
    return this.#whyIndex.sentence(row, bar);
  }

  /** Returns the run as a file; `replay` is a `RecordedRun` as JSON, for the replay page. */
  export(format: ExportFormat): string | Promise<string> {
    const { records } = this.#made;
    if (format === 'csv') return csvTable(records);
    if (format === 'perfetto') return perfettoTrace(records);
    if (format === 'trace') return linesOf(records);
    if (format === 'steps') return this.#traceWithSteps();
    if (format === 'report') return this.#report();
    format satisfies 'replay';
    return JSON.stringify(recordedRun(this.#made));
  }

  async #report(): Promise<string> {
    // Loaded when it is needed: the charts would double the start time of a worker.
    const { reportHtml } = await import('../../report/html/report-html.ts');
    return reportHtml(this.#made.records, { command: commandLine(this.#request), inputs: inputsOf(this.#request) });
  }

  #traceWithSteps(): string {
    const { input } = this.#made;
    if (this.#request.kind === 'show') return this.#request.trace;
    if (input === undefined) return linesOf(this.#made.records);
    const lines: string[] = [];
    const log = new StepLog({ onStep: (step) => lines.push(`${formatStep(step)}\n`) });
    simulate(input, { inspect: log.inspect, keepRecords: false, onRecord: (record) => lines.push(`${formatRecord(record)}\n`) });
    return lines.join('');
  }
}

function linesOf(records: readonly TraceRecord[]): string {
  return [...formatRecords(records)].join('');
}

/** Returns what a report may show of the inputs. */
function inputsOf(request: RunOrigin): WithoutSecrets {
  return request.kind === 'simulate' ? withoutSecrets(request.sources) : { sources: [], leftOut: [] };
}

/**
 * Returns the run with what a replay needs: simulated again with its steps, or as it was stored. Throws if a browser could not hold the
 * steps.
 */
function recordedRun({ records, input, steps }: Extract<MadeRun, { ok: true }>): RecordedRun {
  const [header] = records;
  const selection = new StepSelection(new ActorFilter(''), replayStepsMax);
  if (input === undefined) for (const step of steps) selection.add(step);
  else {
    const log = new StepLog({ onStep: (step) => selection.add(step) });
    simulate(input, { inspect: log.inspect, keepRecords: false });
  }
  if (selection.count > replayStepsMax) {
    throw new Error(
      `${selection.count} steps are more than a browser can replay (${replayStepsMax}). Save the trace with steps, and choose actors: windlass inspect FILE --actors 'imagePull, pullSlots'`,
    );
  }
  const machines = selection.steps.flatMap((step) => (step.type === 'actorStarted' ? [step.machine] : []));
  return {
    epoch: header?.type === 'header' ? header.epoch : new Date(0).toISOString(),
    steps: selection.steps,
    definitions: statelyDefinitions(machines),
  };
}

/**
 * Returns the values with which the what-if panel begins: the first node's settings by field of the KubeletConfiguration, and those of the
 * command line's options: `kubeletVersion`, `profile`, `runtime`, `nodeProfile`, `seed`, `horizonMs`, `linkBytesPerSecond` if there is a
 * limit, and `runtimeOptions` if the runtime's configuration sets anything.
 */
export function settingsToBeginWith({ seed, horizonMs, nodes }: HeaderRecord): Readonly<Record<string, unknown>> {
  const [node] = nodes;
  if (node === undefined) return { seed, horizonMs };
  const { kubelet, kubeletVersion, profile, runtime, runtimeOptions, linkBytesPerSecond, nodeProfile } = node;
  const link = linkBytesPerSecond === undefined ? {} : { linkBytesPerSecond };
  const options = runtimeOptions === undefined ? {} : { runtimeOptions };
  const kind = nodeProfile === undefined ? {} : { nodeProfile };
  return { ...kubelet, kubeletVersion, profile, runtime, ...kind, ...options, ...link, seed, horizonMs };
}
