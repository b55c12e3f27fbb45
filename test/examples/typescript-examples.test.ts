import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from '../tidy/sources.ts';

// `WINDLASS_UPDATE=1` (npm run update) rewrites what the files say that they print; the difference is for a person to read.

const folder = join(root, 'examples/typescript');
const outputPart = /(?<=\n\/\* It prints:\n)[\s\S]*(?=\*\/\n$)/;
const files = readdirSync(folder).filter((name) => outputPart.test(readFileSync(join(folder, name), 'utf8')));

test.each(files)('%s prints what it says at its end', async (name) => {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  let output = '';
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    output += `${values.join(' ')}\n`;
  });
  try {
    await import(path);
  } finally {
    log.mockRestore();
  }
  expect(output).not.toBe('');
  if (process.env.WINDLASS_UPDATE === '1') writeFileSync(path, text.replace(outputPart, output));
  else expect(outputPart.exec(text)?.[0]).toBe(output);
});

test('examples/README.md leads to every example in TypeScript', () => {
  const list = readFileSync(join(root, 'examples/README.md'), 'utf8');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => !list.includes(`(typescript/${name})`))).toEqual([]);
});
