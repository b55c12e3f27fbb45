import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedOrders } from '../proof/orders/recorded-orders.ts';
import { root } from '../tidy/sources.ts';

const sections = readFileSync(join(root, 'docs/findings.md'), 'utf8').split(/^## /m).slice(1);
const scriptsOf = (section: string) =>
  [...section.matchAll(/\.\.\/test\/proof\/orders\/recorded\/([\w-]+)\.ndjson/g)].map(
    ([, name = '']) => name,
  );

describe.each(recordedOrders)('docs/findings.md on $name', ({ name, recorded }) => {
  const section = sections.find((text) => scriptsOf(text).includes(name)) ?? '';

  it('says in how many orders each release came to it', () => {
    const seen = [...section.matchAll(/(v1\.\d+\.\d+) in (\d+) of (\d+)/g)].map(([, ...figures]) => figures);
    const sum = (counts: readonly { readonly orders: number }[]) =>
      counts.reduce((total, { orders }) => total + orders, 0);
    const figures = recorded.map(({ version, odd, inTurn, orders }) => [
      version,
      `${sum(odd)}`,
      `${orders - sum(inTurn)}`,
    ]);
    expect(seen.sort()).toEqual(figures.sort());
  });

  it('names the error that only other orders have', () => {
    const errors = (counts: readonly { readonly outcome: readonly object[] }[]) =>
      counts.flatMap(({ outcome }) =>
        outcome.flatMap((entry) => ('error' in entry ? [String(entry.error)] : [])),
      );
    for (const { odd, inTurn } of recorded) {
      const news = errors(odd).filter((error) => !errors(inTurn).includes(error));
      expect(news.filter((error) => section.includes(`\`${error}\``))).not.toEqual([]);
    }
  });
});

it('docs/findings.md shows no script that is not recorded', () => {
  const names = recordedOrders.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(sections.flatMap(scriptsOf)));
});
