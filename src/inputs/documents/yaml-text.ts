import { Document } from 'yaml';
import { yamlOneBoolean } from './yaml-one-boolean.ts';

/**
 * Returns a value as YAML that `parseSource` reads back as it was: texts such as `yes`, which Kubernetes
 * reads as booleans, in quotes.
 */
export function yamlText(value: unknown): string {
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    customTags: (tags) => [yamlOneBoolean, ...tags],
  });
  return document.toString({ lineWidth: 0 });
}
