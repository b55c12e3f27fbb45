import { appendAll } from '../../rules/collections/append-all.ts';
import { largest } from '../../rules/collections/extremes.ts';
import { isPulling, type PhaseName } from '../phases/container-phases.ts';
import { padRight, wrapWords } from '../text/fitted-text.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { linkWords } from './link-words.ts';
import type { ExplainedHolder, ExplainedLink, PathExplanation } from './path-explanation.ts';

/** Of a longer path, so many links at its beginning and at its end are told. */
const edgeLinks = 8;
const linksMax = 24;
const holdersMax = 4;
/** A sentence is told up to about so many characters. */
const sentenceMax = 600;
/** A pull of fewer links is told link by link. */
const ofPullMin = 4;

/**
 * Returns the explanation for people: what the container reached, and a line for each link of its path. Ends
 * in a line feed.
 */
export function formatPath(path: PathExplanation, options: Pick<TextOptions, 'width' | 'colour'>): string {
  const colours = coloursFor(options);
  const { tookMs } = path;
  const links = withWholePulls(path.links);
  const whoColumns = Math.min(24, Math.max(3, largest(links.map((link) => whoOf(link).length))));
  const rest = Math.max(30, Math.floor(options.width) - 32 - whoColumns);
  const line = (link: ExplainedLink): string[] => {
    const head = [
      durationText(link.fromMs).padStart(9),
      durationText(link.tookMs).padStart(9),
      share(link.tookMs, tookMs).padStart(6),
    ];
    const held = [...(link.heldBy === undefined ? [] : holderTexts(link.heldBy)), ...besidesText(link)];
    const text = [
      ...clipped(wrapWords(link.sentence, rest), Math.ceil(sentenceMax / rest)),
      ...held.flatMap((one) => wrapWords(one, rest - 2).map((words) => `  ${words}`)),
    ];
    const who = padRight(whoOf(link), whoColumns);
    const blank = ' '.repeat(28 + whoColumns);
    return text.map((words, index) =>
      index === 0 ? `${head.join(' ')}  ${who}  ${words}` : `${blank}  ${words}`,
    );
  };
  const told = links.length <= linksMax ? links.flatMap(line) : longPath(links, line, whoColumns + 30, rest);
  const head = colours.dim(
    `${'AT'.padStart(9)} ${'TOOK'.padStart(9)} ${'SHARE'.padStart(6)}  ${padRight('WHO', whoColumns)}  WHAT`,
  );
  const sum = wrapWords(`In all: ${sumText(path.links, tookMs)}.`, Math.max(40, Math.floor(options.width)));
  return `${[...wrapWords(headline(path), options.width), '', head, ...told, '', ...sum].join('\n')}\n`;
}

/** Returns what became of the container, as a sentence. */
export function headline({
  pod,
  container,
  kind,
  node,
  image,
  tookMs,
  reached,
  fromMs,
  links: [first],
}: PathExplanation): string {
  const took = durationText(tookMs);
  const what =
    kind === 'ephemeral'
      ? `it was added to its pod on ${node}`
      : first?.name === 'waitingForNode'
        ? 'its pod was made'
        : `its pod came to ${node}`;
  const came = fromMs === 0 ? what : `${what} at ${durationText(fromMs)}`;
  switch (reached) {
    case 'running':
      return `${pod}/${container} (${image}) ran ${took} after ${came}.`;
    case 'there':
      return `${pod}/${container} (${image}) was there ${took} after ${came}.`;
    case 'ended':
      return `${pod}/${container} (${image}) never ran: ${came}, and the pod was over after ${took}.`;
    case 'waiting':
      return `${pod}/${container} (${image}) does not run: ${came}, and at the run's end it has waited ${took}.`;
  }
}

/** Returns how long links of each kind took together, the longest first. */
export function sumText(links: readonly ExplainedLink[], tookMs: number): string {
  const sums = new Map<ExplainedLink['name'], number>();
  for (const { name, tookMs: took } of links) sums.set(name, (sums.get(name) ?? 0) + took);
  const longest = [...sums].sort(([, a], [, b]) => b - a);
  return longest
    .map(([name, took]) => `${linkWords(name)} ${durationText(took)} (${share(took, tookMs)})`)
    .join(', ');
}

/** Errors of runtimes are long, and those of one path are much alike. */
function clipped(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/**
 * Returns the links with those of a pull as one where they are many: layers come in and are unpacked by
 * turns. The sentence of the longest one says most.
 */
function withWholePulls(links: readonly ExplainedLink[]): ExplainedLink[] {
  const told: ExplainedLink[] = [];
  for (let from = 0; from < links.length; ) {
    const first = links[from];
    if (first === undefined) break;
    let to = from;
    while (links[to] !== undefined && links[to]?.container === first.container && isOfPull(links[to])) to++;
    const group = links.slice(from, Math.max(to, from + 1));
    if (group.length < ofPullMin) appendAll(told, group);
    else told.push(wholePull(group));
    from += group.length;
  }
  return told;
}

function isOfPull(link: ExplainedLink | undefined): boolean {
  return link !== undefined && link.container !== undefined && isPulling(link.name as PhaseName);
}

function wholePull(links: readonly ExplainedLink[]): ExplainedLink {
  const longest = links.reduce((one, other) => (other.tookMs > one.tookMs ? other : one));
  const tookMs = links.reduce((sum, link) => sum + link.tookMs, 0);
  const parts = `spent ${durationText(tookMs)} pulling ${longest.image}: ${sumText(links, tookMs)}; the longest of it: ${longest.sentence}`;
  return { ...longest, fromMs: links[0]?.fromMs ?? longest.fromMs, tookMs, sentence: parts };
}

function longPath(
  links: readonly ExplainedLink[],
  line: (link: ExplainedLink) => string[],
  indent: number,
  width: number,
): string[] {
  const between = links.slice(edgeLinks, -edgeLinks);
  const took = between.reduce((sum, link) => sum + link.tookMs, 0);
  const left = wrapWords(
    `… ${countText(between.length, 'more link')}, ${durationText(took)}: ${sumText(between, took)}`,
    width,
  );
  return [
    ...links.slice(0, edgeLinks).flatMap(line),
    ...left.map((words) => `${' '.repeat(indent)}${words}`),
    ...links.slice(-edgeLinks).flatMap(line),
  ];
}

function whoOf({ container }: ExplainedLink): string {
  return container ?? 'the pod';
}

function holderTexts(holders: readonly ExplainedHolder[]): string[] {
  const told =
    holders.length <= holdersMax
      ? holders
      : holders.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, holdersMax);
  const others = holders.filter((holder) => !told.includes(holder));
  const texts = holders
    .filter((holder) => told.includes(holder))
    .map((holder) => `${durationText(holder.tookMs)} ${holderText(holder)}`);
  if (others.length === 0) return texts;
  const took = others.reduce((sum, { tookMs }) => sum + tookMs, 0);
  return [...texts, `${durationText(took)} held by ${countText(others.length, 'more pull')}`];
}

function holderText({ container, image, phases }: ExplainedHolder): string {
  const sums = new Map<string, number>();
  for (const { phase, tookMs } of phases) {
    const words = linkWords(phase === 'waitingToStart' ? 'waitingForRound' : phase);
    sums.set(words, (sums.get(words) ?? 0) + tookMs);
  }
  const doing = [...sums].map(([words, tookMs]) => `${words} ${durationText(tookMs)}`);
  return `held by ${container} pulling ${image} (${doing.join(', ')})`;
}

function besidesText({ besides = [] }: ExplainedLink): string[] {
  if (besides.length === 0) return [];
  return [
    `beside ${besides.map(({ container, tookMs }) => `${container} (${durationText(tookMs)})`).join(', ')} on the same node`,
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((part / whole) * 100).toFixed(1)} %`;
}
