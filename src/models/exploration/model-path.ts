import type { modelPath } from '../../json/machines.ts';
import type { Parsed } from '../../trace/record.ts';

/**
 * A path through a machine: plain data that other tools can use. Events have the names that the model gives them; the model has their
 * objects.
 */
export type ModelPath = Parsed<typeof modelPath>;

export type PathStep = ModelPath['steps'][number];

/** What a step, or the start, does: its transitions, and the state that it reaches. */
export type Arrival = ModelPath['initial'];
