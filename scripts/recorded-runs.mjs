// The recorded runs of a real containerd in test/validation/runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = 'test/validation/runs';

/** All of them, in order of files, read by `readRecordedRuns` of tools/validation. */
export function recordedRuns(readRecordedRuns) {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ndjson'));
  return files
    .sort()
    .flatMap((name) => readRecordedRuns(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')));
}
