import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { SourceText } from '../../input/documents/source-document.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

const manifestName = /\.(ya?ml|json)$/;

/**
 * Returns the texts that the arguments name, in their order: a file, `-` for stdin, a folder (its own .yaml, .yml and .json files in order
 * of name, as in `kubectl apply -f`; in certs.d the hosts.toml of each registry), or a glob. Throws a `CommandError` (input) for anything
 * that cannot be read, and for a folder or glob without a file: nothing is left out silently.
 */
export async function readSources(inputs: readonly string[], terminal: Pick<Terminal, 'stdin' | 'cwd'>): Promise<SourceText[]> {
  const sources: SourceText[] = [];
  for (const input of inputs) {
    if (input === '-') sources.push({ name: '<stdin>', text: await readAll(terminal.stdin) });
    else
      for (const file of await filesOf(input, terminal.cwd))
        sources.push({ name: visibleText(file), text: await readText(file, terminal.cwd) });
  }
  return sources;
}

async function filesOf(input: string, cwd: string): Promise<readonly string[]> {
  const found = await stat(resolve(cwd, input)).catch(() => undefined);
  if (found?.isDirectory()) {
    const names = (await readdir(resolve(cwd, input))).filter((name) => manifestName.test(name)).sort();
    if (names.length === 0) {
      const hosts = (await glob(['*/hosts.toml'], { cwd: resolve(cwd, input), onlyFiles: true })).sort();
      if (hosts.length > 0) return hosts.map((name) => join(input, name));
    }
    if (names.length === 0) throw new CommandError(exitCode.input, `${input}: no .yaml, .yml or .json file in this folder`);
    return names.map((name) => join(input, name));
  }
  if (found !== undefined || !isDynamicPattern(input)) return [input];
  const names = (await glob([input], { cwd, onlyFiles: true, expandDirectories: false })).sort();
  if (names.length === 0) throw new CommandError(exitCode.input, `${input}: no file matches`);
  return names;
}

async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new CommandError(exitCode.input, `${file}: ${code === 'ENOENT' ? 'no such file' : `cannot be read (${String(code ?? error)})`}`);
  }
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
