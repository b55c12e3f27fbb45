import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulationInput } from '../../src/input/model.ts';
import { readSights } from '../../src/verification/read-sights.ts';
import type { Sight } from '../../src/verification/sight.ts';
import { verifyEvents } from '../../src/verification/verify-events.ts';
import { inputOf } from '../simulation/run-yaml.ts';

export const runsFolder = 'test/verification/runs';

export function fileText(name: string): string {
  return readFileSync(join(import.meta.dirname, 'runs', name), 'utf8');
}

export interface Recorded {
  readonly input: SimulationInput;
  readonly sights: readonly Sight[];
  readonly arrivalsAreKnown: boolean;
}

/** A run of a real kubelet: its input, and what was seen of it. */
export function recordedRun(run: 'a' | 'c' | 'd', ...files: readonly string[]): Recorded {
  const read = readSights(files.map((name) => ({ name, text: fileText(name) })));
  if (read.errors.length > 0) throw new Error(JSON.stringify(read.errors));
  return { input: inputOf(fileText(`${run}.yaml`)), sights: read.sights, arrivalsAreKnown: run !== 'a' };
}

export function verified({ input, sights, arrivalsAreKnown }: Recorded, runsMax = 60) {
  return verifyEvents(input, sights, { slackMicros: 250_000, isWhole: true, arrivalsAreKnown, runsMax });
}
