import type { knownBug } from '../json/tables.ts';
import type { Parsed } from '../trace/record.ts';

/** A defect of released kubelets. A run that meets it says so; it is never mended silently. */
export type KnownBug = Parsed<typeof knownBug>;
