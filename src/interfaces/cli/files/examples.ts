import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appendAll } from '../../../rules/collections/append-all.ts';

/**
 * A folder of examples/ with its manifests. Its README.md asks a question, explains what happens, and says
 * which commands show it.
 */
export interface Example {
  /** The folder's name, `head-of-line-blocking`. */
  readonly name: string;
  readonly title: string;
  /** The question that it answers: the quotation below the title. */
  readonly question: string;
  /** What happens and why, in paragraphs. */
  readonly paragraphs: readonly string[];
  /** The commands as for a shell, without `windlass`. Paths are relative to `exampleRoot()`. */
  readonly commands: readonly string[];
}

/** Returns the folder with examples/: that of the package, installed or checked out. */
export function exampleRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Returns the examples of the package, in the order of the table in examples/README.md and then by name. */
export async function readExamples(): Promise<Example[]> {
  const folder = join(exampleRoot(), 'examples');
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const withReadme = names.filter((name) => existsSync(join(folder, name, 'README.md')));
  const index = await readFile(join(folder, 'README.md'), 'utf8');
  const place = (name: string) => (index.indexOf(`(${name}/`) + index.length) % index.length;
  const sorted = withReadme.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return Promise.all(
    sorted.map(async (name) => parseExample(name, await readFile(join(folder, name, 'README.md'), 'utf8'))),
  );
}

/**
 * Reads an example's README: its heading, its question, the paragraphs outside of code blocks, and the
 * commands of its `sh` blocks.
 */
export function parseExample(name: string, readme: string): Example {
  const commands: string[] = [];
  const prose = readme.replace(/```(\w*)\n([\s\S]*?)```/g, (_, language: string, code: string) => {
    if (language === 'sh') appendAll(commands, code.split('\n').flatMap(commandOf));
    return '';
  });
  const blocks = prose.replace(/<!--[\s\S]*?-->/g, '').split(/\n\s*\n/);
  const texts = blocks.map((block) => block.trim().replace(/\s*\n\s*/g, ' ')).filter((text) => text !== '');
  const title = texts.find((text) => text.startsWith('# '))?.slice(2) ?? name;
  const question = texts.find((text) => text.startsWith('> '))?.slice(2) ?? title;
  const paragraphs = texts.filter((text) => !/^[#>]/.test(text)).map(plainText);
  return { name, title: plainText(title), question: plainText(question), paragraphs, commands };
}

function commandOf(line: string): string[] {
  const command = /^(?:npx )?windlass (.*)$/.exec(line.trim())?.[1];
  return command === undefined ? [] : [command];
}

/** Returns the text without Markdown; links keep their text. */
function plainText(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*|`/g, '');
}

/**
 * Returns the words of a simple command line. They are separated by spaces; single or double quotes keep them
 * together.
 */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}
