import { filterText, type RunFilter } from '../../../reports/run-filter/run-filter.ts';
import { ShownRecords } from '../../../reports/run-filter/shown-records.ts';
import type { RunReader } from '../../../reports/run-reader.ts';
import { shownText } from '../../../reports/summary/headline.ts';
import type { Certainty, RunSummary } from '../../../reports/summary/summary.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import type { HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { failureReader } from './fail-on.ts';
import type { Format } from './format-run.ts';
import type { RunOptions } from './run-options.ts';
import { RunReading } from './run-reading.ts';

export interface Asked {
  /** Of the output; undefined: there is none, or it is written while the run goes on. */
  readonly format: Format | undefined;
  readonly text: TextOptions;
  /** Whether the whole run's summary is wanted, whatever the output has of it. */
  readonly addsUp: boolean;
  readonly failOn: RunOptions['failOn'] | undefined;
}

/** How a run ended, those of its records that were kept, and how sure its figures are. */
interface Over {
  readonly end: PartEnd;
  readonly records: readonly TraceRecord[];
  readonly certainty: Certainty;
}

/** What was asked of a run; to be called once it is over. */
export interface RunAnswers {
  /** Reads the run for them. */
  readonly reading: RunReading;
  /** The output's, in one piece or in several; empty where there is none. */
  readonly text: (run: Over) => Promise<string | Iterable<string>>;
  /** Of the whole run; undefined where it was not wanted. */
  readonly summary: (end: PartEnd) => RunSummary | undefined;
  /** Why the run is a failure by `--fail-on`. */
  readonly failure: (end: PartEnd) => string | undefined;
  /** `3 of 60 pods shown (--pod web-*).`; undefined without a filter. */
  readonly shown: (end: PartEnd) => string | undefined;
}

/** Returns the answers to all that is asked of a run, each of which says what is read for it. */
export function runAnswers(header: HeaderRecord, asked: Asked): RunAnswers {
  const reading = new RunReading(header);
  const { filter } = asked.text;
  const wholeSummary = asked.addsUp ? reading.addUp({ filter }) : undefined;
  const none = () => undefined;
  return {
    reading,
    summary: wholeSummary ?? none,
    text: textAsked(reading, header, asked, wholeSummary),
    failure: asked.failOn === undefined ? none : reading.add(failureReader(asked.failOn)),
    shown: filter === undefined ? none : reading.add(shownReader(filter), asked.text.atMs),
  };
}

function textAsked(
  reading: RunReading,
  header: HeaderRecord,
  { format, text }: Asked,
  wholeSummary: ((end: PartEnd) => RunSummary) | undefined,
): RunAnswers['text'] {
  if (format === undefined) return async () => '';
  if ('ofRecords' in format) return async ({ records }) => format.ofRecords(records, text);
  if ('read' in format) {
    const told = reading.add(format.read(header, text), text.atMs);
    return async ({ end }) => told(end);
  }
  const told = reading.add(format.readBeside(header, text), text.atMs);
  const summary =
    text.atMs === undefined && wholeSummary !== undefined
      ? wholeSummary
      : reading.addUp({ atMs: text.atMs, filter: text.filter });
  return async ({ end, certainty }) =>
    told(end)(summary(end), text.atMs === undefined ? certainty : atMoment(certainty));
}

/** The range by sizes of images is of whole runs. */
function atMoment({ imageSizes: _, ...certainty }: Certainty): Certainty {
  return certainty;
}

function shownReader(filter: RunFilter): RunReader<string> {
  const shown = new ShownRecords(filter);
  return {
    readings: [shown.readings],
    finish: () => shownText({ ...shown.counts(), by: filterText(filter) }),
  };
}
