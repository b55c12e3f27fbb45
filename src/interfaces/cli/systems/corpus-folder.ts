import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { imageManagerKind } from '../../../proof/conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../../../proof/conformance/imagemanager/script.ts';
import { parseScriptOf } from '../../../proof/conformance/parse-script.ts';
import type { PlannedScript } from '../../../proof/model-testing/test-session.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Terminal } from '../terminal.ts';

/** The names of the files that this command writes and removes; others in the folder are left alone. */
const ownFile = /^kept-[0-9a-f]{12}\.ndjson$/;

/**
 * Returns the scripts that are kept in a folder, by name; none if there is no such folder. Throws a
 * `CommandError` (input) if one of the files is no script.
 */
export function keptScripts(folder: string, { cwd }: Terminal): readonly PlannedScript[] {
  return ownFiles(resolve(cwd, folder)).map((file) => {
    const path = join(folder, file);
    const parsed = parseScriptOf(imageManagerKind, readFileSync(resolve(cwd, path), 'utf8'));
    if (!parsed.ok) throw new CommandError(exitCode.input, `--corpus ${path}: ${parsed.problems.join('; ')}`);
    return { origin: { group: 'corpus' }, script: parsed.script };
  });
}

/**
 * Writes each script into a file of the folder, named by its content, and removes the files of scripts that are
 * needed no more. Throws a `CommandError` (usage) if the folder cannot be made.
 */
export function keepScripts(scripts: readonly Script[], folder: string, terminal: Terminal): void {
  const place = resolve(terminal.cwd, folder);
  makeFolder('--corpus', folder, terminal);
  const named = new Map(scripts.map((script) => namedByContent(script)));
  for (const file of ownFiles(place)) if (!named.has(file)) rmSync(join(place, file));
  for (const [file, text] of named) writeOutput(join(folder, file), text, terminal);
}

function namedByContent(script: Script): readonly [string, string] {
  const content = JSON.stringify({ ...script, name: '' });
  const name = `kept-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
  return [`${name}.ndjson`, `${JSON.stringify({ ...script, name })}\n`];
}

function ownFiles(place: string): readonly string[] {
  try {
    return readdirSync(place)
      .filter((file) => ownFile.test(file))
      .sort();
  } catch {
    return [];
  }
}
