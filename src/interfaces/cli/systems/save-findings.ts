import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestReport } from '../../../proof/model-testing/test-report.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

interface SaveOptions {
  readonly folder: string;
  readonly seed: number;
  readonly terminal: Terminal;
}

/** Returns the file with the smallest script of a finding, by the finding's number from 1. */
export function findingFile(folder: string, number: number): string {
  return join(folder, `${number}.ndjson`);
}

/**
 * Writes two files for each finding and returns their paths: `1.ndjson` has the smallest script, for --replay
 * and for `windlass conform`; `1.json` has the seed, the original script, the expected trace and the actual
 * one.
 */
export async function saveFindings(
  report: TestReport,
  { folder, seed, terminal }: SaveOptions,
): Promise<readonly string[]> {
  try {
    await mkdir(resolve(terminal.cwd, folder), { recursive: true });
  } catch (error) {
    throw new CommandError(
      exitCode.usage,
      `--save ${folder}: cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const files: string[] = [];
  for (const [
    index,
    { result, script, isRepeatable, shows, expected, actual, why },
  ] of report.findings.entries()) {
    const number = index + 1;
    const details = jsonText('TestFinding', {
      system: report.system,
      kubelet: report.version,
      seed,
      origin: result.origin,
      found: result.script,
      script,
      isRepeatable,
      shows,
      why,
      expected,
      actual,
    });
    writeOutput(findingFile(folder, number), `${JSON.stringify(script)}\n`, terminal);
    writeOutput(join(folder, `${number}.json`), details, terminal);
    files.push(findingFile(folder, number), join(folder, `${number}.json`));
  }
  return files;
}
