import { join } from 'node:path';
import type { TestReport } from '../../../proof/model-testing/test-report.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { makeFolder } from '../files/make-folder.ts';
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
export function saveFindings(report: TestReport, { folder, seed, terminal }: SaveOptions): readonly string[] {
  makeFolder('--save', folder, terminal);
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
