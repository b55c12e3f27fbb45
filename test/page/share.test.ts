import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../src/input/run-request.ts';
import { compressed } from '../../src/page/share/compressed.ts';
import { isOwnMachine, linkAddress } from '../../src/page/share/link-address.ts';
import { pastedText } from '../../src/page/share/pasted-text.ts';
import { type ReadableFile, readFiles } from '../../src/page/share/read-files.ts';
import { linkFragment, linkLengthMax, readLinkFragment } from '../../src/page/share/run-link.ts';
import { isSharedRunJson, readSharedRunJson, sharedRunJson } from '../../src/page/share/shared-run-json.ts';

const settings: RunRequest = {
  set: ['serializeImagePulls=false'],
  imageSizes: ['app=300MB'],
  faults: ['registryDown registry=ghcr.io until=40s'],
  seed: 7,
  kubeletVersion: '1.31',
  horizon: '20m',
  runtime: 'containerd://1.6',
  runtimeConfig: ['max_concurrent_downloads=6'],
  link: '100Mbit/s',
};
const sources = [
  { name: 'web.yaml', text: readFileSync('examples/web-rollout.yaml', 'utf8') },
  { name: '<img src=x onerror=alert(1)>.yaml', text: 'ünïcode 🚢 \u2028 "quotes"\n' },
];

describe('a link', () => {
  test('opens the run that it was made of', async () => {
    const fragment = await linkFragment({ sources, settings });
    expect(fragment).toMatch(/^#run1=[\w-]+$/);
    expect(await readLinkFragment(fragment)).toEqual({ ok: true, run: { sources, settings } });
    expect(await readLinkFragment(await linkFragment({ sources, settings: {} }))).toEqual({
      ok: true,
      run: { sources, settings: {} },
    });
  });

  test('of an example is short enough for chat programs', async () => {
    expect((await linkFragment({ sources: sources.slice(0, 1), settings: {} })).length).toBeLessThan(2_000);
  });

  const packed = async (value: unknown) => `#run1=${await compressed(typeof value === 'string' ? value : JSON.stringify(value))}`;
  const run = { format: 'windlass-run/1', settings: {}, sources: [{ name: 'a', text: 'b' }] };
  test.each([
    ['nothing', '#run1=', 'cut off'],
    ['noise', '#run1=AAAA', 'cut off'],
    ['what is no base64', '#run1=<script>', 'cut off'],
    ['half of one', async () => (await packed(run)).slice(0, 40), 'cut off'],
    ['another version', '#run2=AAAA', 'newer version'],
    ['too many characters', `#run1=${'A'.repeat(20 * linkLengthMax)}`, 'too long'],
    ['a text that is no JSON', () => packed('{'), 'not JSON'],
    ['a number', () => packed(7), 'holds no run'],
    ['null', () => packed('null'), 'holds no run'],
    ['another format', () => packed({ ...run, format: 'x' }), 'no run of Windlass'],
    ['a newer format', () => packed({ ...run, format: 'windlass-run/9' }), 'another version'],
    ['no files', () => packed({ ...run, sources: [] }), 'files'],
    ['files that are no list', () => packed({ ...run, sources: { length: 1 } }), 'no list'],
    ['a file that is no text', () => packed({ ...run, sources: [{ name: 'a', text: {} }] }), 'not all texts'],
    ['no settings', () => packed({ ...run, settings: undefined }), 'settings are missing'],
    ['settings that are no lists', () => packed({ ...run, settings: { set: 'x' } }), 'set is no list'],
    ['a runtime’s options that are no list', () => packed({ ...run, settings: { runtimeConfig: 'x' } }), 'runtimeConfig is no list'],
    ['a list of numbers', () => packed({ ...run, settings: { faults: [1] } }), 'faults is no list'],
    ['a seed that is a text', () => packed({ ...run, settings: { seed: '1' } }), 'seed is no number'],
    ['a version that is no text', () => packed({ ...run, settings: { kubeletVersion: 1.3 } }), 'kubeletVersion is no text'],
    ['16 MiB of nothing in 16 kB', () => packed({ ...run, x: ' '.repeat(16 * 1024 * 1024) }), 'cut off'],
  ])('with %s is refused in words', async (_, fragment, words) => {
    const read = await readLinkFragment(typeof fragment === 'string' ? fragment : await fragment());
    expect(read).toEqual({ ok: false, message: expect.stringMatching(new RegExp(`^this link cannot be opened: .*${words}`)) });
  });

  test('with more than a run has is opened without it', async () => {
    const text = '{"format":"windlass-run/1","settings":{"__proto__":{"seed":1},"boot":1},"sources":[{"name":"a","text":"b","run":1}]}';
    expect(await readLinkFragment(await packed(text))).toEqual({
      ok: true,
      run: { settings: {}, sources: [{ name: 'a', text: 'b' }] },
    });
  });

  test.each(['', '#', '#timeline', '#run', '#runx=1'])('%j is about something else', async (fragment) => {
    expect(await readLinkFragment(fragment)).toBeUndefined();
  });

  test('of a page on the web has its address; of one on the own machine neither address nor token', () => {
    const at = (href: string) => ({ protocol: new URL(href).protocol, hostname: new URL(href).hostname, href });
    expect(linkAddress(at('https://windlass.example/app/?x=1#old'), '#run1=A')).toBe('https://windlass.example/app/?x=1#run1=A');
    for (const own of ['http://127.0.0.1:4711/token/', 'http://localhost:1/', 'http://[::1]:1/', 'file:///tmp/windlass.html']) {
      expect(linkAddress(at(own), '#run1=A')).toBe('#run1=A');
      expect(isOwnMachine(at(own))).toBe(true);
    }
  });
});

test('a file opens the run that it was made of, and can be read by people', () => {
  const text = sharedRunJson({ sources, settings }, 2);
  expect(isSharedRunJson(text)).toBe(true);
  expect(isSharedRunJson(sources[0]?.text ?? '')).toBe(false);
  expect(text.split('\n').length).toBeGreaterThan(10);
  expect(readSharedRunJson(text)).toEqual({ ok: true, run: { sources, settings } });
});

describe('files', () => {
  const file = (name: string, content: string | Uint8Array<ArrayBuffer>, size?: number): ReadableFile => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return {
      name,
      size: size ?? bytes.length,
      arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    };
  };

  test('are read as texts, several at once', async () => {
    const read = await readFiles([file('a.yaml', 'kind: Pod\n'), file('dir/b.yml', '\uFEFFü\n')]);
    expect(read).toEqual({
      ok: true,
      sources: [
        { name: 'a.yaml', text: 'kind: Pod\n' },
        { name: 'dir/b.yml', text: 'ü\n' },
      ],
    });
  });

  test('a shared run brings its settings, and comes alone', async () => {
    const shared = file('run.windlass.json', sharedRunJson({ sources, settings }));
    expect(await readFiles([shared])).toEqual({ ok: true, sources, settings });
    expect(await readFiles([shared, file('a.yaml', 'x')])).toEqual({
      ok: false,
      errors: ['run.windlass.json is a whole run: open it alone'],
    });
    expect(await readFiles([file('run.windlass.json', '{"format":"windlass-run/9"}')])).toEqual({
      ok: false,
      errors: [expect.stringMatching(/^run\.windlass\.json cannot be opened: it is of another version/)],
    });
  });

  test.each([
    ['none', [], 'nothing to open'],
    ['too many', Array.from({ length: 2_001 }, (_, index) => file(`${index}`, '')), 'at most 2000'],
    ['too much', [file('big.yaml', '', 40_000_000)], '38 MiB of input: at most 32 MiB'],
    ['an image', [file('cat.png', new Uint8Array([0x89, 0x50, 0xff, 0xfe]))], 'cat.png: not a text in UTF-8'],
    ['a binary', [file('a.out', 'ELF\0')], 'a.out: a binary file'],
    [
      'what cannot be read',
      [{ ...file('gone.yaml', ''), arrayBuffer: () => Promise.reject(new Error('it is gone')) }],
      'gone.yaml: cannot be read: it is gone',
    ],
  ])('%s: refused in words', async (_, files, words) => {
    expect(await readFiles(files)).toEqual({ ok: false, errors: [expect.stringContaining(words)] });
  });

  test('a stored trace may be longer than manifests', async () => {
    expect((await readFiles([file('run.ndjson', '{}', 40_000_000)])).ok).toBe(true);
  });
});

test('what is pasted is told apart: links, manifests, anything else', async () => {
  const fragment = await linkFragment({ sources, settings });
  expect(pastedText(`https://windlass.example/${fragment}\n`)).toEqual({ kind: 'link', fragment });
  expect(pastedText(fragment)).toEqual({ kind: 'link', fragment });
  expect(pastedText('apiVersion: v1\nkind: Pod\n')).toEqual({
    kind: 'manifests',
    source: { name: 'pasted.yaml', text: 'apiVersion: v1\nkind: Pod\n' },
  });
  expect(pastedText('{"kind":"Pod"}')?.kind).toBe('manifests');
  expect(pastedText('- apiVersion: v1')?.kind).toBe('manifests');
  expect(pastedText('a kind word: hello')).toBeUndefined();
  expect(pastedText('https://example.com/#top')).toBeUndefined();
  expect(pastedText('')).toBeUndefined();
});
