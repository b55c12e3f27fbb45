import type { GoJson } from './parse-go-json.ts';

/**
 * Returns the error of a JSON value that does not fit a Go type: at a path below a root type, or the whole.
 * Mirrors `UnmarshalTypeError` of encoding/json (Go 1.27.3): the path has the keys as they are written there,
 * and one that ends in a number is taken for an index. In Go 1.26 it has the names of fields, of which none
 * is a number.
 */
export function cannotUnmarshal({ kind }: GoJson, path: readonly string[] | undefined, type: string): string {
  if (path === undefined) return `json: cannot unmarshal ${kind} into Go value of type ${type}`;
  const [root = '', ...keys] = path;
  const field = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('.');
  const where = /^\d+$/.test(field.slice(field.lastIndexOf('.') + 1)) ? '' : 'Go struct field ';
  return `json: cannot unmarshal ${kind} into ${where}${root}.${field} of type ${type}`;
}
