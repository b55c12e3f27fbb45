import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { pastedText } from '../../../src/interfaces/page/share/dropped-files.ts';
import { type ReadableFile, readFiles } from '../../../src/interfaces/page/share/read-files.ts';
import {
  compressed,
  decompressed,
  isOwnMachine,
  linkAddress,
  linkFragment,
  linkLengthMax,
  readLinkFragment,
} from '../../../src/interfaces/page/share/run-link.ts';
import {
  isSharedRunJson,
  readSharedRunJson,
  sharedRunJson,
} from '../../../src/interfaces/page/share/shared-run.ts';

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

  const packed = async (value: unknown) =>
    `#run1=${await compressed(typeof value === 'string' ? value : JSON.stringify(value))}`;
  const run = { format: 'windlass-run/1', settings: {}, sources: [{ name: 'a', text: 'b' }] };
  test.each([
    ['nothing', '#run1=', 'cut off'],
    ['noise', '#run1=AAAA', 'cut off'],
    ['what is no base64', '#run1=<script>', 'cut off'],
    ['half of one', async () => (await packed(run)).slice(0, 40), 'cut off'],
    ['another version', '#run2=AAAA', 'newer version'],
    ['too many characters', `#run1=${'A'.repeat(20 * linkLengthMax)}`, 'too long'],
    ['a text that is no JSON', () => packed('{'), 'not JSON'],
    ['a number', () => packed(7), 'does not hold a run'],
    ['null', () => packed('null'), 'does not hold a run'],
    ['another format', () => packed({ ...run, format: 'x' }), 'a run of Windlass'],
    ['a newer format', () => packed({ ...run, format: 'windlass-run/9' }), 'another version'],
    ['no files', () => packed({ ...run, sources: [] }), 'files'],
    ['files that are no list', () => packed({ ...run, sources: { length: 1 } }), 'not a list'],
    ['a file that is no text', () => packed({ ...run, sources: [{ name: 'a', text: {} }] }), 'not all texts'],
    ['no settings', () => packed({ ...run, settings: undefined }), 'settings are missing'],
    ['settings that are no lists', () => packed({ ...run, settings: { set: 'x' } }), 'set is not a list'],
    ['settings that are null', () => packed({ ...run, settings: null }), 'settings are missing'],
    ['a list for a run', () => packed([run]), 'does not hold a run'],
    ['a format that is no text', () => packed({ ...run, format: 1 }), 'a run of Windlass'],
    [
      'one file of two that is no text',
      () => packed({ ...run, sources: [{ name: 'a', text: 'b' }, { name: 'a' }] }),
      'not all texts',
    ],
    ['a file without fields', () => packed({ ...run, sources: [null] }), 'not all texts'],
    [
      'a name that is too long',
      () => packed({ ...run, sources: [{ name: 'a'.repeat(1_001), text: '' }] }),
      'not all texts',
    ],
    [
      'too many files',
      () => packed({ ...run, sources: Array.from({ length: 2_001 }, () => run.sources[0]) }),
      'at most 2000',
    ],
    [
      'too many of one setting',
      () => packed({ ...run, settings: { set: Array.from({ length: 1_001 }, () => 'a=1') } }),
      'set is not a list',
    ],
    ['a list with one number', () => packed({ ...run, settings: { set: ['a=1', 1] } }), 'set is not a list'],
    [
      'a setting that is too long',
      () => packed({ ...run, settings: { horizon: 'x'.repeat(10_001) } }),
      'horizon is not a text',
    ],
    ['more than base64 after it', async () => `${await packed(run)}!`, 'cut off'],
    ['more than base64 before it', async () => (await packed(run)).replace('=', '=!'), 'cut off'],
    [
      'a runtime’s options that are no list',
      () => packed({ ...run, settings: { runtimeConfig: 'x' } }),
      'runtimeConfig is not a list',
    ],
    ['a list of numbers', () => packed({ ...run, settings: { faults: [1] } }), 'faults is not a list'],
    ['a seed that is a text', () => packed({ ...run, settings: { seed: '1' } }), 'seed is not a number'],
    [
      'a version that is no text',
      () => packed({ ...run, settings: { kubeletVersion: 1.3 } }),
      'kubeletVersion is not a text',
    ],
    ['16 MiB of nothing in 16 kB', () => packed({ ...run, x: ' '.repeat(16 * 1024 * 1024) }), 'cut off'],
  ])('with %s is refused in words', async (_, fragment, words) => {
    const read = await readLinkFragment(typeof fragment === 'string' ? fragment : await fragment());
    expect(read).toEqual({
      ok: false,
      message: expect.stringMatching(new RegExp(`^this link cannot be opened: .*${words}`)),
    });
  });

  test('with more than a run has is opened without it', async () => {
    const text =
      '{"format":"windlass-run/1","settings":{"__proto__":{"seed":1},"boot":1},"sources":[{"name":"a","text":"b","run":1}]}';
    expect(await readLinkFragment(await packed(text))).toEqual({
      ok: true,
      run: { settings: {}, sources: [{ name: 'a', text: 'b' }] },
    });
  });

  test('as long as a link may be is read, in several lines too', async () => {
    expect(await readLinkFragment(`#run1=${'A'.repeat(10 * linkLengthMax)}`)).toMatchObject({
      message: expect.stringContaining('cut off'),
    });
    expect(await readLinkFragment('#run12=AAAA')).toMatchObject({
      message: expect.stringContaining('newer version'),
    });
    expect(await readLinkFragment('#run1=AA\nAA')).toMatchObject({
      message: expect.stringContaining('cut off'),
    });
  });

  test('holds as much as it may, to the last of each', async () => {
    const most = {
      settings: { set: Array.from({ length: 1_000 }, () => 'a=1'), horizon: 'x'.repeat(10_000) },
      sources: Array.from({ length: 2_000 }, () => ({ name: 'a'.repeat(1_000), text: '' })),
    };
    expect(await readLinkFragment(await packed({ ...run, ...most }))).toEqual({ ok: true, run: most });
  });

  test('keeps texts whose letters take several bytes, wherever the stream is cut', async () => {
    const text = `${'x'.repeat(65_535)}${'ü🚢'.repeat(60_000)}`;
    const kept = await decompressed(await compressed(text), 1_000_000);
    expect(kept === text).toBe(true);
    expect(await decompressed(await compressed('abc'), 3)).toBe('abc');
    expect(await decompressed(await compressed('abcd'), 3)).toBeUndefined();
    // Half of a letter.
    const half = new Blob([new Uint8Array([0x61, 0xc3])])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = Buffer.from(await new Response(half).arrayBuffer());
    expect(await decompressed(bytes.toString('base64url'), 99)).toBeUndefined();
  });

  test.each(['', '#', '#timeline', '#run', '#runx=1', 'x#run1=AAAA'])(
    '%j is about something else',
    async (fragment) => {
      expect(await readLinkFragment(fragment)).toBeUndefined();
    },
  );

  test('of a page on the web has its address; of one on the own machine neither address nor token', () => {
    const at = (href: string) => ({
      protocol: new URL(href).protocol,
      hostname: new URL(href).hostname,
      href,
    });
    expect(linkAddress(at('https://windlass.example/app/?x=1#old'), '#run1=A')).toBe(
      'https://windlass.example/app/?x=1#run1=A',
    );
    for (const own of [
      'http://127.0.0.1:4711/token/',
      'http://localhost:1/',
      'http://[::1]:1/',
      'file:///tmp/windlass.html',
    ]) {
      expect(linkAddress(at(own), '#run1=A')).toBe('#run1=A');
      expect(isOwnMachine(at(own))).toBe(true);
    }
    for (const own of ['http://127.10.20.30/', 'http://127.0.0.1/']) expect(isOwnMachine(at(own))).toBe(true);
    for (const far of [
      'http://windlass.example/',
      'https://my-localhost/',
      'https://localhost.example/',
      'http://128.0.0.1/',
    ]) {
      expect(isOwnMachine(at(far))).toBe(false);
    }
    for (const protocol of ['xhttp:', 'https:x', 'chrome-extension:'])
      expect(isOwnMachine({ protocol, hostname: 'a.example' })).toBe(true);
    expect(linkAddress(at('https://windlass.example/#a#b\nc'), '#run1=A')).toBe(
      'https://windlass.example/#run1=A',
    );
  });
});

test('a file opens the run that it was made of, and can be read by people', () => {
  const text = sharedRunJson({ sources, settings }, 2);
  expect(isSharedRunJson(text)).toBe(true);
  expect(isSharedRunJson(sources[0]?.text ?? '')).toBe(false);
  expect(isSharedRunJson(' {\n "format" : "windlass-run/9"')).toBe(true);
  expect(isSharedRunJson('kind: x # {"format":"windlass-run/1"')).toBe(false);
  expect(isSharedRunJson(`${' '.repeat(200)}{"format":"windlass-run/1"`)).toBe(false);
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
    [
      'too much of what only ends like a trace',
      [file('a.ndjson.yaml', '', 40_000_000)],
      '38 MiB of input: at most 32 MiB',
    ],
    [
      'a trace beside others',
      [file('a.ndjson', '', 40_000_000), file('b.yaml', '')],
      '38 MiB of input: at most 32 MiB',
    ],
    ['too long a trace', [file('a.jsonl', '', 300 * 1024 * 1024)], '300 MiB of input: at most 256 MiB'],
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

  test('as many and as much as may be are read', async () => {
    expect((await readFiles(Array.from({ length: 2_000 }, (_, index) => file(`${index}`, '')))).ok).toBe(
      true,
    );
    expect((await readFiles([file('a.yaml', 'x', 32 * 1024 * 1024)])).ok).toBe(true);
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
  expect(pastedText(`see ${fragment}`)).toBeUndefined();
  expect(pastedText(`${fragment} there`)).toBeUndefined();
  expect(pastedText('#run12=AAAA')).toEqual({ kind: 'link', fragment: '#run12=AAAA' });
  expect(pastedText('  - kind: Pod')?.kind).toBe('manifests');
  expect(pastedText("'kind' : Pod")?.kind).toBe('manifests');
  expect(pastedText('a: b\nkind: Pod')?.kind).toBe('manifests');
  expect(pastedText('mankind: all')).toBeUndefined();
  expect(pastedText('{"a":1,"format" : "windlass-trace/1"}')?.kind).toBe('manifests');
  expect(pastedText('{"a":1,"format":"windlass-run/1"}')?.kind).toBe('manifests');
  expect(pastedText(`${' '.repeat(500)}"format":"windlass-run/1"`)).toBeUndefined();
});
