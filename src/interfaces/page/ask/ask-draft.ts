import type { Question } from '../../../answers/what-if/questions/question.ts';
import { seedsToRecommend } from '../../../answers/what-if/recommendation/sequential-test.ts';
import { roughTimeText } from '../../../answers/what-if/runs/time-left.ts';
import { variantLetters } from '../../../answers/what-if/variants/named-variants.ts';
import { worstByDefault } from '../../../answers/what-if/worst/worst-choice.ts';
import { imageName } from '../../../inputs/images/image-name.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { newestRelease, profiles } from '../../../rules/kubelet/profiles/profiles.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

export type QuestionKind =
  | 'compare'
  | 'sweep'
  | 'recommend'
  | 'container'
  | 'fleet'
  | 'fix'
  | 'lint'
  | 'upgrade'
  | 'worst';

/** The questions in the words of people, in the order in which they can be chosen. */
export const questionKinds: readonly (readonly [QuestionKind, string])[] = [
  ['compare', 'Is another setting better?'],
  ['sweep', 'What does a setting change?'],
  ['recommend', 'Which setting meets my target?'],
  ['container', 'Why did this container run so late?'],
  ['fleet', 'Where does the time of all pods go?'],
  ['fix', 'When do pods run after the cause is gone?'],
  ['worst', 'What is the worst that can happen?'],
  ['lint', 'What in these files will harm?'],
  ['upgrade', 'What does another kubelet release change?'],
];

/** A field and its value, or its values, as text. */
export interface FieldValue {
  readonly field: string;
  readonly value: string;
}

/** A question while it is being written, with what the other questions had. */
export interface AskDraft {
  readonly kind: QuestionKind;
  /** The changes of variant A, B and so on. Without changes it is the input as it is. */
  readonly variants: readonly (readonly FieldValue[])[];
  readonly axes: readonly FieldValue[];
  readonly figure: string;
  /** The figure that is to be as bad as it can be. */
  readonly worstOf: string;
  /** What a run has to keep to: a figure, `<=` or `>=`, and its limit. */
  readonly targetFigure: string;
  readonly operator: string;
  readonly limit: string;
  /** Empty: the one that took longest. */
  readonly pod: string;
  readonly fixedAt: string;
  /** Empty: what ends is a fault of the input. */
  readonly broken: string;
  readonly from: string;
  readonly to: string;
  /** What may happen, with semicolons between them; empty: no faults. */
  readonly faults: string;
  /** How many runs may be made in search of the worst. */
  readonly budget: string;
  readonly seeds: string;
}

/** A kind of question, and those of its fields that are not to be what they were. */
export type QuestionDraft = Pick<AskDraft, 'kind'> & Partial<AskDraft>;

const seedsByDefault = 5;
/** Fewer than the command has: there is one thread. */
const budgetByDefault = 100;
export const budgetMax = 10_000;
export const seedsMax = 1_000;
export const releases = profiles.map(({ release }) => release);

/** Returns a draft with what is sensible to ask about a run. */
export function firstDraft({ view, inForce }: RunContents): AskDraft {
  const isSerial = inForce.serializeImagePulls === true;
  const p99 = view.summary.timeToRunningMs?.p99 ?? 60_000;
  const release = String(inForce.profile ?? '');
  const before = releases[releases.indexOf(newestRelease) - 1] ?? newestRelease;
  return {
    kind: 'compare',
    variants: [
      [],
      [
        isSerial
          ? { field: 'serializeImagePulls', value: 'false' }
          : { field: 'maxParallelImagePulls', value: '5' },
      ],
    ],
    axes: [
      isSerial
        ? { field: 'serializeImagePulls', value: 'true,false' }
        : { field: 'maxParallelImagePulls', value: '1..5' },
    ],
    figure: 'time to running p99',
    worstOf: worstByDefault.figure,
    targetFigure: 'time to running p99',
    operator: '<=',
    limit: durationText(Math.max(1000, Math.round(p99 * 0.0008) * 1000)).replaceAll(' ', ''),
    pod: '',
    fixedAt: '5m',
    broken: view.rows.find(({ image }) => imageName(image) !== undefined)?.image ?? '',
    from: release === newestRelease || !releases.includes(release) ? before : release,
    to: newestRelease,
    faults: '',
    budget: String(budgetByDefault),
    seeds: String(seedsByDefault),
  };
}

/**
 * Returns the question of a draft; a sentence if something is missing. The rest is checked where it is
 * answered.
 */
export function questionOf(draft: AskDraft): Question | string {
  const count = Number(draft.seeds);
  const usesSeeds = ['compare', 'sweep', 'recommend', 'upgrade'].includes(draft.kind);
  if (usesSeeds && !(Number.isInteger(count) && count >= 1 && count <= seedsMax))
    return `Seeds: a whole number from 1 to ${seedsMax}.`;
  const seeds = draft.kind === 'recommend' ? Math.max(count, seedsToRecommend) : count;
  const vary = wordsOf(draft.axes);
  switch (draft.kind) {
    case 'compare': {
      const variants = draft.variants.map((changes) => wordsOf(changes).map(quoted).join(' '));
      if (new Set(variants).size < variants.length)
        return 'Two variants are the same: change a field of one of them.';
      // One changed variant is compared with the input as it is, which needs no name.
      const isOne = variants.length === 2 && variants[0] === '';
      const named = variants.flatMap((text, index) =>
        isOne && index === 0 ? [] : [[variantLetters[index], text] as const],
      );
      return { command: 'compare', variants: Object.fromEntries(named), seeds };
    }
    case 'sweep':
      return vary.length === 0
        ? 'Say which field takes which values.'
        : { command: 'sweep', vary, figures: figuresOf(draft.figure), seeds };
    case 'recommend': {
      const { targetFigure, operator, limit } = draft;
      if (vary.length === 0) return 'Say which field may take which values, the least change first.';
      return limit.trim() === ''
        ? 'Say what a run has to keep to, such as 60s.'
        : { command: 'recommend', targets: [`${targetFigure} ${operator} ${limit.trim()}`], vary, seeds };
    }
    case 'container':
      return { command: 'explain', about: 'container', ...(draft.pod === '' ? {} : { pod: draft.pod }) };
    case 'fleet':
      return { command: 'explain', about: 'fleet' };
    case 'fix':
      return {
        command: 'explain',
        about: 'fix',
        fixedAt: draft.fixedAt.trim(),
        broken: draft.broken === '' ? [] : [draft.broken],
      };
    case 'worst': {
      const budget = Number(draft.budget);
      if (!(Number.isInteger(budget) && budget >= 1 && budget <= budgetMax))
        return `Runs: a whole number from 1 to ${budgetMax}.`;
      const faults = draft.faults
        .split(';')
        .map((fault) => fault.trim())
        .filter((fault) => fault !== '');
      return { command: 'worst', figure: draft.worstOf, budget, seeds: worstByDefault.seeds, faults };
    }
    case 'lint':
      return { command: 'lint' };
    case 'upgrade':
      return { command: 'upgrade', from: draft.from, to: draft.to, seeds };
  }
}

/** Returns the kind of a question. */
export function kindOf(question: Question): QuestionKind {
  return question.command === 'explain' ? question.about : question.command;
}

/**
 * Returns how many runs the answer takes, and about how long they last; undefined where that is not known or
 * not worth a word.
 */
export function effortText(question: Question, pods: number): string | undefined {
  const runs = runsOf(question);
  if (runs === undefined) return undefined;
  const seconds = (runs * pods) / podsPerSecond;
  return `${runs} runs${seconds < 2 ? '' : `, about ${roughTimeText(seconds * 1000)} on a quiet machine`}`;
}

/** Whether an answer is there so soon that it needs no second thought. */
export function isQuick(question: Question, pods: number): boolean {
  const runs =
    runsOf(question) ?? (question.command === 'explain' || question.command === 'lint' ? 1 : runsToSearch);
  return (runs * pods) / podsPerSecond <= quickSeconds;
}

const quickSeconds = 20;
/** What a search among settings takes, about. */
const runsToSearch = 500;

/** Returns how many pods a run has. */
export function podsOf({ view }: RunContents): number {
  return new Set(view.rows.map(({ pod }) => pod)).size;
}

/** As `windlass` reckons before a long run. */
const podsPerSecond = 400;

function runsOf(question: Question): number | undefined {
  if (question.command === 'compare')
    return Math.max(2, Object.keys(question.variants).length) * question.seeds;
  if (question.command === 'upgrade') return 2 * question.seeds;
  if (question.command === 'worst') return question.budget;
  return undefined;
}

/** The first figure is the one that sentences are about; the others are those that people ask for. */
function figuresOf(first: string): readonly string[] {
  return [
    first,
    ...['time to running p50', 'failed pulls', 'downloaded'].filter((figure) => figure !== first),
  ];
}

function wordsOf(rows: readonly FieldValue[]): readonly string[] {
  return rows
    .filter(({ field }) => field.trim() !== '')
    .map(({ field, value }) => `${field.trim()}=${value.trim()}`);
}

/** A word with spaces stays one word. */
function quoted(word: string): string {
  if (!/[\s"']/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}
