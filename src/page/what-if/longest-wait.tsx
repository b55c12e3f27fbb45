import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../report/text/visible-text.ts';

/** Who waited longest, and why; an error in it may be long, so that the first lines stand there and the rest on request. */
export function LongestWait({ title, sentence }: { readonly title: string; readonly sentence: string }) {
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
        <button type="button" class="what-if-link" aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : 'more'}
          <span class="visually-hidden"> of the longest wait</span>
        </button>
      )}
    </div>
  );
}
