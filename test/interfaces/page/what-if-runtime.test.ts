import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import {
  changedSettings,
  setField,
  withField,
} from '../../../src/interfaces/page/what-if/changed-settings.ts';
import { runtimeControls, runtimeValues } from '../../../src/interfaces/page/what-if/runtime-control.ts';
import { settingsToBeginWith } from '../../../src/interfaces/page/worker/loaded-run.ts';
import { simulatedInput } from '../../../src/interfaces/page/worker/made-run.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: app }] }\n';

/** What a run with these settings has in force. */
function inForce(settings: Partial<RunRequest>): Readonly<Record<string, unknown>> {
  const read = simulatedInput({
    kind: 'simulate',
    sources: [{ name: 'web.yaml', text: pod }],
    settings: { ...settings },
  });
  const header = read.ok ? simulate(read.input).records[0] : undefined;
  if (header?.type !== 'header') throw new Error(read.ok ? 'no header' : read.errors.join('\n'));
  return settingsToBeginWith(header);
}

describe('the options of a container runtime', () => {
  const names = (runtime: string) => runtimeControls(runtime).map(({ name }) => name);

  test('are those that it knows', () => {
    expect(names('containerd://1.6')).toEqual(['max_concurrent_downloads', 'snapshotter']);
    expect(names('containerd://2.4')).toEqual([
      'use_local_image_pull',
      'io.containerd.transfer.v1.local.max_concurrent_downloads',
      'max_concurrent_downloads',
      'max_concurrent_unpacks',
      'image_pull_progress_timeout',
      'snapshotter',
    ]);
  });

  test('have the runtime’s defaults, and what its configuration sets', () => {
    const defaults = {
      max_concurrent_downloads: '3',
      max_concurrent_unpacks: '1',
      image_pull_progress_timeout: '5m',
      use_local_image_pull: 'false',
    };
    expect(Object.fromEntries(runtimeValues('containerd://2.4', {}))).toMatchObject(defaults);
    const set = { maxConcurrentUnpacks: 4, imagePullProgressTimeoutMicros: 30_000_000 };
    expect(Object.fromEntries(runtimeValues('containerd://2.4', set))).toMatchObject({
      ...defaults,
      max_concurrent_unpacks: '4',
      image_pull_progress_timeout: '30s',
    });
  });

  test.each([
    ['containerd://1.6', 'max_concurrent_downloads', '6'],
    ['containerd://2.4', 'max_concurrent_downloads', '6'],
    ['containerd://2.4', 'io.containerd.transfer.v1.local.max_concurrent_downloads', '6'],
    ['containerd://2.4', 'use_local_image_pull', 'true'],
    ['containerd://2.4', 'max_concurrent_unpacks', '4'],
    ['containerd://2.4', 'image_pull_progress_timeout', '30s'],
    ['containerd://2.4', 'snapshotter', 'native'],
  ])('%s with %s=%s runs with that, and shows it', (runtime, name, value) => {
    const { runtimeOptions } = inForce({ runtime, runtimeConfig: [`${name}=${value}`] });
    expect(runtimeValues(runtime, runtimeOptions as object).get(name)).toBe(value);
  });

  test('a download limit of the CRI plugin other than 3 turns the local path on', () => {
    const { runtimeOptions } = inForce({
      runtime: 'containerd://2.4',
      runtimeConfig: ['max_concurrent_downloads=6'],
    });
    expect(runtimeValues('containerd://2.4', runtimeOptions as object).get('use_local_image_pull')).toBe(
      'true',
    );
  });

  test('are set in their place, and nothing is left of them after a reset', () => {
    const set = withField({}, 'max_concurrent_downloads', '6', 'runtimeConfig');
    expect(set.runtimeConfig).toEqual(['max_concurrent_downloads=6']);
    expect(setField(set, 'max_concurrent_downloads', 'runtimeConfig')).toBe('6');
    expect(withField(set, 'max_concurrent_downloads', undefined, 'runtimeConfig')).toEqual({});
    expect(changedSettings({}, set)).toEqual(['max_concurrent_downloads=6']);
    expect(changedSettings(set, {})).toEqual(['max_concurrent_downloads not set']);
  });
});
