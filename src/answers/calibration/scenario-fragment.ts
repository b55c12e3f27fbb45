import { rangeText } from '../../reports/text/range-text.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import type { CalibratedImage, Calibration } from './calibration.ts';
import { cpusText, microsText, rateText } from './calibration-text.ts';
import { type Estimate, halfWidth, samplesText } from './estimates/estimate.ts';

/**
 * Returns a Scenario with the figures that were found, and an ImageCatalog with the images, for
 * `windlass run pods.yaml FILE`. Each figure has its interval in a comment. If only a bound is known, the
 * bound is the figure.
 */
export function scenarioFragment(calibration: Calibration, sources: readonly string[]): string {
  const lines = [
    `# Made by windlass calibrate from ${sources.map((name) => oneLine(name)).join(', ')}.`,
    ...calibration.notes.map((note) => `# ${oneLine(note)}`),
    'apiVersion: windlass.dev/v1alpha1',
    'kind: Scenario',
    ...figureLines(calibration),
    ...catalogLines(calibration.images),
  ];
  return `${lines.join('\n')}\n`;
}

/** Figures of a Scenario. Their processors may stand in Node objects beside it. */
interface WrittenFigures extends Omit<Calibration, 'images' | 'notes' | 'advice' | 'cpus'> {
  readonly cpus?: Estimate | undefined | 'in Node objects';
}

/**
 * Returns the figures as the fields `nodes` and `registries` of a Scenario, line by line, each with its
 * interval in a comment.
 */
export function figureLines(calibration: WrittenFigures): string[] {
  const { runtime, link, unpack, cpus, unpackAssumed, registries, anyRegistry } = calibration;
  const lines: string[] = [];
  const node = [
    ...(runtime === undefined ? [] : [`    runtime: ${JSON.stringify(runtime)}`]),
    ...(link === undefined ? [] : [...rateLines('    ', 'link', link), ...whatTheLinkHas]),
    ...((link === undefined && cpus === undefined) || cpus === 'in Node objects' ? [] : cpusLines(cpus)),
    ...(unpack === undefined ? [] : ['    timings:', ...unpackLines(unpack, unpackAssumed)]),
  ];
  if (node.length > 0) appendAll(lines, ['nodes:', '  defaults:', ...node]);
  const hosts = registries.map(({ registry, roundTrip, connect, withConnect }) => ({
    registry,
    roundTrip,
    connect,
    withConnect,
  }));
  if (anyRegistry !== undefined)
    hosts.push({ registry: '*', roundTrip: anyRegistry, connect: undefined, withConnect: true });
  if (hosts.length > 0 || link !== undefined) lines.push('registries:');
  if (link !== undefined && anyRegistry === undefined) appendAll(lines, ['  "*":', ...whatConnectionsBring]);
  for (const { registry, roundTrip, connect, withConnect } of hosts) {
    lines.push(`  ${JSON.stringify(registry)}:`, comment('    ', roundTrip, microsText));
    lines.push(`    roundTrip: ${microsText(roundTrip.value ?? roundTrip.low)}`);
    if (connect !== undefined)
      lines.push(
        comment('    ', connect, microsText),
        `    connect: ${microsText(connect.value ?? connect.low)}`,
      );
    else if (withConnect) lines.push('    # opening a connection is in the round trip', '    connect: 0s');
    if (registry === '*' && link !== undefined) appendAll(lines, whatConnectionsBring);
  }
  return lines;
}

/**
 * Returns an ImageCatalog as a document of its own, line by line. A Scenario would warn of each image that no
 * pod uses.
 */
export function catalogLines(images: readonly CalibratedImage[]): string[] {
  if (images.length === 0) return [];
  const told =
    '# Compressed, as they were told; where only a size is known, its split into layers is assumed.';
  return [
    '---',
    told,
    'apiVersion: windlass.dev/v1alpha1',
    'kind: ImageCatalog',
    'images:',
    ...images.map(imageLine),
  ];
}

/**
 * A log tells how fast bytes came, and not what kept them from coming faster: the assumed figures must not
 * limit them once more.
 */
const whatTheLinkHas = [
  '    # what the disk writes and the processors take in cannot be told from the link, and is in it',
  '    diskBandwidth: unlimited',
];

const whatConnectionsBring = [
  '    # what one connection brings is in the link',
  '    perResponse: unlimited',
];

function imageLine({ name, bytes, layers }: CalibratedImage): string {
  const size =
    layers === undefined
      ? `size: ${bytes}B`
      : `layers: [${layers.map((one) => `{ size: ${Math.max(one, 1)}B }`).join(', ')}]`;
  return `  - { name: ${JSON.stringify(name)}, ${size} }`;
}

/** Processors are whole ones. */
function cpusLines(cpus: Estimate | undefined): string[] {
  const elsewhere = '`kubectl get nodes -o yaml` shows them';
  if (cpus === undefined) return [`    # cpus are not in these files: ${elsewhere}`];
  if (cpus.value === null)
    return [`    # cpus: ${cpusText(cpus.low)} or more, from ${samplesText(cpus)}: ${elsewhere}`];
  return [comment('    ', cpus, cpusText), `    cpus: ${Math.max(1, Math.round(cpus.value))}`];
}

function unpackLines(unpack: Estimate, assumed: number | undefined): string[] {
  if (unpack.value !== null) return rateLines('      ', 'unpack', unpack);
  return [
    `      # not in these files: at least ${rateText(unpack.low)}`,
    `      unpack: ${rateText(assumed ?? unpack.low)}`,
  ];
}

function rateLines(indent: string, key: string, estimate: Estimate): string[] {
  return [
    comment(indent, estimate, rateText),
    `${indent}${key}: ${rateText(estimate.value ?? estimate.low)}`,
  ];
}

function comment(indent: string, estimate: Estimate, text: (value: number) => string): string {
  const width = halfWidth(estimate);
  const range =
    estimate.high === null
      ? `${text(estimate.low)} or more`
      : rangeText(text(estimate.low), text(estimate.high));
  return `${indent}# ${range}${width === null ? '' : ` (±${Math.round(width * 100)} %)`}, from ${samplesText(estimate)}`;
}

/** Returns a text that a comment can hold: names of files come from strangers too. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
}
