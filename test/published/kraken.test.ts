import { expect, test } from 'vitest';
import { downloadedBy } from '../../tools/published/readings.ts';
import { publishedInput, traceOf } from './published-run.ts';

const input = publishedInput('kraken.yaml');

test('a registry that sends no more than the five origins takes as long as it takes to send it all', async () => {
  const nodes = 26;
  const alone = input
    .replace('count: 2600', `count: ${nodes}`)
    .replace('horizon: 15s', 'horizon: 2m')
    .replace(/^peers: .*$/m, 'registries: { kraken.example: { egress: 1500MB/s, perClient: 300MB/s } }');
  const slowest = downloadedBy(0.999)(await traceOf(alone));
  expect(Math.abs(slowest - (nodes * 3_000) / 1_500)).toBeLessThan(0.5);
});
