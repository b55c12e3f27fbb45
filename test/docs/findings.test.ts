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

const linesOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What docs/findings.md says of scripts in one order: entries of both releases, and the words for them. */
const factsOf: Readonly<
  Record<string, { readonly entries: readonly object[]; readonly texts: readonly string[] }>
> = {
  'credentials-rotated-behind-a-pull': {
    entries: [
      { at: 60_000, call: 'c2', op: 'PullImage', type: 'runtime', password: 'old' },
      { at: 60_000, call: 'c2', type: 'result', error: 'ErrImagePull', message: '401 Unauthorized: alice' },
      { at: 75_000, call: 'c4', op: 'PullImage', type: 'runtime', password: 'new' },
    ],
    texts: ['rotated at 30 s', 'pulled at 60 s with the old password', 'at 75 s with the new one'],
  },
  'gc-between-image-volume-and-container': {
    entries: [
      { at: 1_000, call: 'volume', type: 'result', imageRef: 'sha256:dd' },
      { at: 30_000, op: 'RemoveImage', image: 'sha256:dd' },
      { at: 61_000, call: 'container', type: 'result', error: '' },
      { at: 62_000, call: 'volume-again', op: 'PullImage', type: 'runtime' },
    ],
    texts: ['is there at 1 s', 'removes it at 30 s', 'image is there at 61 s'],
  },
  'cancelled-call-keeps-its-place': {
    entries: [{ at: 60_000, call: 'c2', type: 'result', error: 'ErrImagePull', message: 'context canceled' }],
    texts: ['cancelled at 2 s, returns at 60 s'],
  },
  'cancelled-pull': {
    entries: [
      { at: 2_000, call: 'c1', type: 'runtime', op: 'PullImage', username: 'bob' },
      { at: 4_000, call: 'c2', type: 'result', error: 'ImagePullBackOff' },
    ],
    texts: ['every further credential is tried with the cancelled context'],
  },
};

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

describe.each(Object.keys(factsOf))('docs/findings.md on %s', (name) => {
  const { entries, texts } = factsOf[name] ?? { entries: [], texts: [] };
  const file = `test/proof/conformance/regressions/imagemanager-credentials/${name}.ndjson`;
  const [, ...recorded] = linesOf(file);

  it.each(['v1.37.2', 'v1.36.3'])('says what %s does', (version) => {
    const trace = recorded.find((line) => line.version === version)?.trace.trace;
    expect(trace).toEqual(expect.arrayContaining(entries.map((entry) => expect.objectContaining(entry))));
  });

  it('says it with the times of the script', () => {
    const section = sections.find((text) => text.includes(`../${file}`)) ?? '';
    for (const text of texts) expect(section.replaceAll(/\s+/g, ' ')).toContain(text);
  });
});

it('docs/findings.md says how often late goroutines bring serial pulls out of order', () => {
  const [, ...recorded] = linesOf('test/proof/orders/late/serial-pulls-overtake.ndjson');
  const text = sections.join(' ').replaceAll(/\s+/g, ' ');
  expect(recorded.map(({ version }) => version).sort()).toEqual(['v1.36.3', 'v1.37.2']);
  for (const { version, outOfOrder, orders } of recorded)
    expect(text).toContain(
      `${outOfOrder} of ${orders}${version === 'v1.37.2' ? ' orders' : ''} with ${version}`,
    );
});

it('docs/findings.md shows no script that is not recorded', () => {
  const names = recordedOrders.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(sections.flatMap(scriptsOf)));
});
