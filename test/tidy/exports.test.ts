import { expect, test } from 'vitest';
import { importsOf } from './import-rules.ts';
import { sourcesUnder } from './sources.ts';

const machines = sourcesUnder('machines');
const index = machines.find(({ path }) => path === 'machines/index.ts');

test('windlass/machines exports every file of machines/', () => {
  const exported = importsOf(index?.text ?? '').map(({ specifier }) => specifier);
  const files = machines.map(({ path }) => path.replace('machines/', './')).filter((path) => path !== './index.ts');
  expect(exported.sort()).toEqual(files.sort());
});

test.each(['machines/index.ts', 'src/index.ts'])('%s is a list of exports, and only that', (path) => {
  const text = sourcesUnder('machines', 'src').find((source) => source.path === path)?.text ?? '';
  const statements = text
    .split(/;\n/)
    .map((statement) => statement.replace(/^\/\/.*$/gm, '').trim())
    .filter((statement) => statement !== '');
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter((statement) => !/^export (type )?(\{[^}]*\}|\*) from '[^']+'$/.test(statement.replace(/;$/, '')))).toEqual([]);
});
