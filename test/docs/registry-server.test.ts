import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, manifestOf, served } from '../interfaces/registry/served.ts';
import { root } from '../tidy/sources.ts';

test('the guide of the registry server shows the answers of its Scenario', async () => {
  const guide = readFileSync(join(root, 'docs/guides/registry-server.md'), 'utf8');
  const [, scenario = ''] = /```yaml\napiVersion: .*\nkind: Scenario\n([\s\S]*?)```/.exec(guide) ?? [];
  const shown = [...guide.matchAll(/^curl -i http:\/\/127\.0\.0\.1:5000(\S+) +# (\d+)$/gm)];
  expect(shown).toHaveLength(4);
  const { url, close } = await served(scenario);
  for (const [, path = '', status] of shown)
    expect([path, String((await ask(url, path)).status)]).toEqual([path, status]);
  const { layers } = await manifestOf(url, 'web', '1');
  const second = `/v2/web/blobs/${layers[1]?.digest}`;
  const bodies = [await ask(url, second), await ask(url, second)].map(({ body }) => body.length);
  await close();
  expect(bodies).toEqual([1_000_000, 2_000_000]);
});
