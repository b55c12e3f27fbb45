import { posix } from 'node:path';
import { type Source, withoutComments } from './sources.ts';

/** Folders of pure rules, and what they are made with: all that stand above may import them. */
const pureRules: readonly string[] = ['src/rules/kubelet', 'src/rules/runtime', 'src/rules/kubeadm', 'src/rules/collections'];

/**
 * What a folder may import beside itself and, above the pure rules, those. `types:` allows type-only imports.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/rules/collections': [],
  // What actors tell has the types of the trace's schemas; nothing of it is there at run time.
  'src/trace': ['zod'],
  // What commands print as JSON, as schemas: the types of other folders are made of them.
  'src/reports/json': ['zod', 'src/trace', 'src/reports', 'src/inputs'],
  'src/rules/kubelet': ['src/rules/collections', 'types:src/trace', 'types:src/reports/json'],
  'src/rules/runtime': ['src/rules/collections', 'types:src/trace'],
  'src/rules/kubeadm': ['src/rules/kubelet', 'types:src/trace'],
  machines: ['xstate', 'types:src/trace'],
  // Who runs machines; it knows none of them.
  'src/run/engine': ['xstate'],
  'src/inputs': ['yaml', 'zod', 'fastest-levenshtein', 'smol-toml', 'types:src/trace', 'types:src/reports/json'],
  // Recorded runs of a real runtime, replayed and compared.
  tools: ['zod', 'machines', 'src/run/engine', 'src/inputs', 'src/reports', 'src/run/simulation', 'src/trace'],
  // What a node's owner collects, made into figures of a Scenario.
  'src/answers/calibration': ['pure-rand', 'src/inputs', 'types:src/trace', 'types:src/reports/json'],
  // What a cluster tells of itself, made into a Scenario.
  'src/answers/cluster-import': ['yaml', 'zod', 'src/inputs', 'src/answers/calibration', 'types:src/trace', 'types:src/reports/json'],
  // What was seen of a cluster, held against runs of the model.
  'src/answers/verification': [
    'src/inputs',
    'src/answers/calibration',
    'src/run/simulation',
    'src/trace',
    'src/reports',
    'types:src/reports/json',
  ],
  'src/run/simulation': ['xstate', 'pure-rand', 'machines', 'src/run/engine', 'types:src/inputs', 'src/trace'],
  // picocolors is told whether to colour; it decides nothing here.
  // @noble/hashes: a report's content security policy names the hash of its style sheet.
  'src/reports': [
    'src/trace',
    'types:src/reports/json',
    'picocolors',
    'd3-dsv',
    '@observablehq/plot',
    '@noble/hashes',
  ],
  'src/run/invariants': ['src/trace', 'types:src/reports/json'],
  // The protocol, random scripts, and the adapter that drives the machines by a script.
  // @noble/hashes: the names of the kubelet's record files are hashes.
  'src/proof/conformance': [
    'xstate',
    'zod',
    'fast-check',
    '@noble/hashes',
    'machines',
    'src/run/engine',
    'src/run/simulation',
    'src/trace',
  ],
  // Exploration of machines: xstate/graph and @xstate/test stand behind one file.
  'src/proof/models': [
    'xstate',
    'xstate/graph',
    '@xstate/test',
    'machines',
    'src/charts/statechart',
    'types:src/trace',
    'types:src/reports/json',
  ],
  'src/proof/model-testing': [
    'xstate',
    'fast-check',
    'junit-xml',
    'machines',
    'src/charts/statechart',
    'src/proof/models',
    'src/proof/conformance',
    'src/run/simulation',
    'src/trace',
    'src/run/invariants',
  ],
  // Machines as plain data: for drawings, documents, other tools.
  'src/charts/statechart': ['xstate', 'machines'],
  // Steps of a run, told by XState's inspection, and what Stately's tools make of them.
  'src/charts/inspector': ['xstate', 'machines', 'src/trace', 'src/charts/statechart'],
  // How sure an answer is, by running it with other figures.
  'src/answers/certainty': ['src/run/engine', 'src/inputs', 'src/run/simulation', 'src/trace', 'src/reports'],
  // What will harm, found in files; the harm of each rule is run. SARIF's types only.
  'src/answers/lint': [
    'src/inputs',
    'src/reports/json',
    'src/reports',
    'src/answers/certainty',
    'types:src/run/simulation',
    'types:src/trace',
    'sarif',
  ],
  // Questions over many runs: variants, their differences, the least change that reaches a target.
  'src/answers/what-if': [
    'src/answers/lint',
    'pure-rand',
    'src/run/engine',
    'src/inputs',
    'src/run/simulation',
    'src/reports',
    'src/answers/certainty',
    'src/trace',
    'src/reports/json',
  ],
  // The browser's side: it gets no node:*, so that it runs from a file too.
  'src/page': [
    'src/answers/what-if',
    'xstate',
    'preact',
    'd3-scale',
    'd3-selection',
    'd3-zoom',
    // Made by scripts/build/chart-layouts.mjs when the page is built.
    'virtual:chart-layouts',
    'types:machines',
    'src/inputs',
    'src/run/simulation',
    'src/trace',
    'src/reports',
    'src/answers/certainty',
    'src/charts/statechart',
    'src/charts/inspector',
  ],
  // The server of the page.
  'src/web': ['src/*', 'node:*', 'open'],
  'src/cli': [
    'src/*',
    'node:*',
    'commander',
    'tinypool',
    'yaml',
    'aws4fetch',
    'bullmq',
    'ioredis',
    'types:kubernetes-models',
    'picocolors',
    'tinyglobby',
    'fastest-levenshtein',
    'prom-client',
    'zod',
    'hyparquet-writer',
    '@noble/hashes',
  ],
  // The list of exports: what a library user gets. The command line is not part of it.
  src: [
    'src/inputs',
    'src/reports/json',
    'src/answers/calibration',
    'src/run/simulation',
    'src/trace',
    'src/reports',
    'src/run/invariants',
    'src/charts/statechart',
    'src/charts/inspector',
    'src/answers/what-if',
  ],
};

/** Imports of the file that go against the table, as `file:line: what`. */
export function importViolations({ path, text }: Source): string[] {
  const folder = folderOf(path);
  const rules = allowed[folder];
  if (rules === undefined) return [`${path}:1: the folder ${folder} has no row in the table of imports`];
  return importsOf(text).flatMap(({ specifier, typeOnly, line }) => {
    const target = specifier.startsWith('.')
      ? folderOf(posix.join(posix.dirname(path), specifier))
      : packageOf(specifier);
    if (specifier.startsWith('.') && !/\.(ts|tsx|css)$/.test(specifier))
      return [`${path}:${line}: ${specifier} must end in .ts`];
    return mayImport(folder, rules, target, typeOnly)
      ? []
      : [`${path}:${line}: ${folder} may not import ${typeOnly ? 'types of ' : ''}${target}`];
  });
}

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Imports, re-exports and dynamic imports, read from the text: TypeScript 7 has no parser to call. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text);
  const statement =
    /(?:^|\n)[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;
  return [...code.matchAll(statement)].map((match) => ({
    specifier: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
    line: code.slice(0, match.index + match[0].length).split('\n').length,
  }));
}

function mayImport(folder: string, rules: readonly string[], target: string, typeOnly: boolean): boolean {
  if (target === folder) return true;
  if (target === 'src/cli' || target === 'src') return false;
  const isAbove = folder !== 'src/trace' && !pureRules.includes(folder);
  if (isAbove && pureRules.includes(target)) return true;
  return rules.some(
    (rule) =>
      rule === target ||
      (rule.endsWith('*') && target.startsWith(rule.slice(0, -1))) ||
      (typeOnly && rule === `types:${target}`),
  );
}

/** `src/rules/kubelet` for any depth below it; `src` for `src/index.ts`; `machines`. */
function folderOf(path: string): string {
  const parts = path.split('/');
  if (parts[0] !== 'src') return parts[0] ?? path;
  return parts.length > 2 ? `src/${parts[1]}` : 'src';
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  if (specifier === 'xstate/graph') return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
