import type { SnapshotFrom } from 'xstate';
import { headline } from '../../../reports/summary/headline.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { askMachine } from '../machines/ask.ts';
import type { pageMachine } from '../machines/page.ts';
import { editedVariant } from '../machines/variants.ts';

/** Returns the sentence of a screen reader for the page's new state. */
export function newsOf(page: SnapshotFrom<typeof pageMachine>): string {
  const { before, errors } = page.context;
  const { run: after, name = 'What if' } = editedVariant(page.context) ?? {};
  if (page.matches('reading')) return 'Running.';
  if (page.matches('refused')) return countText(errors.length, 'error');
  if (page.matches({ shown: 'rerunning' })) return 'Running with the changed settings.';
  if (page.matches({ shown: 'whatIfRefused' })) return `The changed settings are refused: ${errors[0] ?? ''}`;
  if (page.matches({ shown: 'compared' }) && after !== undefined)
    return `${name}: ${headline(after.view.summary)}`;
  if (page.matches('shown') && before !== undefined) return headline(before.view.summary);
  return '';
}

/** Returns the same for a question and its answer. */
export function askNewsOf(ask: SnapshotFrom<typeof askMachine>): string {
  const { answer, errors } = ask.context;
  if (ask.hasTag('busy')) return 'Running.';
  return answer?.sentences[0] ?? errors[0] ?? 'Ask a question over many runs.';
}
