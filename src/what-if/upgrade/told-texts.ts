import type { JsonFields } from '../../json/json-text.ts';
import type { Readings } from '../../trace/readings.ts';

/** A text that people see of a run, by one example of it, and how often it was told. */
type ToldText = NonNullable<JsonFields<'Upgrade'>['messages'][number]['before']>;

/** Texts of one kind, one reason and one wording. */
interface Wording {
  readonly kind: 'event' | 'status';
  readonly reason: string;
  readonly example: Omit<ToldText, 'count'>;
  count: number;
}

/** A text of one release with what stands in its place in the other one. */
export type ChangedText = JsonFields<'Upgrade'>['messages'][number];

/** Hears the events and the waiting states of a run, and keeps one example of each wording. */
export class ToldTextReader {
  readonly #wordings = new Map<string, Wording>();

  readonly readings: Readings = {
    event: ({ reason, message, pod, fieldPath }) => {
      if (pod === undefined) return;
      const container = /\{(.*)\}/.exec(fieldPath ?? '')?.[1];
      this.#note('event', reason, message, `${pod.namespace}/${pod.name}${container === undefined ? '' : `/${container}`}`);
    },
    status: ({ pod, containers }) => {
      for (const { name, state, reason, message } of containers)
        if (state === 'waiting' && reason !== undefined && message !== undefined)
          this.#note('status', reason, message, `${pod.namespace}/${pod.name}/${name}`);
    },
  };

  /** By wording: two texts have the same one if only names, numbers and times differ. */
  get wordings(): ReadonlyMap<string, Wording> {
    return this.#wordings;
  }

  #note(kind: Wording['kind'], reason: string, message: string, of: string): void {
    const key = `${kind} ${reason} ${wordingOf(message, of.split('/').slice(1))}`;
    const known = this.#wordings.get(key);
    if (known === undefined) this.#wordings.set(key, { kind, reason, example: { message, of }, count: 1 });
    else known.count++;
  }
}

/** Returns the message without what is different for each container and each time. */
function wordingOf(message: string, names: readonly string[]): string {
  const plain = message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\d+(?:\.\d+)?/g, '0');
  return names.reduce((text, name) => text.replaceAll(` ${name.replaceAll(/\d+(?:\.\d+)?/g, '0')}`, ' NAME'), plain);
}

/** Returns the wordings that only one of two runs has. Those of one kind and reason stand side by side, of one container if there is one. */
export function changedTexts(before: ToldTextReader, after: ToldTextReader): readonly ChangedText[] {
  const only = (own: ToldTextReader, other: ToldTextReader) => [...own.wordings].filter(([key]) => !other.wordings.has(key));
  const added = new Map(only(after, before));
  const changed = only(before, after).map(([, was]): ChangedText => {
    const twins = [...added].filter(([, is]) => is.kind === was.kind && is.reason === was.reason);
    const [key, is] = twins.find(([, twin]) => twin.example.of === was.example.of) ?? twins[0] ?? [];
    if (key !== undefined) added.delete(key);
    return { kind: was.kind, reason: was.reason, before: told(was), after: is === undefined ? null : told(is) };
  });
  const more = [...added.values()].map((is): ChangedText => ({ kind: is.kind, reason: is.reason, before: null, after: told(is) }));
  return [...changed, ...more];
}

function told({ example, count }: Wording): ToldText {
  return { ...example, count };
}
