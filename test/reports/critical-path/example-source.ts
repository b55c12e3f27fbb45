import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tidy/sources.ts';

/** The text of an example. */
export function source(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}
