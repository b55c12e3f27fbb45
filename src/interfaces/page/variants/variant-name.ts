import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { RunInput, Variant } from '../machines/page-protocol.ts';
import { changedSettings } from '../what-if/changed-settings.ts';

/** Returns the name of a variant: the one that a person gave it, or what differs from the run as loaded. */
export function variantName(loaded: RunInput, variant: Omit<Variant, 'number' | 'run'>): string {
  return variant.name === undefined ? changeWords(loaded, variant) : visibleText(variant.name);
}

/** Returns what differs from the run as loaded, in words. A line of a file is told only where `canTell` says so. */
export function changeWords(
  loaded: RunInput,
  { settings, sources }: RunInput,
  canTell: (line: string) => boolean = () => true,
): string {
  const edited = editedWords(loaded.sources, sources, canTell);
  const words = [...changedSettings(loaded.settings, settings), ...edited];
  return visibleText(words.join(' · '));
}

/** Returns what was edited in the files: the line, if it is one, or in how many lines of which file. */
function editedWords(
  loaded: readonly SourceText[],
  sources: readonly SourceText[],
  canTell: (line: string) => boolean,
): readonly string[] {
  if (loaded === sources) return [];
  return sources.flatMap(({ name, text }, place) => {
    const before = loaded[place]?.text ?? '';
    if (text === before) return [];
    const changed = changedLines(before, text);
    const [only = ''] = changed;
    const file = name.replace(/^.*\//, '');
    return changed.length === 1 && only !== '' && canTell(only)
      ? [only]
      : [`${file}: ${countText(changed.length, 'line')} edited`];
  });
}

/** The lines of the new text between what it has in common with the old one at its beginning and end. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < Math.min(old.length, now.length) && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last))
    last += 1;
  const changed = now.slice(first, now.length - last).map((line) => line.trim());
  // What was taken out is told by how much it was.
  return changed.length > 0 ? changed : old.slice(first, old.length - last).map(() => '');
}
