import { z } from 'zod';
import { imageCatalogShape, luckShape, scenarioShape } from './scenario-shape.ts';

/** Returns the JSON Schema (draft 2020-12) of our own kinds, made from the shapes that validate them, for completion in editors. */
export function scenarioSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(z.discriminatedUnion('kind', [scenarioShape, imageCatalogShape, luckShape]), { io: 'input' });
  return { title: 'Windlass Scenario, ImageCatalog and Luck', ...schema };
}
