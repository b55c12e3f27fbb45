import type { Entry } from '../../../proof/conformance/imagemanager/conformance-trace.ts';
import {
  type Finding,
  type PropertyVerdict,
  type ScriptResult,
  type TestReport,
  verdictOf,
} from '../../../proof/model-testing/test-report.ts';
import { clipEnd, padLeft, padRight, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { type Colours, coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import type { ReplayLine } from '../pages/replay-line.ts';
import { scriptLines } from './script-lines.ts';

interface TestTextOptions extends TextOptions {
  readonly replay: ReplayLine;
}

/**
 * Returns first the verdict, then the results of the scripts and properties, the coverage, and each finding
 * with its smallest script.
 */
export function formatTestReport(report: TestReport, options: TestTextOptions): string {
  const colours = coloursFor(options);
  const sections = [
    headline(report, { colours, width: options.width }),
    scriptsTable(report.results, options),
    propertiesTable(report.properties, options),
    coverageTable(report, options),
    ...report.findings.map((finding, index) => findingText(finding, index + 1, report, options)),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headline(report: TestReport, { colours, width }: { colours: Colours; width: number }): string[] {
  const { system, version, results, properties } = report;
  const calls = results.reduce((sum, { script }) => sum + script.calls.length, 0);
  const differing = results.filter(({ verdict }) => verdict.kind === 'diverges').length;
  const unanswered = results.filter(({ verdict }) => verdict.kind === 'unanswered').length;
  const breaking = results.filter(({ broken }) => broken.length > 0).length;
  const broken = properties.filter(({ violated }) => violated > 0).length;
  const counted = `${countText(results.length, 'script')}, ${countText(calls, 'call')}`;
  const violated = `${broken} of ${properties.length} properties violated in ${countText(breaking, 'trace')}`;
  const parts = [
    ...(differing === 0 ? [] : [`${differing} ${differing === 1 ? 'differs' : 'differ'}`]),
    ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
    ...(broken === 0 ? [] : [violated]),
  ];
  const verdicts = {
    agrees: [colours.green('AGREES'), `${counted}: all agree, all ${properties.length} properties hold.`],
    diverges: [colours.red('DIVERGES'), `${counted}: ${parts.join('; ')}.`],
    violates: [
      colours.red('VIOLATES'),
      `${counted}: all agree as far as they are compared, but ${violated}.`,
    ],
  };
  const [word = '', what = ''] = verdicts[verdictOf(report)];
  return [
    `${colours.bold(word)} with kubelet ${version}: ${visibleText(system)}`,
    ...wrapWords(what, width),
    ...(report.notRun === 0
      ? []
      : [`${countText(report.notRun, 'script')} more not run: it had stopped answering.`]),
    ...(report.comparesMetrics ? [] : ['This system reports no metrics; they were not compared.']),
  ];
}

const groupNames = {
  random: 'random scripts',
  bred: 'bred scripts',
  corpus: 'kept scripts',
  replay: 'replayed scripts',
} as const;

function scriptsTable(results: readonly ScriptResult[], options: TextOptions): string[] {
  const groups = groupedBy(results, ({ origin }) =>
    origin.group === 'paths' ? `paths of ${origin.machine}` : groupNames[origin.group],
  );
  const head = [
    padRight('SCRIPTS', 28),
    ...['AGREE', 'PARTLY', 'DIFFER', 'SILENT'].map((title) => padLeft(title, 8)),
  ].join('');
  const rows = [...groups].map(([name, group]) => {
    const count = (is: (result: ScriptResult) => boolean) => padLeft(String(group.filter(is).length), 8);
    return [
      padRight(name, 28),
      count(({ verdict }) => verdict.kind === 'agrees' && !('excludedBy' in verdict)),
      count(({ verdict }) => verdict.kind === 'agrees' && 'excludedBy' in verdict),
      count(({ verdict }) => verdict.kind === 'diverges'),
      count(({ verdict }) => verdict.kind === 'unanswered'),
    ].join('');
  });
  const partly = results.some(({ verdict }) => 'excludedBy' in verdict);
  const note =
    'Partly: agree up to a race, after which the kubelet leaves open what happens, or up to a known bug of the release that this system has not got (docs/fidelity.md).';
  return [
    coloursFor(options).bold(head),
    ...rows,
    ...(partly ? wrapWords(note, options.width) : []),
    ...differingPaths(results, options),
  ];
}

/** Returns the names of the paths that differ. The others are in the JSON and JUnit reports. */
function differingPaths(results: readonly ScriptResult[], { width }: TextOptions): string[] {
  const lines = results.flatMap(({ origin, script, verdict }) =>
    origin.group === 'paths' && verdict.kind !== 'agrees'
      ? [clipEnd(`  ≠ ${script.name}: ${origin.path}`, width)]
      : [],
  );
  return lines.length > 10 ? [...lines.slice(0, 10), `  … and ${lines.length - 10} paths more`] : lines;
}

function propertiesTable(verdicts: readonly PropertyVerdict[], options: TextOptions): string[] {
  const colours = coloursFor(options);
  const said = (texts: readonly string[]) =>
    texts.flatMap((text) => wrapWords(text, options.width - 4)).map((line) => `    ${line}`);
  return [
    colours.bold([padRight('PROPERTIES', 28), padLeft('HELD', 8), padLeft('VIOLATED', 10)].join('')),
    ...verdicts.flatMap(({ name, says, held, violated, excused, first }) => {
      const row = [padRight(name, 28), padLeft(String(held), 8), padLeft(String(violated), 10)].join('');
      const known =
        excused === 0
          ? []
          : [
              `in ${countText(excused, 'more trace')} broken as the release itself does, by a known bug: not counted`,
            ];
      if (first === undefined) return [row, ...said(known)];
      const { script, violation } = first;
      const call = violation.call === undefined ? '' : `, call ${violation.call}`;
      const where = `first in ${script}${call}, at ${violation.at} ms: ${violation.message}`;
      return [colours.red(row), ...said([says, visibleText(where), ...known])];
    }),
  ];
}

/** Missing items are listed only for machines whose paths were run. Others were reached only by the way. */
function coverageTable({ coverage, results }: TestReport, options: TextOptions): string[] {
  const colours = coloursFor(options);
  const asked = new Set(results.map(({ origin }) => (origin.group === 'paths' ? origin.machine : undefined)));
  const head = [padRight('REACHED IN THE MODEL', 28), padLeft('TRANSITIONS', 14), padLeft('STATES', 12)].join(
    '',
  );
  let unreachable = 0;
  const rows = coverage.flatMap(({ machine, transitions, states }) => {
    const open = transitions.filter((transition) => transition.unreachable === undefined);
    unreachable += transitions.length - open.length;
    const reached = open.filter(({ covered }) => covered).length;
    const targets = new Set(open.map(({ target }) => target));
    const reachable = states.filter(({ id, covered }) => covered || targets.has(id));
    const entered = reachable.filter(({ covered }) => covered).length;
    const missed = asked.has(machine)
      ? open.filter(({ covered }) => !covered).map(({ id }) => `not taken: ${id}`)
      : [];
    return [
      [
        padRight(machine, 28),
        padLeft(`${reached} of ${open.length}`, 14),
        padLeft(`${entered} of ${reachable.length}`, 12),
      ].join(''),
      ...[...missed.slice(0, 3), ...(missed.length > 3 ? [`and ${missed.length - 3} more`] : [])].map(
        (line) => clipEnd(`    ${line}`, options.width),
      ),
    ];
  });
  const note = `${countText(unreachable, 'transition')} more cannot be reached by any script in this release; -o json says which, and why.`;
  return [colours.bold(head), ...rows, ...(unreachable === 0 ? [] : wrapWords(note, options.width))];
}

function findingText(
  finding: Finding,
  number: number,
  report: TestReport,
  options: TestTextOptions,
): string[] {
  const { result, script, shrinkRuns, isRepeatable } = finding;
  const { width } = options;
  const title = `${number}. ${titleOf(finding)}`;
  const origin = `found by ${result.script.name}${result.origin.group === 'paths' ? ` (${result.origin.path})` : ''}`;
  const from = `${countText(result.script.calls.length, 'call')} → ${countText(script.calls.length, 'call')}, ${countText(shrinkRuns, 'script')} tried`;
  const unrepeated =
    'It did not happen again when this script was run alone: what the system does hangs on the scripts before it, or on chance. Does each script get an image manager of its own?';
  return [
    ...wrapWords(visibleText(title), width).map((line) => coloursFor(options).bold(line)),
    ...wrapWords(visibleText(origin), width - 3).map((line) => `   ${line}`),
    ...(isRepeatable
      ? [`   smallest script that shows it (${from}):`]
      : wrapWords(unrepeated, width - 3).map((line) => `   ${line}`)),
    ...scriptLines(script, width - 5).map((line) => `     ${line}`),
    ...showsLines(finding, report, width - 3).map((line) => `   ${line}`),
    ...whyLines(finding, report, width - 3).map((line) => `   ${line}`),
    `   replay: ${options.replay(finding, number)}`,
  ];
}

/** Returns what the finding's own script shows, in a few words: who found it may have been about another rule. */
function titleOf({ shows }: Finding): string {
  if (shows.kind === 'unanswered') return 'no answer';
  if (shows.kind === 'breaks') {
    const { property, violation } = shows.broken;
    return `${violation.call === undefined ? '' : `${violation.call}: `}${property} is violated`;
  }
  const { expected, actual } = shows.divergence;
  const call = [expected, actual].find((entry) => entry !== undefined && 'call' in entry);
  const name = call !== undefined && 'call' in call ? `${call.call}: ` : '';
  const [wanted, got] = [shortEntry(expected), shortEntry(actual)];
  if (wanted === got && expected !== undefined && actual !== undefined)
    return `${name}${wanted} with another ${differingFields(expected, actual).join(', ')}`;
  return `${name}${got} instead of ${wanted}`;
}

function differingFields(expected: object, actual: object): readonly string[] {
  return Object.keys({ ...expected, ...actual }).filter(
    (field) => valueText(expected, field) !== valueText(actual, field),
  );
}

/** Returns an entry without its texts: `event BackOff`, `PullImage`, `result ErrImagePull`, `nothing`. */
function shortEntry(entry: Entry | undefined): string {
  if (entry === undefined) return 'nothing';
  switch (entry.type) {
    case 'runtime':
      return entry.op;
    case 'runtime-return':
      return `the end of ${entry.op}`;
    case 'event':
      return `event ${entry.reason}`;
    case 'pulling':
      return `pulling ${entry.state}`;
    case 'result':
      return `result ${entry.error || 'success'}`;
    case 'metric':
      return entry.metric;
    default:
      return entry.type;
  }
}

/** How many equal entries are shown before the one that differs. */
const entriesBeforeMax = 3;

function showsLines({ shows, expected: trace }: Finding, { version }: TestReport, width: number): string[] {
  if (shows.kind === 'unanswered')
    return shows.message.split('\n').flatMap((line) => wrapWords(visibleText(line), width));
  if (shows.kind === 'breaks') {
    const { property, violation } = shows.broken;
    return wrapWords(
      visibleText(`${property} is violated at ${violation.at} ms: ${violation.message}`),
      width,
    );
  }
  const { index, expected, actual } = shows.divergence;
  const before = trace.trace
    .slice(Math.max(0, index - entriesBeforeMax), index)
    .map((entry) => clipEnd(`  ${entryLine(entry)}`, width));
  return [
    ...(before.length === 0 ? [] : ['both, before:', ...before]),
    ...wrapWords(`entry ${index}, where kubelet ${version} (expected) and the system (actual) part:`, width),
    ...sideBySide(expected, actual, width),
  ];
}

/** How many of the kubelet's decisions are shown: the last ones, which lead to the entry. */
const decisionsMax = 3;

/** Returns why the kubelet does there what it does, and where in its sources. */
function whyLines({ why }: Finding, { version }: TestReport, width: number): string[] {
  if (why.length === 0) return [];
  return [
    `why kubelet ${version} does so:`,
    ...why
      .slice(-decisionsMax)
      .flatMap(({ because, upstream }) => [
        ...wrapWords(because, width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`),
        ...(upstream === undefined ? [] : wrapWords(upstream, width - 6).map((line) => `      ${line}`)),
      ]),
  ];
}

/** Returns an entry of a trace on one line for people: `1000 ms c1: PullImage root:latest fails: 404`. */
function entryLine(entry: Entry): string {
  const call = 'call' in entry ? ` ${entry.call}` : '';
  return visibleText(`${entry.at} ms${call}: ${toldBy(entry)}`);
}

function toldBy(entry: Entry): string {
  switch (entry.type) {
    case 'runtime':
      return `${entry.op} ${entry.image}`;
    case 'runtime-return':
      return `${entry.op} ${entry.image} ${entry.error === undefined ? `gives ${JSON.stringify(entry.ref ?? '')}` : `fails: ${entry.error}`}`;
    case 'event':
      return `event ${entry.reason}: ${entry.message}`;
    case 'pulling':
      return `pulling ${entry.state}`;
    case 'result':
      return entry.error === ''
        ? `returns ${JSON.stringify(entry.imageRef)}`
        : `returns ${entry.error}: ${entry.message}`;
    case 'metric':
      return `${entry.metric} ${JSON.stringify(entry.labels)} ${entry.count}`;
    default:
      return `${entry.type}: ${entry.message}`;
  }
}

/**
 * Returns two entries of a trace field by field, the expected one on the left; `≠` marks the fields that
 * differ. Long values are wrapped, so that nothing is cut off. A missing entry is a column of dashes.
 */
export function sideBySide(
  expected: object | undefined,
  actual: object | undefined,
  width: number,
): string[] {
  const fields = [...new Set([...Object.keys(expected ?? {}), ...Object.keys(actual ?? {})])];
  const label = Math.max(largest(fields.map((field) => field.length)), 0);
  const column = Math.max(16, Math.floor((width - label - 6) / 2));
  const row = (mark: string, name: string, left: string, right: string) =>
    `${mark} ${padRight(name, label)}  ${padRight(left, column)}  ${right}`.trimEnd();
  const lines = [row(' ', '', 'EXPECTED', 'ACTUAL')];
  for (const field of fields) {
    const left = valueText(expected, field);
    const right = valueText(actual, field);
    const mark = left === right ? ' ' : '≠';
    const lefts = wrapWords(left, column);
    const rights = wrapWords(right, column);
    for (let line = 0; line < Math.max(lefts.length, rights.length, 1); line += 1)
      lines.push(
        row(line === 0 ? mark : ' ', line === 0 ? field : '', lefts[line] ?? '', rights[line] ?? ''),
      );
  }
  return lines;
}

function valueText(entry: object | undefined, field: string): string {
  const value: unknown = entry === undefined ? undefined : Reflect.get(entry, field);
  if (value === undefined) return '–';
  if (value === '') return '""';
  return visibleText(typeof value === 'string' ? value : JSON.stringify(value));
}
