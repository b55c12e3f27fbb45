import { ownApiVersion } from '../../inputs/scenario/scenario-shape.ts';
import type { Parsed } from '../../trace/record.ts';
import type { jsonDocuments } from './json-documents.ts';
import type { JsonKind } from './json-kinds.ts';

/** The fields of a document, without `apiVersion` and `kind`. */
export type JsonFields<Kind extends JsonKind> = Parsed<(typeof jsonDocuments)[Kind]>;

/**
 * Returns a document that a command prints as JSON: `apiVersion`, `kind`, the fields; indented, ending in a
 * line feed.
 */
export function jsonText<Kind extends JsonKind>(kind: Kind, fields: JsonFields<Kind>): string {
  return `${JSON.stringify({ apiVersion: ownApiVersion, kind, ...fields }, undefined, 2)}\n`;
}
