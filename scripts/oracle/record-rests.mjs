// Records how long real kubelets let containers rest that crash:
// `node scripts/oracle/record-rests.mjs [--cases 200 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

const cases = drawnCases(arbitraryCase(), '200');
writeRecorded('test/rules/kubelet/pods/recorded-rests.ndjson.gz', cases, 'rests', askLaid('rests')(cases));

/** A kubelet's settings, and tries to start containers, many of them at the very end of a rest. */
function arbitraryCase() {
  const some = fc.constantFrom(
    0,
    1,
    999_999,
    1_000_000,
    3_000_000,
    9_999_999,
    10_000_000,
    20_000_000,
    39_999_999,
  );
  const much = fc.constantFrom(
    60_000_000,
    80_000_000,
    160_000_000,
    299_999_999,
    300_000_000,
    600_000_000,
    600_000_001,
  );
  const one = fc.record({
    pause: fc.oneof(some, some, some, some, much),
    sinceExit: fc.oneof(some, some, some, much),
    container: fc.constantFrom('app', 'app', 'app', 'web'),
    image: fc.constantFrom('app:1', 'app:1', 'app:1', 'app:2'),
    state: fc.constantFrom(
      'exited',
      'exited',
      'exited',
      'exited',
      'exited',
      'exited',
      'running',
      'created',
      'none',
    ),
  });
  const millis = fc.constantFrom(1_000, 1_500, 5_000, 7_250, 20_000, 60_000, 99_999, 300_000);
  return fc
    .record({
      featureGates: fc.record({
        ReduceDefaultCrashLoopBackOffDecay: fc.boolean(),
        KubeletCrashLoopBackOffMax: fc.boolean(),
      }),
      maxContainerRestartPeriodMicros: millis.map((longest) => longest * 1_000),
      drawn: fc.array(one, { minLength: 10, maxLength: 40, size: 'max' }),
    })
    .map(({ drawn, ...settings }) => {
      let atMicros = 1_000_000_000;
      const tries = drawn.map(({ pause, sinceExit, ...rest }) => {
        atMicros += pause;
        return { atMicros, finishedAtMicros: atMicros - sinceExit, ...rest };
      });
      return { ...settings, tries };
    });
}
