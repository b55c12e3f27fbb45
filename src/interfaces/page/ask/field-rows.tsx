import { useId } from 'preact/hooks';
import type { FieldValue } from './ask-draft.ts';
import type { KnownField } from './known-fields.ts';

interface FieldRowsProps {
  /** What the rows are about, for people who do not see where they stand: `variant B`. */
  readonly of: string;
  readonly rows: readonly FieldValue[];
  readonly known: readonly KnownField[];
  /** The id of the list of known fields. */
  readonly listId: string;
  /** An example of a value, `1..8`. */
  readonly example: string;
  readonly add: string;
  /** The least number of rows. */
  readonly rowsMin: number;
  readonly onRows: (rows: readonly FieldValue[]) => void;
}

/** Fields and their values, each in a row that can be taken away. */
export function FieldRows({ of, rows, known, listId, example, add, rowsMin, onRows }: FieldRowsProps) {
  const id = useId();
  const change = (place: number, row: FieldValue): void =>
    onRows(rows.map((other, index) => (index === place ? row : other)));
  return (
    <div class="ask-rows">
      {rows.map(({ field, value }, place) => {
        const found = known.find((one) => one.field === field);
        const choices = found?.choices ?? [];
        const name = `${of}, field ${place + 1}`;
        return (
          <div class="ask-row" key={place}>
            <input
              type="text"
              class="ask-field"
              list={listId}
              autocomplete="off"
              spellcheck={false}
              placeholder="field"
              aria-label={name}
              aria-describedby={`${id}-${place}`}
              value={field}
              onInput={(event) => change(place, { field: event.currentTarget.value, value })}
            />
            <input
              type="text"
              class="ask-value"
              list={choices.length === 0 ? undefined : `${id}-${place}-choices`}
              autocomplete="off"
              spellcheck={false}
              placeholder={example}
              aria-label={`${name}: value`}
              value={value}
              onInput={(event) => change(place, { field, value: event.currentTarget.value })}
            />
            {choices.length > 0 && (
              <datalist id={`${id}-${place}-choices`}>
                {choices.map((choice) => (
                  <option key={choice} value={choice} />
                ))}
              </datalist>
            )}
            {rows.length > rowsMin && (
              <button
                type="button"
                class="ask-remove"
                aria-label={`Remove ${name}`}
                onClick={() => onRows(rows.filter((_, index) => index !== place))}
              >
                ✕
              </button>
            )}
            <p class="ask-hint" id={`${id}-${place}`}>
              {found === undefined
                ? ''
                : `${found.now === undefined || found.now === '' ? '' : `now ${found.now}; `}${found.hint}`}
            </p>
          </div>
        );
      })}
      <button type="button" class="ask-add" onClick={() => onRows([...rows, { field: '', value: '' }])}>
        + {add}
      </button>
    </div>
  );
}
