// Records when real Jobs make their pods: `node scripts/oracle/record-jobs.mjs [--cases 700 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

const cases = drawnCases(arbitraryJob(), '700');
writeRecorded(
  'test/run/simulation/controllers/recorded-jobs.ndjson.gz',
  cases,
  'moves',
  askLaid('jobs')(cases),
);

/** A Job, and what becomes of its pods. Many end between two looks of the controller, or at one. */
function arbitraryJob() {
  const end = fc.record({
    after: fc.oneof(
      fc.integer({ min: 300, max: 30_000 }),
      fc.integer({ min: 1, max: 20 }).map((seconds) => seconds * 1000 + 100),
    ),
    isError: fc.constantFrom(false, false, true),
    isInit: fc.constantFrom(false, false, true),
  });
  const job = fc.record({
    completions: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
    parallelism: fc.integer({ min: 1, max: 5 }),
    backoffLimit: fc.integer({ min: 0, max: 8 }),
    isIndexed: fc.boolean(),
    ends: fc.array(end, { minLength: 1, maxLength: 6 }),
  });
  return job.map((one) => ({ ...one, isIndexed: one.isIndexed && one.completions !== null }));
}
