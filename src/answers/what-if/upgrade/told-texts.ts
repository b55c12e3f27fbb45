import type { JsonFields } from '../../../reports/json/json-text.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { PodRef } from '../../../trace/observation.ts';
import type { Readings } from '../../../trace/readings.ts';

/** A text that people see of a run, by one example of it, and how often it was told. */
type ToldText = NonNullable<JsonFields<'Upgrade'>['messages'][number]['before']>;

/** Texts of one kind, one reason and one wording. */
interface Wording {
  readonly kind: 'event' | 'status';
  readonly reason: string;
  /** The first text of each pod or container, of the first ones. */
  readonly examples: Map<string, string>;
  count: number;
}

const examplesMax = 100;

/** A text of one release with what stands in its place in the other one. */
export type ChangedText = JsonFields<'Upgrade'>['messages'][number];

/** Hears the events and the waiting states of a run, and keeps one example of each wording. */
export class ToldTextReader {
  readonly #wordings = new Map<string, Wording>();

  /**
   * The last error of the runtime by container and by pod. Which error it was may be luck, so it makes no
   * other wording.
   */
  readonly #errors = new Map<string, string>();

  readonly readings: Readings = {
    pull: ({ state, pod, container, error }) => {
      const of = `${pod.namespace}/${pod.name}`;
      // Events about an image volume are of the pod.
      if (state === 'failed' && error)
        for (const key of [of, `${of}/${container}`]) this.#errors.set(key, error);
    },
    event: ({ reason, message, pod, fieldPath }) => {
      if (pod === undefined) return;
      this.#note('event', reason, message, pod, /\{(.*)\}/.exec(fieldPath ?? '')?.[1]);
    },
    status: ({ pod, containers }) => {
      for (const { name, state, reason, message } of containers)
        if (state === 'waiting' && reason !== undefined && message !== undefined)
          this.#note('status', reason, message, pod, name);
    },
  };

  /** By wording: two texts have the same one if only names, numbers and times differ. */
  get wordings(): ReadonlyMap<string, Wording> {
    return this.#wordings;
  }

  #note(
    kind: Wording['kind'],
    reason: string,
    message: string,
    { namespace, name }: PodRef,
    container?: string,
  ): void {
    const names = container === undefined ? [name] : [name, container];
    const of = [namespace, ...names].join('/');
    const error = this.#errors.get(of);
    const own = error === undefined ? message : message.replaceAll(error, 'ERROR');
    const wording = getOrInsert(this.#wordings, `${kind} ${reason} ${wordingOf(own, names)}`, () => {
      return { kind, reason, examples: new Map(), count: 0 };
    });
    wording.count++;
    if (wording.examples.size < examplesMax && !wording.examples.has(of)) wording.examples.set(of, message);
  }
}

/**
 * Returns the message without what is different for each container and each time: texts in quotes, names,
 * durations, numbers.
 */
function wordingOf(message: string, names: readonly string[]): string {
  return message
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/(?<= )\S+?(?=[.,:;]?(?: |$))/g, (word) => (names.includes(word) ? 'NAME' : word))
    .replaceAll(/(?:\d+(?:\.\d+)?(?:h|ms|µs|ns|m|s))+\b/g, '0s')
    .replaceAll(/\d+(?:\.\d+)?/g, '0');
}

/**
 * Returns the wordings that only one of two runs has. Those of one kind and reason stand side by side, of one
 * container if there is one.
 */
export function changedTexts(before: ToldTextReader, after: ToldTextReader): readonly ChangedText[] {
  const only = (own: ToldTextReader, other: ToldTextReader) =>
    [...own.wordings].filter(([key]) => !other.wordings.has(key));
  const added = new Map(only(after, before));
  const changed = only(before, after).map(([, was]): ChangedText => {
    const twins = [...added].filter(([, is]) => is.kind === was.kind && is.reason === was.reason);
    const [key, is] = twins.find(([, twin]) => containerOfBoth(was, twin) !== undefined) ?? twins[0] ?? [];
    if (key !== undefined) added.delete(key);
    const of = is && containerOfBoth(was, is);
    return {
      kind: was.kind,
      reason: was.reason,
      before: told(was, of),
      after: is === undefined ? null : told(is, of),
    };
  });
  const more = [...added.values()].map(
    (is): ChangedText => ({ kind: is.kind, reason: is.reason, before: null, after: told(is) }),
  );
  return [...changed, ...more];
}

function containerOfBoth(one: Wording, other: Wording): string | undefined {
  return [...one.examples.keys()].find((of) => other.examples.has(of));
}

/** Returns the example of this container, otherwise the first. */
function told({ examples, count }: Wording, container?: string): ToldText {
  const [first = ''] = examples.keys();
  const of = container ?? first;
  return { message: examples.get(of) ?? '', of, count };
}
