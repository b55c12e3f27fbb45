import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonDocumentSchema } from '../../../src/reports/json/json-documents.ts';
import { type JsonKind, jsonKinds, schemaName } from '../../../src/reports/json/json-kinds.ts';
import { runInProcess } from '../../interfaces/cli/run-in-process.ts';
import { root } from '../../tidy/sources.ts';
import { checkedDocument } from './checked-document.ts';

const web = 'examples/web-rollout.yaml';

// Those of commands that make many runs, of `windlass test`, and of a violated trace are checked where such
// runs are made anyway: test/interfaces/cli/commands, test/interfaces/cli/systems.
test.each<[JsonKind, string]>([
  ['RunSummary', `run ${web} -o json`],
  ['RunSummary', `run ${web} -o json --at 10s`],
  ['RunSummary', `run ${web} -o json --image-size web=80MB --kubelet-version 1.31 --runtime cri-o://1.33`],
  ['RunSummary', 'run examples/registry-rate-limit -o json'],
  ['SeedsSummary', `run ${web} -o json --seeds 3`],
  ['ImageList', `images ${web} -o json`],
  ['ImageList', 'images --catalogue coredns -o json'],
  ['ImageList', 'images --name redis:7.2 --name ghcr.io/acme/web:1.4 -o json'],
  ['AssumptionList', `assumptions ${web} -o json`],
  ['DefaultList', 'defaults -o json'],
  ['ProviderList', 'providers -o json'],
  ['KnownBugList', 'bugs -o json'],
  ['LintReport', 'lint examples/surprising-settings -o json'],
  ['PrePullList', 'prepull --image app=40MB --image other=1MB -o json'],
  ['Calibration', 'calibrate --log examples/calibrate/containerd.log -o json'],
  [
    'Calibration',
    'calibrate --metrics examples/calibrate/kubelet.prom --events examples/calibrate/events.json -o json',
  ],
  ['Explanation', `explain ${web} -o json`],
  ['FleetBlame', `explain ${web} --fleet -o json`],
  ['AfterFix', `explain ${web} --fixed-at 10s -o json`],
  ['MachineList', 'paths -o json'],
  ['MachinePaths', 'paths pullSlots -o json'],
  ['CoverageList', 'coverage imagePull pullSlots -o json'],
])('%s is what the published schema says: windlass %s', async (kind, line) => {
  const { stdout, stderr } = await runInProcess(line.split(' '));
  expect(stdout, stderr).not.toBe('');
  checkedDocument(stdout, kind);
});

test('a property that the schema does not name is refused', async () => {
  const { stdout } = await runInProcess(['defaults', '-o', 'json']);
  expect(() => checkedDocument(stdout.replace('"items"', '"more": 1, "items"'), 'DefaultList')).toThrow(
    /more/,
  );
  expect(() => checkedDocument(stdout.replace('"mark"', '"brand"'), 'DefaultList')).toThrow(/brand|mark/);
});

test('windlass schema prints every schema, and lists them', async () => {
  const { stdout: list } = await runInProcess(['schema', '--list'], { columns: 80, isTTY: true });
  const names = list.split('\n').flatMap((line) => /^[a-z-]+/.exec(line) ?? []);
  expect(names).toEqual(['scenario', ...jsonKinds.map(schemaName)]);
  expect(list.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(readdirSync(join(root, 'schemas')).sort()).toEqual(
    names.map((name) => `${name}.schema.json`).sort(),
  );
  for (const kind of jsonKinds) {
    const { stdout } = await runInProcess(['schema', schemaName(kind)]);
    expect(JSON.parse(readFileSync(join(root, `schemas/${schemaName(kind)}.schema.json`), 'utf8'))).toEqual(
      JSON.parse(stdout),
    );
    expect(JSON.parse(stdout)).toEqual(jsonDocumentSchema(kind));
  }
});
