import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { splitWords } from '../../src/interfaces/cli/files/examples.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { type Snippet, snippetsOf, withOutputs } from './snippets.ts';

const documents = ['README.md', ...markdownUnder('docs'), ...markdownUnder('examples')];
// In the tree, so that a module's imports are found as they would be in a project.
const scratch = mkdtempSync(join(root, '.docs-'));
const updating = process.env.WINDLASS_UPDATE === '1';

afterAll(() => rmSync(scratch, { recursive: true }));

test('README.md and docs/ hold snippets that run', () => {
  const snippets = documents.flatMap((file) => snippetsOf(root, file));
  expect(snippets.filter(({ language }) => language === 'sh').length).toBeGreaterThan(3);
  expect(snippets.filter(({ language }) => language === 'ts').length).toBeGreaterThan(0);
});

describe.each(documents.filter((file) => snippetsOf(root, file).length > 0))('%s', (file) => {
  const snippets = snippetsOf(root, file);
  const outputs: (string | undefined)[] = [];

  test.each(snippets.map((snippet, index) => [`line ${snippet.line}`, snippet, index] as const))(
    '%s',
    async (_, snippet, index) => {
      const output = snippet.language === 'sh' ? await runShell(snippet) : await runModule(snippet);
      outputs[index] = output;
      if (!updating && snippet.output !== undefined) expect(output).toBe(snippet.output);
    },
  );

  if (updating) {
    test('is rewritten', () => {
      writeFileSync(join(root, file), withOutputs(readFileSync(join(root, file), 'utf8'), outputs));
    });
  }
});

test('an output that differs is seen, and an update mends it', () => {
  const text = '<!-- run -->\n```sh\nwindlass --version\n```\n\n```text\n9.9.9\n```\nEnd.\n';
  writeFileSync(join(scratch, 'sample.md'), text);
  expect(snippetsOf(scratch, 'sample.md')).toEqual([
    { file: 'sample.md', line: 2, language: 'sh', code: 'windlass --version', output: '9.9.9\n' },
  ]);
  expect(withOutputs(text, ['0.1.0\n'])).toBe(text.replace('9.9.9', '0.1.0'));
});

/**
 * Each `windlass …` line of the block, through the command line in this process; understands `2>&1` and
 * `| head -N`, and `# exits with 4`.
 */
async function runShell({ code }: Snippet): Promise<string> {
  let shown = '';
  for (const line of code.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, command, both, head, expected = '0'] =
      /^(?:npx )?windlass (.*?)( 2>&1)?(?: \| head -(\d+))?(?: # exits with (\d+))?$/.exec(line) ?? [];
    if (command === undefined) throw new Error(`a line that this test cannot run: ${line}`);
    const { code: exit, stdout, all, stderr } = await runInProcess(splitWords(command));
    expect(exit, stderr).toBe(Number(expected));
    const output = both === undefined ? stdout : all;
    shown += head === undefined ? output : firstLines(output, Number(head));
  }
  return shown;
}

async function runModule({ file, line, code }: Snippet): Promise<string> {
  // A name of its own: a module that was imported before would not run again.
  const path = join(scratch, `${file.replace(/\W/g, '-')}-${line}.ts`);
  writeFileSync(path, code);
  let shown = '';
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    shown += `${values.join(' ')}\n`;
  });
  try {
    await import(path);
  } finally {
    log.mockRestore();
  }
  return shown;
}

function firstLines(text: string, count: number): string {
  return text.split('\n').slice(0, count).join('\n').replace(/\n?$/, '\n');
}

function markdownUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}
