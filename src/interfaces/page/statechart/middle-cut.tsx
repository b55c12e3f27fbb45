import '../style/middle-cut.css';
import { endOf } from './middle-cut-text.ts';

interface MiddleCutProps {
  readonly text: string;
  readonly class?: string;
}

/**
 * A name in one line, cut in the middle where there is no room, `default/web-…/app`: its end tells more than
 * its middle.
 */
export function MiddleCut({ text, class: name = '' }: MiddleCutProps) {
  const at = endOf(text);
  return (
    <span class={`middle-cut ${name}`} title={text}>
      <span class="middle-cut-begin">{text.slice(0, at)}</span>
      <span class="middle-cut-end">{text.slice(at)}</span>
    </span>
  );
}
