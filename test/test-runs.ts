/**
 * How often a property is tried: enough, since mutants are judged with 30 (scripts/mutation/judge-mutants.mjs). `npm run fuzz` and
 * `npm run fuzz:scenarios` ask for more.
 */
export const testRuns = Number(process.env.WINDLASS_TEST_RUNS ?? 50);
