import { expect, test } from 'vitest';
import { importCircles } from './circles.ts';
import { importsOf, importViolations } from './import-rules.ts';
import { sourcesUnder } from './sources.ts';

// tools/site is the configuration of VitePress, and a part of scripts/site.
const sources = sourcesUnder('machines', 'src', 'tools').filter(
  ({ path }) => !path.startsWith('tools/site/'),
);

test('imports go one way', () => {
  expect(sources.flatMap(importViolations)).toEqual([]);
});

test('no files import each other, by whatever way round', () => {
  expect(importCircles(sources)).toEqual([]);
});

test('a circle is caught, whatever leads into it', () => {
  const source = (name: string, ...targets: readonly string[]) => ({
    path: `src/${name}.ts`,
    text: targets.map((target) => `import type { A } from './${target}.ts';\n`).join(''),
  });
  const sources = [
    source('a', 'b'),
    source('b', 'c', 'd'),
    source('c', 'd'),
    source('d', 'e', 'b'),
    source('e'),
  ];
  expect(importCircles(sources)).toEqual([['src/b.ts', 'src/c.ts', 'src/d.ts']]);
  expect(importCircles(sources.filter(({ path }) => path !== 'src/d.ts'))).toEqual([]);
});

test('the scanner sees the imports that are there', () => {
  // Every folder of the pipeline meets another one: a scanner that finds nothing would pass the test above.
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter(({ text }) => importsOf(text).length > 0).length).toBeGreaterThan(sources.length / 3);
});

test.each([
  [
    'machines/bad.ts',
    "import { readInput } from '../src/inputs/read-input.ts';",
    'machines may not import src/inputs',
  ],
  ['machines/bad.ts', "import { readFileSync } from 'node:fs';", 'machines may not import node:fs'],
  ['src/rules/kubelet/bad.ts', "import { setup } from 'xstate';", 'src/rules may not import xstate'],
  [
    'src/rules/kubelet/bad.ts',
    "import { pullHosts } from '../runtime/pull-hosts.ts';",
    'src/rules may not import src/rules',
  ],
  [
    'src/rules/runtime/bad.ts',
    "import { recordSchemas } from '../../trace/schema.ts';",
    'src/rules may not import src/trace',
  ],
  [
    'src/trace/bad.ts',
    "import type { PodSpec } from '../rules/kubelet/pod.ts';",
    'src/trace may not import types of src/rules',
  ],
  [
    'src/rules/kubelet/deep/bad.ts',
    "import { run } from '../../../interfaces/cli/run.ts';",
    'src/rules may not import src/interfaces',
  ],
  [
    'src/rules/runtime/bad.ts',
    "import type { Input } from '../../inputs/limits.ts';",
    'src/rules may not import types of src/inputs',
  ],
  [
    'src/run/simulation/bad.ts',
    "import {\n  readInput,\n} from '../../inputs/read-input.ts';",
    'src/run may not import src/inputs',
  ],
  ['src/run/simulation/bad.ts', "import { z } from 'zod';", 'src/run may not import zod'],
  [
    'src/run/engine/bad.ts',
    "import { nodeMachine } from '../../../machines/world/node.ts';",
    'src/run may not import machines',
  ],
  [
    'src/reports/bad.ts',
    "export { compare } from '../answers/compare.ts';",
    'src/reports may not import src/answers',
  ],
  [
    'src/reports/bad.ts',
    "export * from '../interfaces/cli/run-cli.ts';",
    'src/reports may not import src/interfaces',
  ],
  ['src/trace/bad.ts', "const later = import('yaml');", 'src/trace may not import yaml'],
  [
    'src/index.ts',
    "export { runCli } from './interfaces/cli/run-cli.ts';",
    'src may not import src/interfaces',
  ],
  ['src/interfaces/cli/bad.ts', "import fc from 'fast-check';", 'src/interfaces may not import fast-check'],
  [
    'src/interfaces/page/bad.ts',
    "import { readFileSync } from 'node:fs';",
    'src/interfaces may not import node:fs',
  ],
  [
    'src/interfaces/page/bad.ts',
    "import { serve } from '../web/serve.ts';",
    'src/interfaces may not import src/interfaces',
  ],
  ['src/answers/bad.ts', "import { simulate } from '../index.ts';", 'src/answers may not import src'],
  ['src/reports/bad.ts', "import '@scope/package/deep';", 'src/reports may not import @scope/package'],
  ['src/trace/bad.ts', "import { a } from './a';", './a must end in .ts'],
  ['src/new/bad.ts', '', 'the folder src/new has no place in the order of imports'],
])('%s with %j is caught', (path, text, why) => {
  expect(importViolations({ path, text })).toEqual([expect.stringContaining(why)]);
});

test.each([
  ['machines/good.ts', "import { setup } from 'xstate';\nimport type { Recorder } from './recorder.ts';"],
  ['machines/good.ts', "import type { PodRef } from '../src/trace/observation.ts';"],
  ['src/rules/kubeadm/good.ts', "import { goQuote } from '../kubelet/go/quote.ts';"],
  ['src/run/simulation/good.ts', "import { xoroshiro128plus } from 'pure-rand/generator';"],
  [
    'src/reports/good.ts',
    "// import { simulate } from '../interfaces/cli/run-cli.ts';\nimport { formatDuration } from '../rules/kubelet/duration.ts';",
  ],
  [
    'src/interfaces/cli/good.ts',
    "import { simulate } from '../../run/simulation/simulate.ts';\nimport process from 'node:process';",
  ],
])('%s passes %j', (path, text) => {
  expect(importViolations({ path, text })).toEqual([]);
});
