import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../../../src/answers/verification/observation.ts';
import { readObservations } from '../../../src/answers/verification/read-observations.ts';
import { verifyEvents } from '../../../src/answers/verification/verify-events.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

function fileText(name: string): string {
  return readFileSync(join(import.meta.dirname, 'runs', name), 'utf8');
}

export interface Recorded {
  readonly input: SimulationInput;
  readonly observations: readonly Observation[];
  readonly arrivalsAreKnown: boolean;
}

/** A run of a real kubelet: its input, and what was seen of it. */
export function recordedRun(run: 'a' | 'c' | 'd', ...files: readonly string[]): Recorded {
  const read = readObservations(files.map((name) => ({ name, text: fileText(name) })));
  if (read.errors.length > 0) throw new Error(JSON.stringify(read.errors));
  return {
    input: inputOf(fileText(`${run}.yaml`)),
    observations: read.observations,
    arrivalsAreKnown: run !== 'a',
  };
}

export function verified({ input, observations, arrivalsAreKnown }: Recorded, runsMax = 60) {
  return verifyEvents(input, observations, {
    slackMicros: 250_000,
    isWhole: true,
    arrivalsAreKnown,
    runsMax,
  });
}
