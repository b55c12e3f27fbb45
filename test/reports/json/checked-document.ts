import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { type JsonKind, schemaName } from '../../../src/reports/json/json-kinds.ts';
import { root } from '../../tidy/sources.ts';

/**
 * Returns the document in a text, after a check: `apiVersion` and `kind` come first, and the published schema
 * of the kind takes it.
 */
export function checkedDocument(text: string, kind: JsonKind): Readonly<Record<string, unknown>> {
  const document: unknown = JSON.parse(text);
  expect(Object.entries(document ?? {}).slice(0, 2)).toEqual([
    ['apiVersion', 'windlass.dev/v1alpha1'],
    ['kind', kind],
  ]);
  return z.record(z.string(), z.unknown()).parse(publishedSchema(kind).parse(document));
}

function publishedSchema(kind: JsonKind): z.ZodType {
  return z.fromJSONSchema(
    JSON.parse(readFileSync(join(root, `schemas/${schemaName(kind)}.schema.json`), 'utf8')),
  );
}
