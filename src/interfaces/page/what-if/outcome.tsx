import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComparedFigure, Comparison } from '../../../reports/comparison/comparison.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { Answer } from '../use-answer.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

interface OutcomeProps {
  readonly before: RunContents;
  readonly after: RunContents | undefined;
  readonly comparison: Answer<Comparison>;
  /** What the variant is called; undefined if it has no name of its own. */
  readonly name: string | undefined;
}

const verdictWords = { better: 'better', worse: 'worse', same: 'the same', different: 'different' } as const;

/** The number of figures that are shown at once; a button shows the rest. */
const figuresMax = 6;

/** The effect of the change, in figures and in words, and the longest wait. */
export function Outcome({ before, after, comparison, name }: OutcomeProps) {
  const wait = (after ?? before).view.summary.longestWait;
  return (
    <>
      {after !== undefined && comparison.state === 'failed' && (
        <p class="what-if-problem">{visibleText(comparison.message)}</p>
      )}
      {after !== undefined && comparison.state === 'here' && (
        <Compared comparison={comparison.value} name={name} />
      )}
      {wait !== null && (
        <LongestWait
          title={after === undefined ? 'Longest wait' : 'Longest wait now'}
          sentence={wait.sentence}
        />
      )}
    </>
  );
}

function Compared({
  comparison: { figures: all, sentences },
  name,
}: Pick<OutcomeProps, 'name'> & { readonly comparison: Comparison }) {
  // Figures that read the same count as unchanged.
  const figures = all.map((figure) =>
    figure.before === figure.after ? { ...figure, verdict: 'same' as const } : figure,
  );
  const changed = figures.filter(({ verdict }) => verdict !== 'same');
  const [first] = figures;
  // Even if the figure that people look for first is unchanged, it is shown.
  const told = (first === undefined || changed.includes(first) ? changed : [first, ...changed]).slice(
    0,
    figuresMax,
  );
  const others = figures.filter((figure) => !told.includes(figure));
  return (
    <>
      <div role="status" class="what-if-sentences">
        {sentences.slice(0, 3).map((sentence) => (
          <p key={sentence}>{visibleText(sentence)}</p>
        ))}
      </div>
      {sentences.length > 3 && (
        <details>
          <summary>{sentences.length - 3} more</summary>
          {sentences.slice(3).map((sentence) => (
            <p key={sentence}>{visibleText(sentence)}</p>
          ))}
        </details>
      )}
      <Figures caption="What changed" figures={told} name={name} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more figures</summary>
          <Figures caption="Other figures" figures={others} name={name} />
        </details>
      )}
    </>
  );
}

function Figures({
  caption,
  figures,
  name,
}: Pick<OutcomeProps, 'name'> & {
  readonly caption: string;
  readonly figures: readonly ComparedFigure[];
}) {
  return (
    <table class="what-if-figures">
      <caption>
        <span class="visually-hidden">{caption}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">figure</th>
          <th scope="col">before</th>
          <th scope="col">{name === undefined ? 'after' : visibleText(name)}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, before, after, change, verdict }) => (
          <tr key={name} class={`what-if-${verdict}`}>
            <th scope="row">{name}</th>
            <td>{withUnit(before)}</td>
            <td>
              {withUnit(after)}{' '}
              <span class="what-if-change">
                {withUnit(change)} {verdictWords[verdict]}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Keeps a unit with its number in a narrow column. */
function withUnit(figure: string): string {
  return figure.replace(/(?<=\d) (?=%|[A-Za-z]{1,2}\b)/g, '\u00a0');
}

/**
 * The container that waited longest, and why. An error in it may be long, so the first lines are shown, and
 * the rest on request.
 */
function LongestWait({ title, sentence }: { readonly title: string; readonly sentence: string }) {
  const id = useId();
  const text = useRef<HTMLParagraphElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const measure = (): void => setCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [sentence, isWhole]);
  return (
    <div class="what-if-wait">
      <p ref={text} id={id} class={isWhole ? undefined : 'what-if-wait-short'}>
        <b>{title}:</b> {visibleText(sentence)}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          class="what-if-link"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'less' : 'more'}
          <span class="visually-hidden"> of the longest wait</span>
        </button>
      )}
    </div>
  );
}
