/**
 * How often a property is tried: as often as where mutants are judged, so the mutation score is that of these runs. `npm run fuzz` and
 * `npm run fuzz:scenarios` ask for more.
 */
export const testRuns = Number(process.env.WINDLASS_TEST_RUNS ?? 30);
