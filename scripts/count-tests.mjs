// The closing line of .ci/run: `count-tests.mjs FAILED_STEPS REPORT…` sums vitest's JSON reports. A step that
// failed without a failed test (a report that never came, types, lint) counts as one failure, so the line is
// never better than the run.
import { existsSync, readFileSync } from 'node:fs';

const [failedSteps, ...reports] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
let missing = 0;
for (const file of reports) {
  if (!existsSync(file)) {
    missing += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
}
if (missing > 0) console.error(`${missing} of ${reports.length} test runs left no report`);
if (passed === 0 && failed === 0) console.error('no test ran');
const bad = Number(failedSteps) > 0 || missing > 0 || passed === 0;
if (bad && failed === 0) failed = Math.max(Number(failedSteps), missing, 1);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
