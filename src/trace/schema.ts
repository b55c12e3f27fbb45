import { clusterRecords } from './schema-cluster.ts';
import { imageGcRecords } from './schema-image-gc.ts';
import { kubeletRecords } from './schema-kubelet.ts';
import { plegRecords, prePullRecords } from './schema-pleg.ts';
import { runRecords } from './schema-run.ts';
import { runtimeRecords } from './schema-runtime.ts';

/**
 * One strict schema for each record type, with the fields in the order in which they are written. The reader
 * checks against it, the writer takes its order of fields from it, and the types of record.ts and
 * observation.ts and the tables of docs/trace.md are made of it.
 */
export const recordSchemas = {
  header: runRecords.header,
  ...kubeletRecords,
  ...runtimeRecords,
  ...imageGcRecords,
  ...plegRecords,
  ...prePullRecords,
  ...clusterRecords,
  fault: runRecords.fault,
  node: runRecords.node,
  end: runRecords.end,
};
