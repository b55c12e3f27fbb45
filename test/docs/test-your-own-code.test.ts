import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/proof/conformance/compare-traces.ts';
import type { ConformanceTrace } from '../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { runScript } from '../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../src/proof/conformance/imagemanager/script.ts';
import { v1_36 } from '../../src/rules/kubelet/profiles/profiles.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { mutations } from '../sut/mutations.mjs';
import { root } from '../tidy/sources.ts';

const guide = join(root, 'docs/guides/test-your-own-code.md');
const text = readFileSync(guide, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'windlass-guide-'));
const updating = process.env.WINDLASS_UPDATE === '1';
const shown = /(<!-- finding -->\n```text\n)([\s\S]*?)(```\n)/;

for (const [, file = '', code = ''] of text.matchAll(/<!-- file (\S+) -->\n```\w+\n([\s\S]*?)\n```\n/g)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${code}\n`);
}

afterAll(() => rmSync(folder, { recursive: true }));

/** What both toys can do: one pull at a time, whatever the settings. */
const script: Script = {
  name: 'two pods, one image',
  kubelet: {
    serializeImagePulls: true,
    maxParallelImagePulls: null,
    registryPullQPS: 0,
    registryBurst: 0,
    imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
  },
  featureGates: { KubeletEnsureSecretPulledImages: false },
  runtime: { images: [], pulls: { 'web:latest': [{ takesMs: 1500, ref: 'sha256:web', size: 4096 }] } },
  calls: [0, 2000].map((at, index) => ({
    at,
    id: `c${index + 1}`,
    pod: { namespace: 'ns', name: 'p', uid: 'p' },
    image: 'web',
    policy: 'IfNotPresent',
  })),
};

describe('the guide to testing one’s own code', () => {
  test('shows a JavaScript system under test that speaks the protocol', () => {
    const { stdout } = spawnSync(process.execPath, [join(folder, 'my-image-manager.mjs')], {
      input: lines(script, script),
      encoding: 'utf8',
    });
    expectAgreement(stdout, 2);
  });

  test('shows the finding that windlass test makes of it', async () => {
    const args = ['test', '--sut', 'node my-image-manager.mjs', '--machine', 'pullBackOff', '--runs', '0'];
    const { code, stdout } = await runInProcess([...args, '--save', 'findings', '--junit', 'report.xml'], {
      cwd: folder,
      columns: 100,
    });
    expect(code).toBe(5);
    const finding = /^1\. [\s\S]*?replay: .*\n/m.exec(stdout)?.[0] ?? '';
    if (updating)
      writeFileSync(
        guide,
        text.replace(shown, (_, before, _old, after) => `${before}${finding}${after}`),
      );
    else expect(shown.exec(text)?.[2]).toBe(finding);
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('<testcase');
    const replayed = await runInProcess(
      ['test', '--sut', 'node my-image-manager.mjs', '--replay', 'findings/1.ndjson'],
      { cwd: folder },
    );
    expect(replayed.code).toBe(5);
    expect(replayed.stdout).toContain('DIVERGES');
  });

  test('counts the mutations of test/sut', () => {
    expect(text).toContain(`each of ${Object.keys(mutations).length} realistic bugs`);
  });

  const hasGo = /^go version go1\.(2[5-9]|[3-9]\d)/.test(
    spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '',
  );
  test.skipIf(!hasGo)(
    `shows a Go system under test that speaks the protocol${hasGo ? '' : ' (SKIPPED: Go 1.25 or newer is not here)'}`,
    () => {
      const go = join(folder, 'go');
      writeFileSync(join(go, 'go.mod'), 'module example.com/images\n\ngo 1.25\n');
      const built = spawnSync('go', ['test', '-c', '-vet=off', '-o', 'sut.test', '.'], {
        cwd: go,
        encoding: 'utf8',
      });
      expect(built.stderr).toBe('');
      const { stdout } = spawnSync(join(go, 'sut.test'), ['-test.run', 'TestSUT'], {
        input: lines(script, script),
        encoding: 'utf8',
      });
      expectAgreement(stdout, 2);
      expect(spawnSync('gofmt', ['-l', '.'], { cwd: go, encoding: 'utf8' }).stdout).toBe('');
    },
  );
});

function lines(...scripts: readonly Script[]): string {
  return scripts.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Neither toy counts metrics. */
function expectAgreement(stdout: string, count: number): void {
  const { trace, ...rest } = runScript(script, v1_36);
  const expected = { ...rest, trace: trace.filter(({ type }) => type !== 'metric') };
  const traces = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ConformanceTrace);
  expect(traces).toHaveLength(count);
  for (const actual of traces)
    expect(compareTraces(expected, actual, imageManagerKind).divergence).toBeUndefined();
}
