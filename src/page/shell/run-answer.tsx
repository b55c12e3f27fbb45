import type { RunView } from '../../report/run-view/run-view.ts';
import { headline } from '../../report/summary/headline.ts';
import { knownBugText } from '../../report/summary/known-bug-figures.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';

/** What the run came to, as its report begins: the headline, the known bugs that it met, and what was assumed of it. */
export function RunAnswer({ view: { summary, assumptions } }: { readonly view: RunView }) {
  return (
    <div class="shell-answer">
      <p>{headline(summary)}</p>
      <Unfolded title={countText(summary.knownBugs.length, 'known bug')} texts={summary.knownBugs.map(knownBugText)} />
      <Unfolded title={countText(assumptions.length, 'assumption')} texts={assumptions} />
      <Unfolded title={`${summary.notMeasured.length} not measured`} texts={summary.notMeasured} />
    </div>
  );
}

function Unfolded({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {texts.map((text) => (
          <li key={text}>{visibleText(text)}</li>
        ))}
      </ul>
    </details>
  );
}
