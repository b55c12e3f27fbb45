import { expect, test } from 'vitest';
import * as machines from '../../machines/index.ts';
import { machinesOf, reducersOf } from './dialect.ts';
import { importsOf } from './import-rules.ts';
import { root, sourcesUnder } from './sources.ts';

const sources = sourcesUnder('machines');

test('windlass/machines has every statechart and every reducer, and nothing else that runs', async () => {
  const modules = await Promise.all(
    sources.map(({ path }) => import(`${root}/${path}`) as Promise<Record<string, unknown>>),
  );
  const charts = new Set(
    modules.flatMap((module) => [...machinesOf(module), ...reducersOf(module)].map(([name]) => name)),
  );
  expect(charts.size).toBeGreaterThan(20);
  expect(Object.keys(machines).sort()).toEqual([...charts].sort());
});

test('windlass/machines has the messages of every protocol', () => {
  const index = sources.find(({ path }) => path === 'machines/index.ts');
  const exported = importsOf(index?.text ?? '').map(({ specifier }) => specifier.replace('./', 'machines/'));
  const protocols = sources.map(({ path }) => path).filter((path) => path.endsWith('-protocol.ts'));
  expect(protocols.length).toBeGreaterThan(5);
  expect(protocols.filter((path) => !exported.includes(path))).toEqual([]);
});

test.each(['machines/index.ts', 'src/index.ts', 'src/testing.ts'])(
  '%s is a list of exports, and only that',
  (path) => {
    const text = sourcesUnder('machines', 'src').find((source) => source.path === path)?.text ?? '';
    const statements = text
      .replace(/^\/\*\*$[\s\S]*?^ \*\/$/m, '')
      .split(/;\n/)
      .map((statement) => statement.replace(/^\/\/.*$/gm, '').trim())
      .filter((statement) => statement !== '');
    expect(statements.length).toBeGreaterThan(5);
    expect(
      statements.filter(
        (statement) => !/^export (type )?(\{[^}]*\}|\*) from '[^']+'$/.test(statement.replace(/;$/, '')),
      ),
    ).toEqual([]);
  },
);
