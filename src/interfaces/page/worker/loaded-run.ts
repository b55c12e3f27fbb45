import { certaintyOf } from '../../../answers/certainty/assumed-figures.ts';
import { runFigures } from '../../../answers/certainty/run-figures.ts';
import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import { statelyDefinitions } from '../../../charts/inspector/stately-definitions.ts';
import { StepLog } from '../../../charts/inspector/step-log.ts';
import { StepSelection } from '../../../charts/inspector/step-selection.ts';
import { type WithoutSecrets, withoutSecrets } from '../../../inputs/documents/without-secrets.ts';
import { imagesOfRanges } from '../../../inputs/images/with-size-draw.ts';
import { csvTable } from '../../../reports/csv/csv-table.ts';
import { perfettoTrace } from '../../../reports/perfetto/perfetto-trace.ts';
import { resourceView } from '../../../reports/run-view/resource-view.ts';
import { runActivity } from '../../../reports/run-view/run-activity.ts';
import { runView } from '../../../reports/run-view/run-view.ts';
import { WhyIndex } from '../../../reports/run-view/why-index.ts';
import { restsOn } from '../../../reports/summary/rests-on.ts';
import { summarize } from '../../../reports/summary/summary.ts';
import { simulate, withoutPauses } from '../../../run/simulation/simulate.ts';
import type { HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { formatRecord, formatRecords, formatStep } from '../../../trace/write-trace.ts';
import { commandLine } from '../command-line.ts';
import { type RecordedRun, replayStepsMax } from '../replay/replay-boot.ts';
import type { MadeRun } from './made-run.ts';
import type { ContainerRef, ExportFormat, RunContents, RunOrigin } from './worker-protocol.ts';

/**
 * A run in its worker: the trace, and what is asked about it. Anything expensive is made when it is first
 * needed.
 */
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
    const { records, warnings, sized, steps } = this.#made;
    const [header] = records;
    const view = runView(records);
    const certainty = sized && { restsOn: restsOn(runFigures(sized.input, sized.origins)) };
    return {
      run,
      view: { ...view, summary: { ...view.summary, ...certainty } },
      resources: resourceView(records),
      activity: runActivity(records),
      warnings,
      hasSteps: sized !== undefined || steps.length > 0,
      hasSizeRanges: sized !== undefined && imagesOfRanges(sized.input, sized.origins).length > 0,
      canChange: sized !== undefined,
      inForce: {},
      inForceElsewhere: [],
      ...(header?.type === 'header' && settingsInForce(header)),
    };
  }

  why(row: number, bar: number): string {
    this.#whyIndex ??= new WhyIndex(this.#made.records);
    return this.#whyIndex.sentence(row, bar);
  }

  /** Returns the events of a pod as kubectl lists them at that moment. */
  async events({ namespace, name }: ContainerRef['pod'], atMs: number): Promise<string> {
    // Loaded when it is needed, as the report is.
    const { formatEvents } = await import('../../../reports/events.ts');
    const filter = { pods: [`${namespace}/${name}`] };
    return formatEvents(this.#made.records, { width: 0, colour: false, atMs, filter });
  }

  /** Returns the run as a file. */
  export(format: ExportFormat): string | Promise<string> {
    const { records } = this.#made;
    if (format === 'csv') return csvTable(records);
    if (format === 'perfetto') return perfettoTrace(records);
    if (format === 'trace') return linesOf(records);
    if (format === 'steps') return this.#traceWithSteps();
    if (format === 'report') return this.#report();
    if (format === 'inputs') return JSON.stringify(inputsOf(this.#request));
    format satisfies 'replay';
    return JSON.stringify(recordedRun(this.#made));
  }

  async #report(): Promise<string> {
    // Loaded when it is needed: the charts would double the start time of a worker.
    const { reportHtml } = await import('../../../reports/html/report-html.ts');
    const { records, sized } = this.#made;
    const certainty = sized && (await certaintyOf(sized, summarize(records), {}, withoutPauses));
    return reportHtml(records, {
      command: commandLine(this.#request),
      inputs: inputsOf(this.#request),
      ...(certainty && { certainty }),
    });
  }

  #traceWithSteps(): string {
    const { sized } = this.#made;
    if (this.#request.kind === 'show') return this.#request.trace;
    if (sized === undefined) return linesOf(this.#made.records);
    const lines: string[] = [];
    const log = new StepLog({ onStep: (step) => lines.push(`${formatStep(step)}\n`) });
    simulate(sized.input, {
      inspect: log.inspect,
      keepRecords: false,
      onRecord: (record) => lines.push(`${formatRecord(record)}\n`),
    });
    return lines.join('');
  }
}

function linesOf(records: readonly TraceRecord[]): string {
  return [...formatRecords(records)].join('');
}

/** Returns what others may see of the inputs. */
function inputsOf(request: RunOrigin): WithoutSecrets {
  return request.kind === 'simulate' ? withoutSecrets(request.sources) : { sources: [], leftOut: [] };
}

/**
 * Returns the run with what a replay needs: simulated again with its steps, or as it was stored. Throws if a
 * browser could not hold the steps.
 */
function recordedRun({ records, sized, steps }: Extract<MadeRun, { ok: true }>): RecordedRun {
  const [header] = records;
  const selection = new StepSelection(new ActorFilter(''), replayStepsMax);
  if (sized === undefined) for (const step of steps) selection.add(step);
  else {
    const log = new StepLog({ onStep: (step) => selection.add(step) });
    simulate(sized.input, { inspect: log.inspect, keepRecords: false });
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

/** The number of other nodes' settings that are looked at: enough to see in what nodes differ. */
const elsewhereMax = 20;

/**
 * Returns the values with which the what-if panel begins, which are the first node's, and other ones that
 * nodes have.
 */
export function settingsInForce(header: HeaderRecord): Pick<RunContents, 'inForce' | 'inForceElsewhere'> {
  const each = header.nodes.map((node) => settingsToBeginWith({ ...header, nodes: [node] }));
  const [inForce = settingsToBeginWith(header), ...others] = new Map(
    each.map((one) => [JSON.stringify(one), one]),
  ).values();
  return { inForce, inForceElsewhere: others.slice(0, elsewhereMax) };
}

/**
 * Returns the first node's settings by field of the KubeletConfiguration, and those of the command line's
 * options: `kubeletVersion`, `profile`, `runtime`, `nodeProfile`, `seed`, `horizonMs`, `linkBytesPerSecond`
 * if there is a limit, and `runtimeOptions` if the runtime's configuration sets anything.
 */
export function settingsToBeginWith({
  seed,
  horizonMs,
  nodes,
}: HeaderRecord): Readonly<Record<string, unknown>> {
  const [node] = nodes;
  if (node === undefined) return { seed, horizonMs };
  const { kubelet, kubeletVersion, profile, runtime, runtimeOptions, linkBytesPerSecond, nodeProfile } = node;
  const link = linkBytesPerSecond === undefined ? {} : { linkBytesPerSecond };
  const options = runtimeOptions === undefined ? {} : { runtimeOptions };
  const kind = nodeProfile === undefined ? {} : { nodeProfile };
  return { ...kubelet, kubeletVersion, profile, runtime, ...kind, ...options, ...link, seed, horizonMs };
}
