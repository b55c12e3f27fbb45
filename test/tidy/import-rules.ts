import { posix } from 'node:path';
import { type Source, withoutComments } from './sources.ts';

/** The folders in the order of the data's way: each imports from those before it, and from itself. */
const order: readonly string[] = [
  'src/trace',
  'src/rules',
  'machines',
  'src/run',
  'src/charts',
  'src/inputs',
  'src/reports',
  'src/answers',
  'src/proof',
  'tools',
  'src/interfaces',
];

/** Folders of which only the types are imported by these: nothing of them is there at run time. */
const typesOnly: Readonly<Record<string, readonly string[]>> = {
  'src/rules': ['src/trace'],
  machines: ['src/trace'],
};

/** Folders that know less than the order allows: all that they import, beside themselves. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  'src/rules/values': [],
  'src/rules/collections': ['src/rules/values'],
  'src/rules/kubelet': ['src/rules/collections', 'src/rules/values', 'src/trace'],
  'src/rules/runtime': ['src/rules/collections', 'src/rules/values', 'src/trace'],
  'src/rules/kubeadm': ['src/rules/collections', 'src/rules/values', 'src/rules/kubelet', 'src/trace'],
  // Who runs machines knows none of them.
  'src/run/engine': [],
  'src/run/invariants': ['src/trace', 'src/rules'],
};

/** The packages that a folder imports. The page gets no node:*, so that it runs from a file too. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/trace': ['zod'],
  'src/rules': [],
  machines: ['xstate'],
  'src/run': ['xstate', 'pure-rand'],
  'src/charts': ['xstate'],
  'src/inputs': ['yaml', 'zod', 'fastest-levenshtein', 'smol-toml'],
  // picocolors is told whether to colour; @noble/hashes names the hash of a report's style sheet in its security policy.
  'src/reports': ['zod', 'picocolors', 'd3-dsv', '@observablehq/plot', '@noble/hashes'],
  'src/answers': ['pure-rand', 'yaml', 'zod', 'sarif'],
  // xstate/graph and @xstate/test stand behind one file. The names of the kubelet's record files are hashes.
  'src/proof': [
    'xstate',
    'xstate/graph',
    '@xstate/test',
    'yaml',
    'zod',
    'fast-check',
    'junit-xml',
    '@noble/hashes',
  ],
  tools: ['zod'],
  // virtual:chart-layouts is made by scripts/build/chart-layouts.mjs when the page is built, and the build knows which
  // of schemas/ is virtual:scenario-schema.
  'src/interfaces/page': [
    'xstate',
    'preact',
    'd3-scale',
    'd3-selection',
    'd3-zoom',
    '@codemirror/*',
    '@lezer/highlight',
    'virtual:chart-layouts',
    'virtual:scenario-schema',
  ],
  'src/interfaces': [
    'node:*',
    'open',
    'commander',
    'tinypool',
    'yaml',
    'aws4fetch',
    'bullmq',
    '@grpc/grpc-js',
    '@grpc/proto-loader',
    'ioredis',
    'kubernetes-models',
    'picocolors',
    'tinyglobby',
    'fastest-levenshtein',
    'prom-client',
    'zod',
    'hyparquet-writer',
    '@noble/hashes',
  ],
  src: [],
};

/** The page runs in a browser, and the library is no command: neither imports these. */
const commandLine = /^src\/interfaces\/(cli|web|queue|indexed-job|registry)\//;

/** Imports of the file that go against the order, as `file:line: what`. */
export function importViolations({ path, text }: Source): string[] {
  const folder = topFolder(path);
  if (folder !== 'src' && !order.includes(folder))
    return [`${path}:1: the folder ${folder} has no place in the order of imports`];
  return importsOf(text).flatMap(({ specifier, typeOnly, line }) => {
    const isOurs = specifier.startsWith('.');
    if (isOurs && !/\.(ts|tsx|css)$/.test(specifier))
      return [`${path}:${line}: ${specifier} must end in .ts`];
    const target = isOurs ? posix.join(posix.dirname(path), specifier) : packageName(specifier);
    const isAllowed = isOurs ? mayImportFile(path, target, typeOnly) : mayImportPackage(path, target);
    return isAllowed
      ? []
      : [
          `${path}:${line}: ${folder} may not import ${typeOnly ? 'types of ' : ''}${isOurs ? topFolder(target) : target}`,
        ];
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

function mayImportFile(path: string, target: string, typeOnly: boolean): boolean {
  const [folder, other] = [topFolder(path), topFolder(target)];
  // The list of exports: what a user of the library gets. Nothing imports it.
  if (other === 'src') return false;
  if ((folder === 'src' || path.startsWith('src/interfaces/page/')) && commandLine.test(target)) return false;
  if (folder === 'src') return true;
  if (typesOnly[folder]?.includes(other) === true && !typeOnly) return false;
  const part = Object.keys(narrower).find((one) => path.startsWith(`${one}/`));
  if (part !== undefined)
    return [part, ...(narrower[part] ?? [])].some((allowed) => target.startsWith(`${allowed}/`));
  return order.indexOf(other) <= order.indexOf(folder);
}

function mayImportPackage(path: string, name: string): boolean {
  const rows = path.startsWith('src/interfaces/page/') ? 'src/interfaces/page' : topFolder(path);
  return (packages[rows] ?? []).some(
    (allowed) => allowed === name || (allowed.endsWith('*') && name.startsWith(allowed.slice(0, -1))),
  );
}

/** `src/rules` for any depth below it; `src` for `src/index.ts`; `machines`. */
function topFolder(path: string): string {
  const parts = path.split('/');
  if (parts[0] !== 'src') return parts[0] ?? path;
  return parts.length > 2 ? `src/${parts[1]}` : 'src';
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:') || specifier === 'xstate/graph') return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
