import { useId, useMemo } from 'preact/hooks';
import { variantLetters } from '../../../answers/what-if/variants/named-variants.ts';
import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { namesOfRun } from '../what-if/names-of-run.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import {
  type AskDraft,
  budgetMax,
  type QuestionKind,
  questionKinds,
  releases,
  seedsMax,
} from './ask-draft.ts';
import { FieldRows } from './field-rows.tsx';
import { knownFields } from './known-fields.ts';

interface QuestionFormProps {
  readonly run: RunContents;
  readonly draft: AskDraft;
  readonly onDraft: (draft: AskDraft) => void;
}

type Options = readonly (readonly [value: string, words: string])[];

/** A control below its label: one of some options, a number up to `max`, or a text. */
interface FormLine {
  readonly label: string;
  readonly hint?: string;
  readonly max?: number;
  readonly options?: Options;
}

type Line = FormLine & { readonly field: Exclude<keyof AskDraft, 'kind' | 'variants' | 'axes'> };

/** More could not be chosen from. */
const containersMax = 500;
const figures = named(figureRows.map(({ name }) => name));
const bounds: Options = [
  ['<=', 'at most'],
  ['>=', 'at least'],
];

const seeds: Line = {
  field: 'seeds',
  label: 'Seeds',
  hint: 'runs of each, with other random draws; more take longer and make it surer',
  max: seedsMax,
};
const faultsHint =
  'that may happen, at most one, such as registryDown registry=docker.io from=0s..5m for=40s; none: empty';

/** Returns the lines that each kind of question needs beside its fields and their values. */
function linesOf(run: RunContents): Readonly<Record<QuestionKind, readonly Line[]>> {
  const { images } = namesOfRun(run);
  const containers = run.view.rows.flatMap(({ pod, container }) =>
    pod === undefined ? [] : `${pod.namespace}/${pod.name}/${container}`,
  );
  const ofPods: Options = [['', 'the one that took longest'], ...named(containers.slice(0, containersMax))];
  const causes: Options = [
    ['', 'the faults of the run'],
    ...images.map((image) => [image, `${image} cannot be pulled`] as const),
  ];
  return {
    compare: [seeds],
    sweep: [
      { field: 'figure', label: 'Figure', hint: 'what the sentences are about', options: figures },
      seeds,
    ],
    recommend: [
      { field: 'targetFigure', label: 'Figure', options: figures },
      { field: 'operator', label: 'Bound', options: bounds },
      { field: 'limit', label: 'Limit', hint: 'such as 60s, 3, 1GB' },
    ],
    container: [{ field: 'pod', label: 'Container', options: ofPods }],
    fleet: [],
    fix: [
      { field: 'broken', label: 'Cause', options: causes },
      { field: 'fixedAt', label: 'Gone at', hint: 'such as 90s or 5m' },
    ],
    worst: [
      { field: 'worstOf', label: 'Figure', hint: 'what is to be as bad as it can be', options: figures },
      { field: 'faults', label: 'Faults', hint: faultsHint },
      {
        field: 'budget',
        label: 'Runs',
        hint: 'that are made in search of it; more take longer and find worse',
        max: budgetMax,
      },
    ],
    lint: [],
    upgrade: [
      { field: 'from', label: 'From', options: named(releases) },
      { field: 'to', label: 'To', options: named(releases) },
      seeds,
    ],
  };
}

/** What a question needs, with suggestions of the run. */
export function QuestionForm({ run, draft, onDraft }: QuestionFormProps) {
  const id = useId();
  const known = useMemo(() => knownFields(run), [run]);
  const lines = useMemo(() => linesOf(run), [run]);
  const kinds = run.canChange
    ? questionKinds
    : questionKinds.filter(([kind]) => kind === 'container' || kind === 'fleet');
  const { kind, variants } = draft;
  const change = (part: Partial<AskDraft>): void => onDraft({ ...draft, ...part });
  const fields = { known, listId: `${id}-fields` };
  const axes = (legend: string) => (
    <fieldset class="ask-variant">
      <legend>{legend}</legend>
      <FieldRows
        {...fields}
        of="what is varied"
        rows={draft.axes}
        example="1..8 or 5,10,20"
        add="field"
        rowsMin={1}
        onRows={(rows) => change({ axes: rows })}
      />
    </fieldset>
  );
  return (
    <>
      <Labelled
        label="Question"
        options={kinds}
        value={kind}
        onValue={(chosen) => change({ kind: chosen as QuestionKind })}
      />
      <datalist id={fields.listId}>
        {known.map(({ field, hint }) => (
          <option key={field} value={field}>
            {hint}
          </option>
        ))}
      </datalist>
      {kind === 'compare' &&
        variants.map((rows, place) => {
          const letter = (variantLetters[place] ?? '').toUpperCase();
          return (
            <fieldset key={letter} class="ask-variant">
              <legend>
                Variant {letter}
                {rows.length === 0 && ': as it is'}
              </legend>
              <FieldRows
                {...fields}
                of={`variant ${letter}`}
                rows={rows}
                example="5"
                add="change"
                rowsMin={0}
                onRows={(to) => change({ variants: variants.with(place, to) })}
              />
              {variants.length > 2 && (
                <button
                  type="button"
                  class="ask-add"
                  onClick={() => change({ variants: variants.toSpliced(place, 1) })}
                >
                  Remove variant {letter}
                </button>
              )}
            </fieldset>
          );
        })}
      {kind === 'compare' && variants.length < variantLetters.length && (
        <button
          type="button"
          class="ask-add"
          onClick={() => change({ variants: [...variants, [{ field: '', value: '' }]] })}
        >
          + variant
        </button>
      )}
      {kind === 'sweep' && axes('What takes which values')}
      {lines[kind].map(({ field, ...line }) => (
        <Labelled
          key={field}
          {...line}
          value={draft[field]}
          onValue={(value) => onDraft({ ...draft, [field]: value })}
        />
      ))}
      {kind === 'recommend' && axes('What may change, the least change first')}
    </>
  );
}

function named(names: readonly string[]): Options {
  return names.map((name) => [name, name]);
}

interface LabelledProps extends FormLine {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Labelled({ label, hint, max, options, value, onValue }: LabelledProps) {
  const id = useId();
  const ids = { id, ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }) };
  const kind =
    max === undefined
      ? ({ type: 'text', autocomplete: 'off' } as const)
      : ({ type: 'number', min: 1, max } as const);
  return (
    <div class="ask-labelled">
      <label for={id}>{label}</label>
      {options === undefined ? (
        <input {...ids} {...kind} value={value} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <select {...ids} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {visibleText(words)}
            </option>
          ))}
        </select>
      )}
      {hint !== undefined && (
        <p class="ask-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
