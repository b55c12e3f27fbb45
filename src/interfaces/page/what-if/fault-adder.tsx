import { useId, useState } from 'preact/hooks';
import type { FaultField } from '../../../inputs/scenario/fault-row.ts';
import { requestKinds } from '../../../inputs/scenario/fault-row.ts';
import { faultForms } from '../../../inputs/scenario/fault-rows.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { faultProblems } from './fault-problems.ts';
import { faultWords } from './fault-words.ts';
import type { NamesOfRun } from './names-of-run.ts';

interface FaultAdderProps {
  readonly names: NamesOfRun;
  readonly onFault: (words: string) => void;
}

/** A form for one more fault: its kind, what it affects, and when. */
export function FaultAdder({ names, onFault }: FaultAdderProps) {
  const id = useId();
  const [kind, setKind] = useState('registryDown');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setTried] = useState(false);
  const form = faultForms().find((each) => each.kind === kind) ?? faultForms()[0];
  if (form === undefined) return null;
  const given = Object.fromEntries(
    form.fields.map((field) => [field.name, values[field.name] ?? firstValue(field, names)]),
  );
  const problems = isTried ? faultProblems(form, given) : new Map<string, string>();
  const add = (event: Event): void => {
    event.preventDefault();
    setTried(true);
    if (faultProblems(form, given).size > 0) return;
    onFault(faultWords(kind, given));
    setTried(false);
    setValues({});
  };
  return (
    <form class="what-if-adder" onSubmit={add}>
      <label for={`${id}-kind`}>add</label>
      <select
        id={`${id}-kind`}
        aria-label="Kind of fault to add"
        value={kind}
        aria-describedby={`${id}-words`}
        onChange={(event) => {
          setKind(event.currentTarget.value);
          setTried(false);
        }}
      >
        {faultForms().map((each) => (
          <option key={each.kind} value={each.kind}>
            {each.kind}
          </option>
        ))}
      </select>
      <p class="what-if-hint" id={`${id}-words`}>
        {form.words}
      </p>
      {form.fields.map((field) => (
        <FaultFieldRow
          key={`${kind} ${field.name}`}
          id={`${id}-${field.name}`}
          field={field}
          names={names}
          value={given[field.name] ?? ''}
          problem={problems.get(field.name)}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <button type="submit">Add fault</button>
    </form>
  );
}

interface FaultFieldRowProps {
  readonly id: string;
  readonly field: FaultField;
  readonly names: NamesOfRun;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onValue: (value: string) => void;
}

function FaultFieldRow({ id, field, names, value, problem, onValue }: FaultFieldRowProps) {
  const { name, isRequired, example } = field;
  const choices = choicesOf(field, names);
  const common = {
    id,
    'aria-invalid': problem !== undefined,
    'aria-required': isRequired,
    'aria-describedby': `${id}-problem`,
  };
  return (
    <>
      <label for={id}>{name}</label>
      {choices === undefined ? (
        <input
          {...common}
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder={isRequired ? example : example === '' ? 'optional' : `optional, ${example}`}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      ) : (
        <select {...common} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {!isRequired && <option value="">{name === 'pulls' ? 'lost' : 'all'}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {visibleText(choice)}
            </option>
          ))}
        </select>
      )}
      <p class="what-if-problem" id={`${id}-problem`} role={problem === undefined ? undefined : 'alert'}>
        {problem !== undefined && (
          <>
            <span aria-hidden="true">✗</span> {problem}
          </>
        )}
      </p>
    </>
  );
}

function choicesOf(
  { kind }: FaultField,
  { nodes, registries, images }: NamesOfRun,
): readonly string[] | undefined {
  if (kind === 'node') return nodes;
  if (kind === 'registry') return registries;
  if (kind === 'image') return images;
  if (kind === 'request') return requestKinds;
  return kind === 'pulls' ? ['completed'] : undefined;
}

/** A list from which something must be chosen shows its first entry. */
function firstValue(field: FaultField, names: NamesOfRun): string {
  return field.isRequired ? (choicesOf(field, names)?.[0] ?? '') : '';
}
