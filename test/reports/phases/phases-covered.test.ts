import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTrace } from '../../../src/trace/read-trace.ts';
import { runInProcess } from '../../interfaces/cli/run-in-process.ts';
import { root } from '../../tidy/sources.ts';
import { uncoveredPhases } from '../../whole-node/phases-covered.ts';

const examples = readdirSync(join(root, 'examples'))
  .filter((name) => !['published', 'conformance', 'typescript', 'ci', 'after-the-fix'].includes(name))
  .filter((name) => statSync(join(root, 'examples', name)).isDirectory() || name.endsWith('.yaml'));

// What a bar says, the trace says too: every moment of "asking the registry" has a request without an answer,
// and so on.
it.each(examples)('examples/%s: each phase is borne out by work in the trace', async (name) => {
  const { stdout } = await runInProcess([
    'run',
    join(root, 'examples', name),
    '-o',
    'trace',
    '-q',
    '--nodes',
    '3',
  ]).then((run) =>
    run.code === 0 ? run : runInProcess(['run', join(root, 'examples', name), '-o', 'trace', '-q']),
  );
  const read = readTrace(stdout);
  expect(read.ok).toBe(true);
  if (read.ok) expect(uncoveredPhases(read.records)).toEqual([]);
});
