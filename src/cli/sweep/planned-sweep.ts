import { sha256 } from '@noble/hashes/sha2.js';
import type { SourceText } from '../../input/documents/source-document.ts';
import type { SimulationInput } from '../../input/model.ts';
import { seedsFrom } from '../../what-if/runs/runner.ts';
import type { PointInput } from '../../what-if/sweep/sweep.ts';
import { sweepPoints } from '../../what-if/sweep/sweep-points.ts';
import { pointInputs } from '../../what-if/variants/point-input.ts';
import type { Variant } from '../../what-if/variants/variant.ts';
import type { Axis } from '../../what-if/variants/vary.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { requestOf } from '../run/request-options.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import type { WhatIfOptions } from '../what-if/what-if-options.ts';

/** What a sweep is of, and what makes its runs. */
export interface PlannedSweep {
  /** Equal for sweeps whose runs are of the same input, so that those of one may be taken for those of another. */
  readonly id: string;
  readonly axes: readonly Axis[];
  readonly seeds: readonly number[];
  readonly points: readonly Variant[];
  readonly inputOf: (point: Variant) => PointInput;
  /** The input as it is, without a change. */
  readonly base: SimulationInput;
  readonly sources: readonly SourceText[];
  readonly warnings: readonly string[];
}

/** Reads the inputs of a sweep. Throws a `CommandError` if nothing can be run. */
export async function planSweep(
  inputs: readonly string[],
  axes: readonly Axis[],
  options: Pick<WhatIfOptions, 'seeds'> & { readonly sample?: number },
  terminal: Terminal,
): Promise<PlannedSweep> {
  const request = requestOf(options);
  const sources = await readSources(inputs, terminal);
  const base = inputOrFail(sources, request);
  failWithoutPods(base);
  const from = request.seed ?? base.input.seed;
  const { seed: _, ...withoutSeed } = request;
  return {
    id: sweepId(sources, withoutSeed),
    axes,
    seeds: seedsFrom(from, options.seeds),
    points: sweepPoints(axes, options.sample, from),
    inputOf: pointInputs(sources, request),
    base: base.input,
    sources,
    warnings: base.warnings,
  };
}

function sweepId(sources: readonly SourceText[], request: object): string {
  const hash = sha256(new TextEncoder().encode(JSON.stringify([version, sources, request])));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
