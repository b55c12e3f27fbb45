import type { CriFinding, CriReport } from '../../proof/cri/cri-session.ts';
import { padLeft, padRight, wrapWords } from '../../reports/text/fitted-text.ts';
import { countText } from '../../reports/text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../../reports/text/text-options.ts';
import { visibleText } from '../../reports/text/visible-text.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { criMoments, criScriptLines, shortNames } from './cri-lines.ts';

/** Returns the command line that shows a finding again, by its number from 1. */
export type CriReplay = (finding: CriFinding, number: number) => string;

interface CriTextOptions extends TextOptions {
  readonly replay: CriReplay;
}

const nameWidth = 36;

/** Returns first the verdict, then what scripts and properties say, and each finding with its smallest script. */
export function formatCriReport(report: CriReport, options: CriTextOptions): string {
  const sections = [
    headline(report, options),
    scriptsTable(report, options),
    propertiesTable(report, options),
    ...report.findings.map((finding, index) => findingLines(finding, index + 1, options)),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headline(
  { system, results, properties, notRun, goneIn }: CriReport,
  options: CriTextOptions,
): string[] {
  const { bold, green, red } = coloursFor(options);
  const broken = properties.filter(({ violated }) => violated > 0).length;
  const breaking = results.filter((result) => result.broken.length > 0).length;
  const steps = results.reduce((sum, { script }) => sum + script.steps.length, 0);
  const counted = `${countText(results.length, 'script')}, ${countText(steps, 'step')}`;
  const silent = properties.filter((property) => property.held + property.violated === 0).length;
  const held =
    silent === 0
      ? `all ${properties.length} properties hold`
      : `${properties.length - silent} of ${properties.length} properties hold, the others had nothing to judge`;
  const violated = `${broken} of ${properties.length} properties violated in ${countText(breaking, 'script')}`;
  return [
    `${bold(broken === 0 ? green('HOLDS') : red('VIOLATES'))} ${visibleText(system)}`,
    ...wrapWords(`${counted}: ${broken === 0 ? held : violated}.`, options.width),
    ...(goneIn === undefined ? [] : [`The runtime is gone: it stopped to answer in ${visibleText(goneIn)}.`]),
    ...(notRun === 0 ? [] : [`${countText(notRun, 'script')} more not run.`]),
  ];
}

const groupNames = {
  cases: 'written by hand',
  random: 'random scripts',
  replay: 'replayed scripts',
} as const;

function scriptsTable({ results }: CriReport, options: CriTextOptions): string[] {
  const groups = groupedBy(results, ({ origin }) =>
    origin.group === 'paths' ? `paths of ${origin.machine}` : groupNames[origin.group],
  );
  return [
    coloursFor(options).bold(
      [padRight('SCRIPTS', nameWidth), padLeft('RUN', 8), padLeft('VIOLATE', 10)].join(''),
    ),
    ...[...groups].map(([name, group]) =>
      [
        padRight(name, nameWidth),
        padLeft(String(group.length), 8),
        padLeft(String(group.filter(({ broken }) => broken.length > 0).length), 10),
      ].join(''),
    ),
  ];
}

function propertiesTable({ properties }: CriReport, options: CriTextOptions): string[] {
  const { bold, red } = coloursFor(options);
  return [
    bold([padRight('PROPERTIES', nameWidth), padLeft('HELD', 8), padLeft('VIOLATED', 10)].join('')),
    ...properties.map(({ name, held, violated }) => {
      const row = [padRight(name, nameWidth), padLeft(String(held), 8), padLeft(String(violated), 10)].join(
        '',
      );
      return violated === 0 ? row : red(row);
    }),
  ];
}

function findingLines(finding: CriFinding, number: number, options: CriTextOptions): string[] {
  const { property, result, script, shrinkRuns, isRepeatable, judgement, trace } = finding;
  const { width, replay } = options;
  const { bold } = coloursFor(options);
  const wrapped = (text: string, first: string, rest: string): string[] =>
    wrapWords(visibleText(text), width - rest.length).map(
      (line, index) => `${index === 0 ? first : rest}${line}`,
    );
  const said = (text: string): string[] => wrapped(text, '   ', '     ');
  const path = result.origin.group === 'paths' ? ` (${result.origin.path})` : '';
  const sizes = `${countText(result.script.steps.length, 'step')} → ${countText(script.steps.length, 'step')}, ${countText(shrinkRuns, 'script')} tried`;
  const unrepeated = 'It did not happen again in three more runs of the script: it is by chance, or by time.';
  return [
    bold(`${number}. ${property.name} is violated`),
    ...said(property.says),
    ...said(`Here: ${shortNames(judgement.violation ?? '', trace)}`),
    ...said(`Relied on by: ${property.source}`),
    ...said(`found by ${result.script.name}${path}`),
    ...(isRepeatable ? [`   smallest script that shows it (${sizes}):`] : said(unrepeated)),
    ...criScriptLines(script).flatMap((line) => wrapped(line, '     ', '       ')),
    '   what happened:',
    ...criMoments(finding).flatMap(({ atMs, words }) => {
      const indent = words.startsWith(' ') ? '  ' : '';
      const time = padLeft(`${Math.round(atMs)} ms`, 12);
      return wrapped(words.trimStart(), `${time}  ${indent}`, ' '.repeat(16 + indent.length));
    }),
    `   replay: ${replay(finding, number)}`,
  ];
}
