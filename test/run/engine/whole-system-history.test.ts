import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../../src/proof/whole-node/whole-node-input.ts';
import { History } from '../../../src/run/engine/history.ts';
import { scheduleFaults } from '../../../src/run/simulation/apply-fault.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { createWorld } from '../../../src/run/simulation/world.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { tries } from '../../tries.ts';
import { appYaml, scenarioYaml, takes } from '../simulation/pod-yaml.ts';
import { inputOf } from '../simulation/run-yaml.ts';

// Whole systems that are taken back to a moment: docs of src/run/engine/history.ts.

/** A world with its pods, pre-pulls and faults to come, and what its actors have told. */
class Run {
  readonly kernel: Kernel;
  readonly told: string[] = [];

  constructor(input: SimulationInput, history?: History) {
    this.kernel = new Kernel({ history });
    const recorder = new TraceRecorder(
      this.kernel,
      (record) => this.told.push(JSON.stringify(record)),
      1,
      history,
    );
    const world = createWorld(input, this.kernel, recorder, { history });
    const schedule = (atMicros: number, run: () => void) => void this.kernel.schedule(atMicros, run);
    for (const spec of input.pods)
      schedule(spec.arrivesAtMicros, () =>
        world.nodes.get(spec.nodeName)?.send({ type: 'POD.ARRIVED', spec }),
      );
    for (const { name, prePulls = [] } of input.nodes)
      for (const { atMicros, ...plan } of prePulls)
        schedule(atMicros, () => world.nodes.get(name)?.send({ type: 'PRE_PULL.REQUESTED', plan }));
    scheduleFaults(input.faults, schedule, recorder, world);
  }

  /** Goes on for so many entries of the queue, or up to the end of what is compared. */
  advance(entries: number): void {
    for (let taken = 0; taken < entries && this.kernel.steps < stepsMax && this.kernel.step(); taken++);
  }
}

const stepsMax = 1_500;

const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      by: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 900 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const), by: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), by: fc.nat({ max: 40 }) }) },
);

it('goes on from any kept moment as if nothing had happened since, in random whole nodes', () => {
  let [restored, records] = [0, 0];
  fc.assert(
    fc.property(
      wholeNodeInput,
      fc.array(move, { minLength: 6, maxLength: 40, size: 'max' }),
      (sources, moves) => {
        const read = readInput(sources, {});
        if (!read.ok) return;
        const plain = new Run(read.input);
        plain.advance(stepsMax);
        const history = new History();
        const run = new Run(read.input, history);
        const kept = [{ moment: history.snapshot(), told: run.told.length, steps: run.kernel.steps }];
        for (const { kind, by } of moves) {
          if (kind === 'advance') run.advance(by);
          else if (kind === 'snapshot')
            kept.push({ moment: history.snapshot(), told: run.told.length, steps: run.kernel.steps });
          else {
            const back = kept[by % kept.length];
            if (back === undefined) continue;
            restored += 1;
            // Of another branch it may be ahead.
            run.told.splice(0, run.told.length, ...plain.told.slice(0, back.told));
            history.restore(back.moment);
            expect(run.kernel.steps).toBe(back.steps);
          }
        }
        run.advance(stepsMax);
        expect(run.told).toEqual(plain.told);
        expect(run.kernel.nowMicros).toBe(plain.kernel.nowMicros);
        records += run.told.length;
      },
    ),
    { numRuns: tries.wholeRun },
  );
  expect(restored).toBeGreaterThan(20);
  expect(records).toBeGreaterThan(1_000);
});

it('keeps what one entry of the queue changes, and not the system', () => {
  const pods = Array.from({ length: 30 }, (_, index) => appYaml(`web-${index}`, 'sim.local/a:1')).join(
    '---\n',
  );
  const history = new History();
  const run = new Run(inputOf(pods + scenarioYaml([takes('sim.local/a:1', '1s')])), history);
  run.advance(2_000);
  const ofAll = history.changes;
  expect(ofAll).toBeGreaterThan(200);
  const changes = Array.from({ length: 200 }, () => {
    history.snapshot();
    run.advance(1);
    return history.changes;
  });
  expect(Math.max(...changes)).toBeLessThan(ofAll / 2);
  expect(changes.reduce((sum, one) => sum + one) / changes.length).toBeLessThan(ofAll / 10);
});

it('the reference engine has no history, and says which one has', () => {
  const input = inputOf(appYaml('web', 'sim.local/a:1') + scenarioYaml([takes('sim.local/a:1', '1s')]));
  const history = new History();
  const kernel = new Kernel({ history });
  const recorder = new TraceRecorder(kernel, () => {}, 1, history);
  expect(() => createWorld(input, kernel, recorder, { history, engine: 'xstate' })).toThrow(
    'the engine xstate: it keeps no history: take snapshots with the engine compiled',
  );
});
