import { visibleText } from '../../../reports/text/visible-text.ts';
import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import { type QuestionDraft, questionKinds } from '../ask/ask-draft.ts';
import { questionsAbout } from '../ask/questions-about.ts';
import type { ExampleSource } from '../boot.ts';
import { exportOffers } from '../share/export-offers.ts';
import { rowName } from '../timeline/rows/row-words.ts';
import { kubeletControls } from '../what-if/kubelet-controls.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** What can be gone to or done from the search. */
export type PaletteTarget =
  | { readonly kind: 'row'; readonly row: number }
  /** Rows that have this text in them are shown. */
  | { readonly kind: 'rows'; readonly search: string }
  | { readonly kind: 'setting'; readonly name: string }
  /** The files in an editor. */
  | { readonly kind: 'yaml' }
  /** `isReady`: nothing is left to fill in. */
  | { readonly kind: 'question'; readonly question: QuestionDraft; readonly isReady: boolean }
  /** An item of a menu of the header: what is opened, shared and saved. */
  | { readonly kind: 'menu'; readonly menu: 'open' | 'share'; readonly item: string }
  | { readonly kind: 'example'; readonly example: ExampleSource };

export interface PaletteEntry {
  readonly text: string;
  /** What it is, for people: `pod`, `image of 3`. */
  readonly about: string;
  readonly target: PaletteTarget;
}

/** As many as are read at once. */
const shownMax = 12;
/** So that containers do not hide all else. */
const eachMax = 5;

/**
 * Returns all that the search can find in a run, by kind, the most sought first. Questions about the selected row
 * come before those about the run.
 */
export function paletteEntries(
  run: RunContents,
  examples: readonly ExampleSource[],
  selected?: number,
): readonly (readonly PaletteEntry[])[] {
  const { rows, nodes } = run.view;
  const selectedRow = selected === undefined ? undefined : rows[selected];
  const images = new Map<string, number>();
  for (const { image } of rows) images.set(image, (images.get(image) ?? 0) + 1);
  const settings = run.canChange
    ? kubeletControls(String(run.inForce.profile ?? defaultRelease)).flatMap(({ controls }) => controls)
    : [];
  const questions = run.canChange
    ? questionKinds
    : questionKinds.filter(([kind]) => kind === 'container' || kind === 'fleet');
  return [
    rows.map((row, place) => ({ text: rowName(row), about: row.kind, target: { kind: 'row', row: place } })),
    [...images].map(([image, count]) => ({
      text: visibleText(image),
      about: `image of ${count}`,
      target: { kind: 'rows', search: image },
    })),
    [
      ...(run.canChange
        ? [{ text: 'Edit the YAML', about: 'in an editor', target: { kind: 'yaml' } } as const]
        : []),
      ...settings.map(({ field }) => ({
        text: field,
        about: 'setting',
        target: { kind: 'setting', name: field } as const,
      })),
    ],
    [
      ...questionsAbout(run, selected).map(({ text, draft }) => ({
        text,
        about: `question about ${selectedRow === undefined ? '' : rowName(selectedRow)}`,
        target: { kind: 'question', question: draft, isReady: true } as const,
      })),
      ...questions.map(([kind, text]) => ({
        text,
        about: 'question',
        target: { kind: 'question', question: { kind }, isReady: needsNothing(kind) } as const,
      })),
    ],
    actionEntries(run),
    (nodes.length > 1 ? nodes : []).map(({ name, rowCount }) => ({
      text: visibleText(name),
      about: `node of ${rowCount}`,
      target: { kind: 'rows', search: name },
    })),
    examples.map((example) => ({
      text: example.question ?? example.title,
      about: `example ${example.name}`,
      target: { kind: 'example', example },
    })),
  ];
}

/**
 * Returns the entries that have all words of the text in them, whatever their order and case; those that begin
 * with it come first in their kind.
 */
export function foundEntries(
  entries: readonly (readonly PaletteEntry[])[],
  text: string,
): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = entries.map((kind) => {
    const all: PaletteEntry[] = [];
    const first: PaletteEntry[] = [];
    for (const entry of kind) {
      const lower = `${entry.text} ${entry.about}`.toLowerCase();
      if (!words.every((word) => lower.includes(word))) continue;
      (beginsWith(lower, words[0] ?? '') ? first : all).push(entry);
      if (first.length >= eachMax) break;
    }
    return [...first, ...all].slice(0, eachMax);
  });
  return found.flat().slice(0, shownMax);
}

/** What the menus of the header have, by the same words. */
function actionEntries({ canChange, hasSteps }: RunContents): readonly PaletteEntry[] {
  const share = (item: string): PaletteTarget => ({ kind: 'menu', menu: 'share', item });
  return [
    { text: 'Open files', about: 'menu', target: { kind: 'menu', menu: 'open', item: 'files' } },
    { text: 'Open a folder', about: 'menu', target: { kind: 'menu', menu: 'open', item: 'folder' } },
    ...(canChange ? [{ text: 'Share a link', about: 'menu', target: share('link') }] : []),
    ...exportOffers
      .filter(({ format }) => hasSteps || format !== 'steps')
      .map(({ format, title, words }) => ({
        text: `Save as ${title}`,
        about: words,
        target: share(format),
      })),
  ];
}

/** Whether a question has no fields. */
function needsNothing(kind: QuestionDraft['kind']): boolean {
  return kind === 'fleet' || kind === 'lint';
}

/** Whether the text, or the last part of a name with slashes, begins with the word. */
function beginsWith(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(`/${word}`);
}
