import { useEffect, useState } from 'preact/hooks';

/** What has become of a question to the worker. */
export type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

const waiting = { state: 'waiting' } as const;

/** Asks whenever `inputs` change, and returns the answer to the latest question; those to earlier ones are let go by. undefined: nothing is asked. */
export function useAnswer<T>(ask: (() => Promise<T>) | undefined, inputs: readonly unknown[]): Answer<T> {
  const [answered, setAnswered] = useState<{ readonly inputs: readonly unknown[]; readonly answer: Answer<T> }>();
  useEffect(() => {
    if (ask === undefined) return;
    let isWanted = true;
    const settle = (answer: Answer<T>): void => {
      if (isWanted) setAnswered({ inputs, answer });
    };
    ask().then(
      (value) => settle({ state: 'here', value }),
      (error: unknown) => settle({ state: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, inputs);
  // An answer to another question is none.
  const isCurrent = answered?.inputs.every((input, place) => Object.is(input, inputs[place])) === true;
  return answered !== undefined && isCurrent ? answered.answer : waiting;
}
