import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/cli/run-cli.ts';
import { snippetsOf } from '../docs/snippets.ts';
import { root } from '../tidy/sources.ts';
import { installPackage, run } from './installed-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-package-'));
let packed: readonly string[] = [];

beforeAll(() => {
  packed = installPackage(folder);
  copyFileSync(join(root, 'examples/web-rollout.yaml'), join(folder, 'web-rollout.yaml'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed elsewhere', () => {
  test('holds what it needs, and neither sources of tests nor stray files', () => {
    const folders = new Set(packed.map((path) => (path.includes('/') ? path.split('/')[0] : path)));
    expect([...folders].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'examples', 'package.json', 'schemas']);
    expect(packed).toEqual(expect.arrayContaining(['dist/bundle/cli/windlass.js', 'dist/bundle/cli/run-task.js']));
    expect(packed).toContain('dist/machines/index.d.ts');
    expect(packed).toEqual(expect.arrayContaining(['dist/page/app.js', 'dist/page/app.css', 'dist/page/worker.js']));
    expect(packed.filter((path) => path.startsWith('dist/site/'))).toEqual([]);
  });

  test('npx windlass --help and --version', () => {
    expect(run('npx', ['--no-install', 'windlass', '--version'], folder)).toBe(`${version}\n`);
    // From here on what npx finds: npx itself takes longer than Windlass.
    expect(run('node_modules/.bin/windlass', ['--help'], folder)).toContain('windlass run');
  });

  test('windlass ui serves the page that is in the package, and SIGTERM ends it as it should', async () => {
    const ui = spawn('node', ['node_modules/windlass/dist/bundle/cli/windlass.js', 'ui', 'web-rollout.yaml', '--no-open'], { cwd: folder });
    const ended = new Promise((resolve) => ui.on('exit', (code, signal) => resolve(code ?? signal)));
    let url = '';
    for await (const text of ui.stdout.setEncoding('utf8')) {
      url += String(text);
      if (url.endsWith('\n')) break;
    }
    const [page, worker] = [await fetch(url.trim()), await fetch(`${url.trim()}worker.js`)];
    expect([page.status, worker.status, (await page.text()).includes('web-rollout.yaml')]).toEqual([200, 200, true]);
    ui.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('a reader that goes away is no failure', () => {
    const script = 'set -o pipefail; node_modules/.bin/windlass run web-rollout.yaml -o trace | head -1';
    expect(run('bash', ['-c', script], folder)).toMatch(/^\{"id":0,.*\}\n$/);
  });

  test('its types fit the snippets of docs/guides/library.md, and these run as plain Node', () => {
    const snippets = snippetsOf(root, 'docs/guides/library.md').filter(({ language }) => language === 'ts');
    expect(snippets.length).toBeGreaterThan(0);
    for (const [index, { code }] of snippets.entries()) writeFileSync(join(folder, `snippet-${index}.ts`), `${code}\n`);
    const options = ['--target', 'es2023', '--module', 'nodenext', '--strict', '--skipLibCheck', 'false', '--types', 'node'];
    const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
    const names = snippets.map((_, index) => `snippet-${index}.ts`);
    run(join(root, 'node_modules/.bin/tsc'), [...options, ...typeRoots, ...names], folder);
    for (const [index, { output }] of snippets.entries()) {
      const printed = run('node', [`snippet-${index}.js`], folder);
      if (output !== undefined) expect(printed).toBe(output);
    }
  });

  test('the statecharts are there for people who want them themselves', () => {
    const script = "import * as machines from 'windlass/machines'; console.log(machines.pullSlotsMachine.id)";
    expect(run('node', ['--input-type=module', '-e', script], folder)).toBe('pullSlots\n');
  });
});
