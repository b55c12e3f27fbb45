import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { figureRows } from '../../report/comparison/figure-rows.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { variantLetters } from '../../what-if/variants/named-variants.ts';
import { namesOfRun } from '../what-if/names-of-run.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { type AskDraft, budgetMax, type QuestionKind, questionKinds, releases, seedsMax } from './ask-draft.ts';
import { FieldRows } from './field-rows.tsx';
import { knownFields } from './known-fields.ts';

interface QuestionFormProps {
  readonly run: RunContents;
  readonly draft: AskDraft;
  readonly onDraft: (draft: AskDraft) => void;
}

/** More could not be chosen from. */
const containersMax = 500;
const figureNames = figureRows.map(({ name }) => name);

/** What a question needs, with suggestions of the run. */
export function QuestionForm({ run, draft, onDraft }: QuestionFormProps) {
  const id = useId();
  const known = useMemo(() => knownFields(run), [run]);
  const names = useMemo(() => namesOfRun(run), [run]);
  const containers = useMemo(
    () => run.view.rows.flatMap(({ pod, container }) => (pod === undefined ? [] : [`${pod.namespace}/${pod.name}/${container}`])),
    [run],
  );
  const kinds = run.canChange ? questionKinds : questionKinds.filter(([kind]) => kind === 'container' || kind === 'fleet');
  const { kind } = draft;
  const change = (part: Partial<AskDraft>): void => onDraft({ ...draft, ...part });
  const axes = (add: string) => (
    <FieldRows
      of="what is varied"
      rows={draft.axes}
      known={known}
      listId={`${id}-fields`}
      example="1..8 or 5,10,20"
      add={add}
      rowsMin={1}
      onRows={(rows) => change({ axes: rows })}
    />
  );
  const seeds = (
    <Labelled label="Seeds" hint="runs of each, with other random draws; more take longer and make it surer">
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={1}
          max={seedsMax}
          value={draft.seeds}
          onInput={(event) => change({ seeds: event.currentTarget.value })}
        />
      )}
    </Labelled>
  );
  return (
    <>
      <Labelled label="Question">
        {(ids) => <Choice ids={ids} value={kind} options={kinds} onChoice={(chosen) => change({ kind: chosen as QuestionKind })} />}
      </Labelled>
      <datalist id={`${id}-fields`}>
        {known.map(({ field, hint }) => (
          <option key={field} value={field}>
            {hint}
          </option>
        ))}
      </datalist>
      {kind === 'compare' && (
        <>
          {draft.variants.map((rows, place) => {
            const letter = (variantLetters[place] ?? '').toUpperCase();
            return (
              <fieldset key={letter} class="ask-variant">
                <legend>
                  Variant {letter}
                  {rows.length === 0 && ': as it is'}
                </legend>
                <FieldRows
                  of={`variant ${letter}`}
                  rows={rows}
                  known={known}
                  listId={`${id}-fields`}
                  example="5"
                  add="change"
                  rowsMin={0}
                  onRows={(to) => change({ variants: draft.variants.map((other, index) => (index === place ? to : other)) })}
                />
                {draft.variants.length > 2 && (
                  <button
                    type="button"
                    class="ask-add"
                    onClick={() => change({ variants: draft.variants.filter((_, index) => index !== place) })}
                  >
                    Remove variant {letter}
                  </button>
                )}
              </fieldset>
            );
          })}
          {draft.variants.length < variantLetters.length && (
            <button type="button" class="ask-add" onClick={() => change({ variants: [...draft.variants, [{ field: '', value: '' }]] })}>
              + variant
            </button>
          )}
          {seeds}
        </>
      )}
      {kind === 'sweep' && (
        <>
          <fieldset class="ask-variant">
            <legend>What takes which values</legend>
            {axes('field')}
          </fieldset>
          <Labelled label="Figure" hint="what the sentences are about">
            {(ids) => <Choice ids={ids} value={draft.figure} options={figureNames.map(same)} onChoice={(figure) => change({ figure })} />}
          </Labelled>
          {seeds}
        </>
      )}
      {kind === 'recommend' && (
        <>
          <Labelled label="Figure">
            {(ids) => (
              <Choice
                ids={ids}
                value={draft.target.figure}
                options={figureNames.map(same)}
                onChoice={(figure) => change({ target: { ...draft.target, figure } })}
              />
            )}
          </Labelled>
          <Labelled label="Bound">
            {(ids) => (
              <Choice
                ids={ids}
                value={draft.target.operator}
                options={[
                  ['<=', 'at most'],
                  ['>=', 'at least'],
                ]}
                onChoice={(operator) => change({ target: { ...draft.target, operator: operator as '<=' | '>=' } })}
              />
            )}
          </Labelled>
          <Labelled label="Limit" hint="such as 60s, 3, 1GB">
            {(ids) => (
              <input
                {...ids}
                type="text"
                autocomplete="off"
                value={draft.target.limit}
                onInput={(event) => change({ target: { ...draft.target, limit: event.currentTarget.value } })}
              />
            )}
          </Labelled>
          <fieldset class="ask-variant">
            <legend>What may change, the least change first</legend>
            {axes('field')}
          </fieldset>
        </>
      )}
      {kind === 'container' && (
        <Labelled label="Container">
          {(ids) => (
            <Choice
              ids={ids}
              value={draft.pod}
              options={[['', 'the one that took longest'], ...containers.slice(0, containersMax).map(same)]}
              onChoice={(pod) => change({ pod })}
            />
          )}
        </Labelled>
      )}
      {kind === 'fix' && (
        <>
          <Labelled label="Cause">
            {(ids) => (
              <Choice
                ids={ids}
                value={draft.broken}
                options={[['', 'the faults of the run'], ...names.images.map((image) => [image, `${image} cannot be pulled`] as const)]}
                onChoice={(broken) => change({ broken })}
              />
            )}
          </Labelled>
          <Labelled label="Gone at" hint="such as 90s or 5m">
            {(ids) => (
              <input
                {...ids}
                type="text"
                autocomplete="off"
                value={draft.fixedAt}
                onInput={(event) => change({ fixedAt: event.currentTarget.value })}
              />
            )}
          </Labelled>
        </>
      )}
      {kind === 'worst' && (
        <>
          <Labelled label="Figure" hint="what is to be as bad as it can be">
            {(ids) => (
              <Choice ids={ids} value={draft.worstOf} options={figureNames.map(same)} onChoice={(worstOf) => change({ worstOf })} />
            )}
          </Labelled>
          <Labelled
            label="Faults"
            hint="that may happen, at most one, such as registryDown registry=docker.io from=0s..5m for=40s; none: empty"
          >
            {(ids) => (
              <input
                {...ids}
                type="text"
                autocomplete="off"
                value={draft.faults}
                onInput={(event) => change({ faults: event.currentTarget.value })}
              />
            )}
          </Labelled>
          <Labelled label="Runs" hint="that are made in search of it; more take longer and find worse">
            {(ids) => (
              <input
                {...ids}
                type="number"
                min={1}
                max={budgetMax}
                value={draft.budget}
                onInput={(event) => change({ budget: event.currentTarget.value })}
              />
            )}
          </Labelled>
        </>
      )}
      {kind === 'upgrade' && (
        <>
          <Labelled label="From">
            {(ids) => <Choice ids={ids} value={draft.from} options={releases.map(same)} onChoice={(from) => change({ from })} />}
          </Labelled>
          <Labelled label="To">
            {(ids) => <Choice ids={ids} value={draft.to} options={releases.map(same)} onChoice={(to) => change({ to })} />}
          </Labelled>
          {seeds}
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly ids: object;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoice: (value: string) => void;
}

function Choice({ ids, value, options, onChoice }: ChoiceProps) {
  return (
    <select {...ids} value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {visibleText(words)}
        </option>
      ))}
    </select>
  );
}

function same(name: string): readonly [string, string] {
  return [name, name];
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string;
  /** Returns the control; it takes the ids of its label and its hint. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren;
}

/** A control below its label, with a hint. */
function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  return (
    <div class="ask-labelled">
      <label for={id}>{label}</label>
      {children({ id, ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }) })}
      {hint !== undefined && (
        <p class="ask-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
