import { visibleText } from '../../../reports/text/visible-text.ts';
import type { PlainRecord, PlainValue } from '../../../trace/step-record.ts';

interface PlainTreeProps {
  readonly name: string;
  readonly value: PlainValue;
  /** The value before the last step. Parts that differ are marked. */
  readonly before?: PlainValue | undefined;
  /** Whether the last step has set it. */
  readonly isChanged?: boolean;
}

/** A value as a tree whose branches open and close. What the last step changed is marked. */
export function PlainTree({ name, value, before, isChanged = false }: PlainTreeProps) {
  const mark = isChanged && <ChangedMark />;
  if (!isBranch(value)) {
    return (
      <div class={`statechart-leaf ${isChanged ? 'statechart-changed' : ''}`}>
        <span class="statechart-key">{visibleText(name)}</span>{' '}
        <span class={`statechart-value statechart-value-${kindOf(value)}`}>{leafText(value)}</span>
        {mark}
      </div>
    );
  }
  const entries = Object.entries(value);
  return (
    <details class={`statechart-branch ${isChanged ? 'statechart-changed' : ''}`}>
      <summary>
        <span class="statechart-key">{visibleText(name)}</span>{' '}
        <span class="statechart-value">{briefly(value)}</span>
        {mark}
      </summary>
      {entries.map(([key, item]) => {
        const was = isBranch(before) ? (before as PlainRecord)[key] : undefined;
        const differs = isChanged && before !== undefined && !isSame(item, was);
        return <PlainTree key={key} name={key} value={item} before={was} isChanged={differs} />;
      })}
    </details>
  );
}

function ChangedMark() {
  return (
    <span class="statechart-changed-mark" title="changed by the last step">
      <span aria-hidden="true">●</span>
      <span class="visually-hidden">changed</span>
    </span>
  );
}

type Branch = readonly PlainValue[] | PlainRecord;

/** Whether the value is an object or a list that is not empty. */
function isBranch(value: PlainValue | undefined): value is Branch {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function kindOf(value: PlainValue): string {
  if (typeof value === 'string' && value.startsWith('→ ')) return 'actor';
  return value === null || typeof value === 'object' ? 'empty' : typeof value;
}

function leafText(value: PlainValue): string {
  if (value === null) return 'none';
  if (typeof value === 'object') return Array.isArray(value) ? '[ ]' : '{ }';
  return visibleText(
    typeof value === 'string' && !value.startsWith('→ ') ? JSON.stringify(value) : String(value),
  );
}

function briefly(value: Branch): string {
  if (Array.isArray(value)) return `[ ${value.length} ]`;
  const keys = Object.keys(value);
  return `{ ${visibleText(keys.slice(0, 3).join(', '))}${keys.length > 3 ? ', …' : ''} }`;
}

/** Values are small, because a step record cuts long ones. */
function isSame(one: PlainValue, other: PlainValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
