import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { figureRows, figureText } from '../../../src/reports/comparison/figure-rows.ts';
import { reportHtml } from '../../../src/reports/html/report-html.ts';
import { summarizeSeeds } from '../../../src/reports/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../../src/reports/summary/seeds-summary-text.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

/** Pulls that the node refuses, pulls that the registry refuses, and a name that cannot be pulled. */
const input = `apiVersion: apps/v1
kind: Deployment
metadata: { name: burst }
spec:
  replicas: 20
  selector: { matchLabels: { app: burst } }
  template: { metadata: { labels: { app: burst } }, spec: { containers: [{ name: app, image: 'registry.example/app:1' }] } }
---
apiVersion: v1
kind: Pod
metadata: { name: missing }
spec: { containers: [{ name: app, image: 'registry.example/missing:1' }] }
---
apiVersion: v1
kind: Pod
metadata: { name: upper }
spec: { containers: [{ name: app, image: 'registry.example/Upper:1' }] }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
registryPullQPS: 2
registryBurst: 3
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 2m
registries: { registry.example: { images: ['app:*'] } }
`;

test('figures with equal names are equal, in the report, its tables, in compare and over seeds', () => {
  const { records } = runYaml(input);
  const summary = summarize(records);
  const { document } = parseHTML(
    reportHtml(records, { command: 'windlass run', inputs: { sources: [], leftOut: [] } }),
  );
  const shown = [...document.querySelectorAll('dl.figures div')].map((pair) =>
    [...pair.children].map(({ textContent }) => textContent),
  );
  const named = shown.flatMap(([name, text]) => {
    const figure = figureRows.find((row) => row.name === name || row.also?.includes(name ?? ''));
    return figure === undefined ? [] : [{ name, text, figure }];
  });
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pulls', 'failed pulls', 'duplicate pulls', 'downloaded']),
  );
  for (const { name, text, figure } of named) {
    const value = figure.measure(summary);
    expect([name, text]).toEqual([name, value === null ? 'not reached' : figureText(figure, value)]);
  }
  const failed = Number(shown.find(([name]) => name === 'failed pulls')?.[1]);
  const lines = [...document.querySelectorAll('.answer .bad')].map(({ textContent }) =>
    Number.parseInt(textContent ?? '', 10),
  );
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBe(failed);
  const table = [...document.querySelectorAll('table')].find((one) =>
    one.textContent?.includes('time to running'),
  );
  const cells = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    Number(row.lastElementChild?.textContent),
  );
  expect(cells.reduce((sum, count) => sum + count, 0)).toBe(failed);
  const overSeeds = formatSeedsSummary(summarizeSeeds([summary, summary]), { width: 120, colour: false });
  for (const { name, also = [], ...figure } of figureRows) {
    for (const one of [name, ...also]) {
      const line = overSeeds
        .split('\n')
        .find((text) => text.startsWith(`${one} `) && /^ {2,}/.test(text.slice(one.length)));
      const value = figure.measure(summary);
      if (line !== undefined && figure.unit === 'count') expect(line).toContain(` ${value}`);
    }
  }
});
