import { describe, expect, test } from 'vitest';
import { credentialsKind } from '../../../src/conformance/credentials/credentials-kind.ts';
import { recordedTraces, scriptsOf } from '../conformance-data.ts';

// Recorded from the code of v1.36.3 itself, run in virtual time: pkg/kubelet/images, pullmanager, kuberuntime and
// pkg/credentialprovider; PROTOCOL.md, kind `imagemanager-credentials`.
const scripts = scriptsOf(credentialsKind);

describe.each(credentialsKind.recorded)('%s does as recorded', (version) => {
  const recorded = recordedTraces(credentialsKind, version) ?? [];
  const runner = credentialsKind.runnerOf(version);
  if ('error' in runner) throw new Error(runner.error);

  test('there is a trace for each script', () => {
    expect(recorded.map(({ script }) => script)).toEqual(scripts.map(({ name }) => name));
    expect(scripts.flatMap((script) => credentialsKind.problemsOf(script))).toEqual([]);
  });

  test.each(scripts.map((script, index) => [script.name, script, index] as const))('%s', (_, script, index) => {
    expect(JSON.parse(JSON.stringify(runner.run(script)))).toEqual(recorded[index]);
  });
});
