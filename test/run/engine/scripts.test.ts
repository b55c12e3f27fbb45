import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScript } from '../../../src/proof/conformance/parse-script.ts';
import type { NamedScript, ScriptKind } from '../../../src/proof/conformance/script-kind.ts';
import { scriptKinds } from '../../../src/proof/conformance/script-kinds.ts';
import { root } from '../../tidy/sources.ts';
import { tries } from '../../tries.ts';

// Scripts of every kind, by both engines. `WINDLASS_TEST_RUNS` has more random ones.

function traceBy(
  engine: 'xstate' | 'compiled',
  kind: ScriptKind,
  script: NamedScript,
  version: string,
): string {
  const runner = kind.runnerOf(version);
  if ('error' in runner) throw new Error(runner.error);
  try {
    return JSON.stringify(runner.run(script, undefined, engine));
  } catch (error) {
    return String(error);
  }
}

function expectOne(kind: ScriptKind, script: NamedScript, version: string): void {
  expect(traceBy('compiled', kind, script, version)).toBe(traceBy('xstate', kind, script, version));
}

it.each(scriptKinds.map((kind) => [kind.kind, kind] as const))('random scripts of %s', (_, kind) => {
  const version = kind.recorded[0] ?? '';
  fc.assert(
    fc.property(kind.random(), (script) => expectOne(kind, script, version)),
    { numRuns: tries.machine },
  );
});

const folder = join(root, 'test/proof/conformance/regressions');

it.each(readdirSync(folder))('regressions of %s', (kind) => {
  for (const file of readdirSync(join(folder, kind))) {
    const [first = '{}', ...recorded] = readFileSync(join(folder, kind, file), 'utf8')
      .trim()
      .split('\n');
    const parsed = parseScript(JSON.stringify((JSON.parse(first) as { script: unknown }).script));
    if (!parsed.ok) throw new Error(file);
    for (const line of recorded)
      expectOne(parsed.kind, parsed.script, (JSON.parse(line) as { version: string }).version);
  }
});
