import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeCases, judgeQuestions } from '../../tools/published/judge-cases.ts';
import { publishedCases, publishedQuestions } from '../../tools/published/published-cases.ts';
import { root } from '../tidy/sources.ts';
import { publishedInput } from './published-run.ts';

const judged = judgeCases(publishedCases, publishedInput);

describe('figures that others have published', () => {
  test.each(judged.map((one) => [one.published.id, one] as const))(
    '%s is met, or there is a reason',
    (_, { verdict, ratio }) => {
      expect(verdict, `ours is ${ratio.toFixed(2)} of it`).not.toBe('MISS');
    },
  );

  test('by default none is off by more than a factor of 2, whatever the reason', () => {
    const byDefault = judged.filter(({ published }) => published.conditions === 'default');
    expect(byDefault.map(({ verdict }) => verdict)).toEqual(byDefault.map(() => 'within'));
  });

  test.each(judgeQuestions(publishedQuestions, judged))('$question', ({ isRight, ours }) => {
    expect(isRight, `ours is ${ours.toFixed(2)}`).toBe(true);
  });

  test('have names of their own, and inputs that are there', () => {
    expect(new Set(publishedCases.map(({ id }) => id)).size).toBe(publishedCases.length);
    expect(readdirSync(join(root, 'examples/published'))).toEqual(
      expect.arrayContaining(publishedCases.map(({ input }) => input)),
    );
  });

  test('a figure that is off without a reason is a miss, and a text that is not there is told', () => {
    const [one] = publishedCases.filter(({ id }) => id === 'unpack-45MB');
    if (one === undefined) throw new Error('no such case');
    expect(judgeCases([{ ...one, published: 16 }], publishedInput).map(({ verdict }) => verdict)).toEqual([
      'MISS',
    ]);
    expect(() => judgeCases([{ ...one, instead: [['no such text', '']] }], publishedInput)).toThrow(
      'no such text',
    );
  });
});
