import { z } from 'zod';
import { imageCatalogShape, scenarioShape } from './scenario-shape.ts';

/** Returns the JSON Schema (draft 2020-12) of our own kinds, made from the shapes that validate them, for completion in editors. */
export function scenarioSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(z.discriminatedUnion('kind', [scenarioShape, imageCatalogShape]), { io: 'input' });
  return { title: 'Windlass Scenario and ImageCatalog', ...schema };
}
