import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { reportHtml } from '../../../src/reports/html/report-html.ts';
import { phaseNames } from '../../../src/reports/phases/phase-looks.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { root } from '../../tidy/sources.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

const nothing = { sources: [], leftOut: [] };
const nobody = () => new TraceBuilder().end(0);
const reportOf = (records: readonly TraceRecord[], inputs = nothing) =>
  reportHtml(records, { command: 'windlass run web.yaml --seed 42', inputs });
const read = (text: string) => parseHTML(text).document;
/** Made once: the parts have tests of their own, and this is about the whole. */
const page = reportOf(rollout());
const again = reportOf(rollout());
const document = read(page);
const texts = (selector: string, of: Document): string[] =>
  [...of.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');

test('the answer comes first: when all ran, the longest wait and why, what failed', () => {
  const document = read(reportOf(rollout()));
  expect(texts('h1', document)).toEqual(['Windlass run · seed 42 · settled after 88 s']);
  expect(texts('.answer .first', document)).toEqual([
    'All 3 pods started, the slowest 88 s after its arrival.',
  ]);
  expect(texts('.answer :is(p, li)', document).join('\n')).toMatch(
    /the longest default\/api-0\/migrate, 65 s\. Waited 65 s for a slot, behind 2 pulls, the longest default\/ml-0\/trainer/,
  );
  expect(texts('.answer .bad', document)).toEqual([
    '1 failed pull: ErrImagePull, the first: unexpected status: 503',
  ]);
});

test('the timeline has a row for each container, and a tooltip with the reason on each bar', () => {
  const labels = [...document.querySelectorAll('.timeline-label')].map(
    ({ firstChild }) => firstChild?.textContent,
  );
  expect(labels).toEqual(['ml-0 · trainer', 'web-5d4f8c7b9-x2x4z · nginx', 'api-0 · migrate', 'api-0 · api']);
  const tooltips = texts('.timeline rect title', document).join('\n');
  expect(tooltips).toMatch(
    /waiting for a slot, 181 ms to 61 s\. Waited 61 s .*behind .*default\/ml-0\/trainer/,
  );
  expect(texts('.timeline .failure title', document)).toEqual(['68 s: ErrImagePull: unexpected status: 503']);
  expect(texts('.timeline-time', document)).toEqual(['61 s', '64 s', '66 s', '88 s']);
});

test('charts, tables and the command that makes the run again follow', () => {
  expect(texts('figcaption', document).length).toBeGreaterThan(1);
  expect(texts('caption', document)).toEqual([
    'Pods at the end, the slowest first',
    'Images, the most downloaded first',
    'Failed pulls, the most frequent first',
  ]);
  expect(texts('pre code', document)).toEqual(['windlass run web.yaml --seed 42']);
});

test('every table has column and row headings; every chart and the timeline say what they show', () => {
  expect(document.querySelectorAll('thead th:not([scope="col"])')).toHaveLength(0);
  for (const row of document.querySelectorAll('tbody tr'))
    expect(row.querySelector('th[scope="row"]')).not.toBeNull();
  for (const chart of document.querySelectorAll('svg.chart')) {
    expect(chart.getAttribute('role')).toBe('img');
    expect(chart.getAttribute('aria-label')).not.toBe('');
    expect(chart.getAttribute('aria-description')).not.toBe('');
  }
  expect(document.querySelector('svg.timeline > title')?.textContent).toBe('Timeline');
});

test('nothing is loaded or run: no script, no address but links, styles only by their hash', () => {
  expect(page).not.toMatch(/<script|\son\w+=|javascript:|@import|\burl\((?!#)/i);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(
    addresses.filter((address) => !address?.startsWith('https://github.com/kubernetes/kubernetes/issues/')),
  ).toEqual([]);
  expect(page).not.toMatch(/<[^>]*\sstyle=/);
  const [style = ''] = texts('style', document);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(document.querySelectorAll('style')).toHaveLength(1);
  expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
});

test('the same trace gives the same bytes', () => {
  expect(again).toBe(page);
});

test('every phase has its colour, in light and in dark, the one that the page gives it', () => {
  const base = readFileSync(join(root, 'src/interfaces/page/style/base.css'), 'utf8');
  const colours = (phase: string) =>
    [...page.matchAll(new RegExp(`--phase-${phase}: (#\\w+);`, 'g'))].map(([, colour]) => colour);
  const ofPage = (phase: string) =>
    new RegExp(`--phase-${phase}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(base)?.slice(1) ?? [];
  for (const phase of phaseNames.filter((name) => name !== 'ended')) {
    expect([...colours(phase).slice(0, 2), phase]).toEqual([...ofPage(phase), phase]);
    expect(ofPage(phase)).toHaveLength(2);
    expect(page).toMatch(
      new RegExp(`\\.phase-${phase} \\{ fill: (var\\(--phase-${phase}\\)|url\\(#pattern-${phase}\\))`),
    );
  }
});

describe('hostile texts', () => {
  const evil = `"><img src=x onerror=alert(1)></title></style><script>alert(1)</script>\u202e\u0000]]>`;
  const records = JSON.parse(
    JSON.stringify(rollout())
      .replaceAll('nginx:1.25', JSON.stringify(evil).slice(1, -1))
      .replaceAll('unexpected status: 503', JSON.stringify(evil).slice(1, -1))
      .replaceAll('web-5d4f8c7b9-x2x4z', JSON.stringify(evil).slice(1, -1))
      .replaceAll('node-1', JSON.stringify(evil.replaceAll('/', '')).slice(1, -1)),
  ) as TraceRecord[];
  const hostile = reportHtml(records, {
    command: evil,
    inputs: { sources: [{ name: evil, text: evil }], leftOut: [evil] },
  });

  test('stay texts', () => {
    const found = read(hostile);
    expect(found.querySelectorAll('script, img')).toHaveLength(0);
    expect(found.querySelectorAll('style')).toHaveLength(1);
    expect(hostile).not.toMatch(/<script|<img/i);
    expect(found.querySelector('details pre code')?.textContent).toContain('<script>alert(1)</script>');
  });

  test('turn no direction and hide nothing', () => {
    const outside = hostile.replace(/<details>[\s\S]*?<\/details>/g, '');
    for (const character of ['\u0000', '\u202e']) expect(outside).not.toContain(character);
  });
});

test('Secrets of the inputs are nowhere in it', () => {
  const text = readFileSync(join(root, 'examples/pull-secrets.yaml'), 'utf8');
  const secrets = [...text.matchAll(/"password":"([^"]+)"/g)].map(([, secret]) => secret ?? '');
  expect(secrets.length).toBeGreaterThan(0);
  const shown = reportOf(nobody(), withoutSecrets([{ name: 'pull-secrets.yaml', text }]) as typeof nothing);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(shown).toContain('Left out or replaced, since it may be secret');
});

describe('many pods', () => {
  const trace = new TraceBuilder();
  for (let index = 0; index < 3000; index++) {
    const pod = trace.pod(index, `web-${index}`, [['app', `web:${index % 7}`]]);
    pod.pull(3000 + index, 'app', 'inspecting', 'web');
    trace.tell(3000 + index, `${pod.actor}/app`, {
      type: 'pull',
      state: 'present',
      pod: pod.ref,
      container: 'app',
      image: 'web',
    });
  }
  const large = reportOf(trace.end(9000));

  test('only the slowest are drawn and listed, and it says how many are not', () => {
    const found = read(large);
    expect(found.querySelectorAll('.timeline-label')).toHaveLength(120);
    expect(texts('.note', found)).toEqual(
      expect.arrayContaining([
        '2880 rows of 3000 left out: the slowest are kept.',
        '2500 rows of 3000 left out.',
      ]),
    );
    expect(large.length).toBeLessThan(1_000_000);
  });
});

test('conditions that nodes share are told once, of many only some; so with what befell them, and what was assumed', () => {
  const alike = ['a', 'b'].map((name) => ({ name }));
  const trace = new TraceBuilder([
    ...alike,
    ...[1, 2, 3, 4, 5, 6].map((cpus) => ({
      name: `n-${cpus}`,
      kubelet: { maxParallelImagePulls: cpus, serializeImagePulls: false },
    })),
  ]);
  trace.records[0] = { ...trace.records[0], assumptions: ['no probes <here>'] } as TraceRecord;
  for (const node of ['a', 'b', 'n-1', 'n-2', 'n-3', 'n-4'])
    for (let at = 0; at < 7; at++) trace.tell(at, node, { type: 'node', state: 'rebooting' });
  const found = read(reportOf(trace.end(10)));
  expect(texts('.conditions', found)).toEqual([
    '2 nodes (a … b) · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
    'n-1 · kubelet v1.36.3 · containerd://2.4 · 1 pull at once',
    ...[2, 3, 4, 5].map(
      (count) => `n-${count} · kubelet v1.36.3 · containerd://2.4 · ${count} pulls at once`,
    ),
    'and nodes under 1 other condition',
    'Looked at for 15 m 0 s of virtual time at most.',
  ]);
  expect(texts('details', found)).toEqual(['What was assumed (1)no probes <here>']);
  const notes = texts('h3 + ul li', found);
  expect([notes.length, notes[0], notes.at(-1)]).toEqual([
    41,
    'a: at 0 ms: the node goes down',
    'and 2 more',
  ]);
});

test('a run without pods has a report too', () => {
  const empty = read(reportOf(nobody()));
  expect(texts('.answer .first', empty)).toEqual(['No pod is on a node.']);
  expect(empty.querySelectorAll('details, h3')).toHaveLength(0);
  expect(empty.querySelectorAll('figure')).toHaveLength(0);
});

test('inputs beyond a limit are cut off, and it says so', () => {
  const long = reportOf(nobody(), {
    sources: [
      { name: 'a.yaml', text: 'x'.repeat(299_990) },
      { name: 'b.yaml', text: 'y'.repeat(5000) },
    ],
    leftOut: [],
  } as never);
  expect(texts('summary', read(long)).at(-1)).toBe('b.yaml (5.0 kB cut off)');
  expect(long.length).toBeLessThan(400_000);
});
