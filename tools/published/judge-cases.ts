import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { type InputRequest, readInput } from '../../src/inputs/read-input.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import type { PublishedCase, PublishedQuestion } from './published-case.ts';

/** A case with the simulator's figure. */
export interface JudgedCase {
  readonly published: PublishedCase;
  readonly ours: number;
  /** Ours to theirs. */
  readonly ratio: number;
  readonly verdict: 'within' | 'known miss' | 'MISS';
}

export interface JudgedQuestion {
  readonly question: string;
  /** The time of the first to that of the second, published and ours. */
  readonly published: number;
  readonly ours: number;
  readonly isRight: boolean;
}

/** Ours may be so much of theirs, at least and at most. */
const within: Readonly<Record<PublishedCase['conditions'], readonly [number, number]>> = {
  told: [0.75, 1.25],
  default: [0.5, 2],
};

/**
 * Runs every case; `textOf` reads an input by its name. Throws where an input is refused or lacks a text that
 * is to be replaced.
 */
export function judgeCases(
  cases: readonly PublishedCase[],
  textOf: (input: string) => string,
): readonly JudgedCase[] {
  const runs = new Map<string, readonly TraceRecord[]>();
  const recordsOf = (
    input: string,
    instead: PublishedCase['instead'],
    options: InputRequest = {},
  ): readonly TraceRecord[] => {
    const text = (instead ?? []).reduce((all, [from, to]) => replaced(all, from, to), textOf(input));
    const key = `${JSON.stringify(options)} ${text}`;
    const known = runs.get(key);
    if (known !== undefined) return known;
    const records = run(text, options);
    runs.set(key, records);
    return records;
  };
  const figureOfRun = ({
    input,
    instead,
    above,
    timesThatWith,
    options,
    read,
  }: Extract<PublishedCase, { read: unknown }>): number => {
    const whole = read(recordsOf(input, instead, options));
    if (timesThatWith !== undefined) return whole / read(recordsOf(input, instead, timesThatWith));
    return above === undefined ? whole : whole - read(recordsOf(input, above, options));
  };
  return cases.map((published) => {
    const { tolerance, conditions } = published;
    const ours = 'read' in published ? figureOfRun(published) : published.reckon();
    const ratio = ours / published.published;
    const [least, most] = tolerance === undefined ? within[conditions] : [1 - tolerance, 1 + tolerance];
    const isWithin = ratio >= least && ratio <= most;
    return {
      published,
      ours,
      ratio,
      verdict: isWithin ? 'within' : published.missed === undefined ? 'MISS' : 'known miss',
    };
  });
}

/** Returns what a user would decide by the published figures, and by ours. */
export function judgeQuestions(
  questions: readonly PublishedQuestion[],
  cases: readonly JudgedCase[],
): readonly JudgedQuestion[] {
  const caseOf = (id: string): JudgedCase => {
    const found = cases.find(({ published }) => published.id === id);
    if (found === undefined) throw new Error(`no published case ${id}`);
    return found;
  };
  return questions.map(({ question, first, second }) => {
    const [one, other] = [caseOf(first), caseOf(second)];
    const published = one.published.published / other.published.published;
    const ours = one.ours / other.ours;
    return { question, published, ours, isRight: published < 1 === ours < 1 };
  });
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the input has no ${from}`);
  return text.replaceAll(from, to);
}

function run(text: string, options: InputRequest): readonly TraceRecord[] {
  const result = readInput([{ name: 'published.yaml', text }], options);
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  return simulate(result.input).records;
}
