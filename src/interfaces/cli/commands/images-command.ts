import { imageName } from '../../../inputs/images/image-name.ts';
import {
  catalogueRows,
  type ImageRow,
  imageRowOfName,
  imageRowsOf,
} from '../../../inputs/images/image-rows.ts';
import { csvText } from '../../../reports/csv/csv-table.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { clipMiddle, columnsOf, padLeft, padRight, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, sizeText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { inputPartsOfFiles } from '../files/input-or-fail.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { type Terminal, textOptionsFor } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Shows the images of all workloads, also of pods that no node takes, and where their sizes come from. Your files come first: a Scenario, an ImageCatalog, crictl images -o json, docker manifest inspect -v, the status of Nodes. Next come public documents (docs/images.md): the same tag, the nearest version, or the same program in another repository. Any other size is estimated from the name, as a range.',
    'Columns: SIZE is compressed, as it is pulled. RANGE covers 80 % of such images. LAYERS with ~ are estimated. FROM is a number of the source below the table.',
  ],
  examples: [
    ['How large are my images?', 'windlass images deployment.yaml'],
    ['And those of a cluster?', 'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass images -'],
    ['How large is one image?', 'windlass images --name redis:7.2 --name ghcr.io/acme/web:1.4'],
    ['Which images are known?', 'windlass images --catalogue'],
    ['Search them, as a table for a spreadsheet', 'windlass images --catalogue coredns -o csv'],
  ],
};

const columns = [
  'image',
  'bytes',
  'lowBytes',
  'highBytes',
  'layers',
  'layersKnown',
  'from',
  'mark',
  'of',
  'source',
] as const;

interface ImagesOptions {
  readonly name: readonly string[];
  readonly catalogue?: string | true;
  readonly output: 'table' | 'json' | 'csv';
  readonly out?: string;
}

/** `windlass images`: the images of an input, their sizes and the sources of these. */
export const add: AddCommand = (command, terminal, end) => {
  addRequestOptions(command, ['imageSizes', 'platform'])
    .argument('[inputs...]', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option('--name <image>', 'show this image, without any input; repeatable', repeatable, [])
    .option(
      '--catalogue [words]',
      'list the images known from public documents; with words, those whose names contain them',
    )
    .addOption(outputOption(['table', 'json', 'csv'], 'table'))
    .option(...outOption)
    .action(async (inputs: string[], options: ImagesOptions) => end(await images(inputs, options, terminal)));
};

async function images(
  inputs: readonly string[],
  options: ImagesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, out } = options;
  const listed = await rowsFor(inputs, options, terminal);
  const { rows } = listed;
  if (output === 'json') writeOutput(out, jsonText('ImageList', { items: rows }), terminal);
  else if (output === 'csv') writeOutput(out, csv(rows), terminal);
  else writeOutput(out, table(listed, textOptionsFor(out, terminal)), terminal);
  return exitCode.ok;
}

/** `idle`: how many of the images are those of workloads whose pods are on no node. */
interface ListedImages {
  readonly rows: readonly ImageRow[];
  readonly idle: number;
}

async function rowsFor(
  inputs: readonly string[],
  options: ImagesOptions,
  terminal: Terminal,
): Promise<ListedImages> {
  const { catalogue, name } = options;
  const asked = [inputs.length > 0, name.length > 0, catalogue !== undefined].filter((is) => is).length;
  if (asked !== 1)
    throw new CommandError(
      exitCode.usage,
      'images needs files, --name or --catalogue, one of them\n(windlass images --help has examples)',
    );
  if (catalogue !== undefined) return { rows: catalogueRows(catalogue === true ? '' : catalogue), idle: 0 };
  const wrong = name.find((each) => imageName(each) === undefined);
  if (wrong !== undefined)
    throw new CommandError(exitCode.usage, `--name ${wrong}: not an image name such as redis:7.2`);
  if (name.length > 0) return { rows: name.map(imageRowOfName), idle: 0 };
  const { input, origins, parts } = await inputPartsOfFiles(inputs, requestOf(options), terminal, [
    options.out,
  ]);
  const idle = parts.idleImages.map((each) => [each, parts.catalogue.image(each)] as const);
  const images = Object.fromEntries(
    [...Object.entries(input.images), ...idle].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { rows: imageRowsOf({ images }, origins), idle: idle.length };
}

function csv(rows: readonly ImageRow[]): string {
  const cell = (value: string | number | boolean) => (typeof value === 'boolean' ? String(value) : value);
  return csvText([[...columns], ...rows.map((row) => columns.map((column) => cell(row[column])))]);
}

/** Returns a line for each image, then the sources, numbered. */
function table({ rows, idle }: ListedImages, { width, colour }: TextOptions): string {
  const { bold, dim } = coloursFor({ colour });
  const sources = [...new Set(rows.flatMap(({ from, source }) => (from === 'given' ? [] : [source])))];
  const cells = rows.map((row) =>
    [row.image, sizeText(row.bytes), sizesText(row), layersText(row), fromText(row, sources)].map(
      visibleText,
    ),
  );
  const head = ['IMAGE', 'SIZE', 'RANGE', 'LAYERS', 'FROM'];
  const widths = head.map((title, column) =>
    Math.max(title.length, largest(cells.map((row) => columnsOf(row[column] ?? '')))),
  );
  const [, size = 0, range = 0, layers = 0, from = 0] = widths;
  const imageColumns = Math.max(
    20,
    Math.min(widths[0] ?? 0, Math.max(60, width) - size - range - layers - from - 8),
  );
  const fromColumns = Math.max(12, Math.max(60, width) - imageColumns - size - range - layers - 8);
  const line = ([
    image = '',
    sizeCell = '',
    rangeCell = '',
    layersCell = '',
    fromCell = '',
  ]: readonly string[]) =>
    [
      padRight(clipMiddle(image, imageColumns), imageColumns),
      padLeft(sizeCell, size),
      padRight(rangeCell, range),
      padLeft(layersCell, layers),
      clipMiddle(fromCell, fromColumns),
    ]
      .join('  ')
      .trimEnd();
  const notes = sources.flatMap((source, index) =>
    wrapWords(`[${index + 1}] ${visibleText(source)}`, Math.max(60, width)),
  );
  const uncertain = rows.filter(({ lowBytes, highBytes }) => lowBytes < highBytes).length;
  const count = `${countText(rows.length, 'image')}, ${uncertain === 0 ? 'every size exact' : `${uncertain} of them with a range`}`;
  const noteOfIdle =
    idle === 0
      ? []
      : [`${idle} of them only in workloads without a pod on a node: a run pulls no such image`];
  const lines = [bold(line(head)), ...cells.map(line), '', count, ...noteOfIdle, ...notes.map(dim)];
  return `${lines.join('\n')}\n`;
}

function sizesText({ lowBytes, highBytes }: ImageRow): string {
  return lowBytes === highBytes ? '' : rangeText(sizeText(lowBytes), sizeText(highBytes));
}

function layersText({ layers, layersKnown }: ImageRow): string {
  return `${layersKnown ? '' : '~'}${layers}`;
}

function fromText({ from, mark, of, source }: ImageRow, sources: readonly string[]): string {
  if (from === 'given') return of;
  const number = `[${sources.indexOf(source) + 1}]`;
  if (from === 'drawn') return `drawn, ${of} ${number}`;
  if (from === 'exact') return `${mark} ${number}`;
  return from === 'nearest'
    ? `near ${of.slice(of.lastIndexOf(':') + 1)} ${number}`
    : `like ${of.slice(of.lastIndexOf('/') + 1)} ${number}`;
}
