import { useEffect, useState } from 'preact/hooks';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { RunClient } from '../worker/run-client.ts';

/** The most sentences that are kept; the oldest are dropped first. */
const sentencesMax = 500;
const known = new WeakMap<RunClient, Map<string, string>>();

/**
 * Returns the sentence of a bar once the pointer has rested on it; undefined until then. Answers are kept,
 * and late ones are ignored.
 */
export function useWhy(
  client: RunClient,
  run: number,
  row: number | undefined,
  bar: number | undefined,
  restMs: number,
): string | undefined {
  const key = row === undefined || bar === undefined ? undefined : `${run} ${row} ${bar}`;
  const [, setAnswered] = useState('');
  const sentences = getOrInsert(known, client, () => new Map());
  useEffect(() => {
    if (key === undefined || row === undefined || bar === undefined || sentences.has(key)) return;
    let isWanted = true;
    const rest = setTimeout(() => {
      client.why(run, row, bar).then(
        (sentence) => {
          keep(sentences, key, sentence);
          if (isWanted) setAnswered(key);
        },
        () => undefined,
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(rest);
    };
  }, [client, key, restMs]);
  return key === undefined ? undefined : sentences.get(key);
}

function keep(sentences: Map<string, string>, key: string, sentence: string): void {
  sentences.set(key, sentence);
  for (const oldest of sentences.keys()) {
    if (sentences.size <= sentencesMax) break;
    sentences.delete(oldest);
  }
}
