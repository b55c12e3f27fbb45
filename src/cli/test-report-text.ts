import type { Script } from '../conformance/script.ts';
import { type Finding, type PropertyVerdict, type ScriptResult, type TestReport, verdictOf } from '../model-testing/test-report.ts';
import type { MachineCoverage } from '../models/machine-coverage.ts';
import { type Colours, coloursFor } from '../report/colours.ts';
import { clipEnd, padLeft, padRight, wrapWords } from '../report/fitted-text.ts';
import { countText } from '../report/quantity-text.ts';
import type { TextOptions } from '../report/text-options.ts';
import { visibleText } from '../report/visible-text.ts';
import { sideBySide } from './side-by-side.ts';

export interface TestTextOptions extends TextOptions {
  /** The command line that replays a finding, by its number from 1. */
  readonly replay: (finding: Finding, number: number) => string;
}

/** First the verdict, then what came of the scripts and properties, the coverage, and each finding on its smallest script. */
export function formatTestReport(report: TestReport, options: TestTextOptions): string {
  const colours = coloursFor(options);
  const sections = [
    headline(report, colours),
    scriptsTable(report.results, options),
    propertiesTable(report.properties, options),
    coverageTable(report.coverage, options),
    ...report.findings.map((finding, index) => findingText(finding, index + 1, report, options)),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headline(report: TestReport, colours: Colours): string[] {
  const { system, version, results } = report;
  const calls = results.reduce((sum, { script }) => sum + script.calls.length, 0);
  const differing = results.filter(({ verdict }) => verdict.kind !== 'agrees').length;
  const breaking = results.filter(({ broken }) => broken.length > 0).length;
  const broken = report.properties.filter(({ violated }) => violated > 0).length;
  const counted = `${countText(results.length, 'script')}, ${countText(calls, 'call')}`;
  const violated = `${countText(broken, 'property').replace('propertys', 'properties')} violated in ${countText(breaking, 'trace')}`;
  const verdicts = {
    agrees: [colours.green('AGREES'), `${counted}: all agree, all ${report.properties.length} properties hold.`],
    diverges: [
      colours.red('DIVERGES'),
      `${counted}: ${differing} ${differing === 1 ? 'differs' : 'differ'}${broken > 0 ? `; ${violated}` : ''}.`,
    ],
    violates: [colours.red('VIOLATES'), `${counted}: all agree as far as they are compared, but ${violated}.`],
  };
  const [word = '', what = ''] = verdicts[verdictOf(report)];
  const silent = report.notRun === 0 ? [] : [`${countText(report.notRun, 'script')} more not run: it had stopped answering.`];
  return [`${colours.bold(word)} with kubelet ${version}: ${visibleText(system)}`, what, ...silent];
}

function scriptsTable(results: readonly ScriptResult[], options: TextOptions): string[] {
  const groups = new Map<string, ScriptResult[]>();
  for (const result of results) {
    const { origin } = result;
    const name =
      origin.group === 'paths' ? `paths of ${origin.machine}` : origin.group === 'random' ? 'random scripts' : 'replayed scripts';
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  const head = [padRight('SCRIPTS', 28), ...['AGREE', 'PARTLY', 'DIFFER', 'SILENT'].map((title) => padLeft(title, 8))].join('');
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
  const note = 'Partly: agree up to a race, after which the kubelet leaves open what happens (docs/fidelity.md).';
  return [coloursFor(options).bold(head), ...rows, ...(partly ? wrapWords(note, options.width) : []), ...differingPaths(results, options)];
}

/** The paths that differ, by name: the others are in the JSON and JUnit reports. */
function differingPaths(results: readonly ScriptResult[], { width }: TextOptions): string[] {
  const lines = results.flatMap(({ origin, script, verdict }) =>
    origin.group === 'paths' && verdict.kind !== 'agrees' ? [clipEnd(`  ≠ ${script.name}: ${origin.path}`, width)] : [],
  );
  return lines.length > 10 ? [...lines.slice(0, 10), `  … and ${lines.length - 10} paths more`] : lines;
}

function propertiesTable(verdicts: readonly PropertyVerdict[], options: TextOptions): string[] {
  const colours = coloursFor(options);
  return [
    colours.bold([padRight('PROPERTIES', 28), padLeft('HELD', 8), padLeft('VIOLATED', 10)].join('')),
    ...verdicts.flatMap(({ name, says, held, violated, first }) => {
      const row = [padRight(name, 28), padLeft(String(held), 8), padLeft(String(violated), 10)].join('');
      if (first === undefined) return [row];
      const { script, violation } = first;
      const call = violation.call === undefined ? '' : `, call ${violation.call}`;
      const where = `first in ${script}${call}, at ${violation.at} ms: ${violation.message}`;
      return [
        colours.red(row),
        ...[says, visibleText(where)].flatMap((text) => wrapWords(text, options.width - 4)).map((line) => `    ${line}`),
      ];
    }),
  ];
}

function coverageTable(coverage: readonly MachineCoverage[], options: TextOptions): string[] {
  const colours = coloursFor(options);
  const head = [padRight('REACHED IN THE MODEL', 28), padLeft('TRANSITIONS', 14), padLeft('STATES', 12)].join('');
  const rows = coverage.flatMap(({ machine, transitions, states }) => {
    const open = transitions.filter(({ unreachable }) => unreachable === undefined);
    const reached = open.filter(({ covered }) => covered).length;
    const targets = new Set(open.map(({ target }) => target));
    const reachable = states.filter(({ id, covered }) => covered || targets.has(id));
    const entered = reachable.filter(({ covered }) => covered).length;
    const missed = open.filter(({ covered }) => !covered).map(({ id }) => `not taken: ${id}`);
    return [
      [padRight(machine, 28), padLeft(`${reached} of ${open.length}`, 14), padLeft(`${entered} of ${reachable.length}`, 12)].join(''),
      ...[...missed.slice(0, 3), ...(missed.length > 3 ? [`and ${missed.length - 3} more`] : [])].map((line) =>
        clipEnd(`    ${line}`, options.width),
      ),
    ];
  });
  return [colours.bold(head), ...rows];
}

function findingText(finding: Finding, number: number, report: TestReport, options: TestTextOptions): string[] {
  const { result, script, shrinkRuns, shows } = finding;
  const { width } = options;
  const title = `${number}. ${result.script.name}${result.origin.group === 'paths' ? `: ${result.origin.path}` : ''}`;
  const from = `${countText(result.script.calls.length, 'call')} → ${countText(script.calls.length, 'call')}, ${countText(shrinkRuns, 'script')} tried`;
  return [
    ...wrapWords(visibleText(title), width).map((line) => coloursFor(options).bold(line)),
    `   smallest script that shows it (${from}):`,
    ...scriptLines(script, width - 5).map((line) => `     ${line}`),
    ...showsLines(shows, report, width - 3).map((line) => `   ${line}`),
    `   replay: ${options.replay(finding, number)}`,
  ];
}

function showsLines(shows: Finding['shows'], { version }: TestReport, width: number): string[] {
  if (shows.kind === 'unanswered') return shows.message.split('\n').flatMap((line) => wrapWords(visibleText(line), width));
  if (shows.kind === 'breaks') {
    const { property, violation } = shows.broken;
    return wrapWords(visibleText(`${property} is violated at ${violation.at} ms: ${violation.message}`), width);
  }
  const { index, expected, actual } = shows.divergence;
  return [`entry ${index} of its trace, where kubelet ${version} is expected:`, ...sideBySide(expected, actual, width)];
}

/** The script in a few lines: settings, gates, what the runtime has and answers, then a line per call. */
function scriptLines({ kubelet, featureGates, runtime, calls }: Script, width: number): string[] {
  const head = [
    `kubelet ${JSON.stringify(kubelet)}`,
    ...(featureGates === undefined ? [] : [`featureGates ${JSON.stringify(featureGates)}`]),
    `runtime ${JSON.stringify(runtime)}`,
  ].map((line) => line.replaceAll(',"', ', "'));
  const told = calls.map(
    ({ at, id, pod, image, policy, runtimeHandler }) =>
      `at ${at} ms ${id}: ${pod.namespace}/${pod.name} (${pod.uid}) wants ${JSON.stringify(image)}, ${policy || 'no policy'}${runtimeHandler ? `, handler ${runtimeHandler}` : ''}${pod.annotations === undefined ? '' : `, annotations ${JSON.stringify(pod.annotations)}`}`,
  );
  return [...head, ...told].flatMap((line) => wrapWords(visibleText(line), width));
}
