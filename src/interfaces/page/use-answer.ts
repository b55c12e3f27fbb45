import { useEffect, useState } from 'preact/hooks';

/** The state of a question to the worker. */
export type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

const waiting = { state: 'waiting' } as const;

/**
 * Asks whenever `inputs` change and have stayed the same for `restMs`, and returns the answer to the latest
 * question. Answers to earlier questions are ignored. undefined means that nothing is asked.
 */
export function useAnswer<T>(
  ask: (() => Promise<T>) | undefined,
  inputs: readonly unknown[],
  restMs = 0,
): Answer<T> {
  const [answered, setAnswered] = useState<{
    readonly inputs: readonly unknown[];
    readonly answer: Answer<T>;
  }>();
  useEffect(() => {
    if (ask === undefined) return;
    let isWanted = true;
    const settle = (answer: Answer<T>): void => {
      if (isWanted) setAnswered({ inputs, answer });
    };
    const askNow = (): void =>
      void ask().then(
        (value) => settle({ state: 'here', value }),
        (error: unknown) =>
          settle({ state: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    const rest = restMs === 0 ? undefined : setTimeout(askNow, restMs);
    if (rest === undefined) askNow();
    return () => {
      isWanted = false;
      clearTimeout(rest);
    };
  }, inputs);
  // An answer to another question does not count.
  const isCurrent = answered?.inputs.every((input, place) => Object.is(input, inputs[place])) === true;
  return answered !== undefined && isCurrent ? answered.answer : waiting;
}
