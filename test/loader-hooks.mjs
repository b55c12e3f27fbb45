// How node resolves and loads TypeScript in tests; later versions than 20 could do without `load`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** What the snippets of README.md and docs/ import: the sources, as the package exports them. */
const exported = new Map([
  ['windlass', '../src/index.ts'],
  ['windlass/machines', '../machines/index.ts'],
  ['windlass/testing', '../src/testing.ts'],
]);

const ofFile = (path) => new URL(path, import.meta.url).href;
/** Vitest asks for what packages have for development; a user's Node does not, and XState's is slower. */
const isOfUsers = (condition) => condition !== 'development';

export function resolve(specifier, context, nextResolve) {
  const source = exported.get(specifier);
  if (source !== undefined) return { url: ofFile(source), format: 'module', shortCircuit: true };
  // Vitest asks for a test file by its name, a question mark and the time, so that it runs anew; it has
  // escaped the question mark.
  if (!/\.ts(%3Fvitest=\d+)?$/.test(specifier))
    return nextResolve(specifier, { ...context, conditions: context.conditions.filter(isOfUsers) });
  return {
    url: new URL(specifier.replace('%3F', '?'), context.parentURL).href,
    format: 'module',
    shortCircuit: true,
  };
}

export function load(url, context, nextLoad) {
  if (!/\.ts(\?|$)/.test(url)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, map, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    target: 'es2023',
    sourcemap: true,
    tsconfig: false,
  });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('\n')}`);
  const mapText = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    format: 'module',
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${mapText}`,
    shortCircuit: true,
  };
}
