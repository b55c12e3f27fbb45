import type { z } from 'zod';
import type { TraceRecord } from './record.ts';
import { imageGcRecords } from './schema-image-gc.ts';
import { kubeletRecords } from './schema-kubelet.ts';
import { plegRecords } from './schema-pleg.ts';
import { prePullRecords } from './schema-pre-pull.ts';
import { runRecords } from './schema-run.ts';
import { runtimeRecords } from './schema-runtime.ts';

/**
 * One strict schema per record type, fields in the order in which they are written. The reader checks against it, the
 * writer takes its order of fields from it, and docs/trace.md its tables.
 */
export const recordSchemas = {
  header: runRecords.header,
  ...kubeletRecords,
  ...runtimeRecords,
  ...imageGcRecords,
  ...plegRecords,
  ...prePullRecords,
  fault: runRecords.fault,
  node: runRecords.node,
  end: runRecords.end,
};

type Parsed = z.infer<(typeof recordSchemas)[keyof typeof recordSchemas]>;

/** Compiles only while schema and types say the same. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const schemaAgreesWithTypes: Same<DeepReadonly<Parsed>, TraceRecord> = true;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
