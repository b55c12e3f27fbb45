import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/cli/version.ts';
import { snippetsOf } from '../docs/snippets.ts';
import { root } from '../tidy/sources.ts';
import { installPackage, type Packed, run } from './installed-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-package-'));
let packed: Packed = { size: 0, files: [] };

beforeAll(() => {
  packed = installPackage(folder);
  copyFileSync(join(root, 'examples/web-rollout.yaml'), join(folder, 'web-rollout.yaml'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles files there, against the types in the package, with those of what these themselves import. */
function compile(...args: readonly string[]): void {
  const options = ['--target', 'es2023', '--module', 'nodenext', '--strict', '--skipLibCheck', 'false', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
  run(join(root, 'node_modules/.bin/tsc'), [...options, ...typeRoots, ...args], folder);
}

/** Returns the names that these types of an entry declare as values, in order: those that the compiler takes where a value is needed. */
function valuesDeclared(entry: string, types: string): readonly string[] {
  const exported = [...types.matchAll(/^export \{([^}]*)\};$/gm)].flatMap(([, items = '']) => items.split(','));
  const names = exported.map((item) => item.trim().split(' ').at(-1) ?? '').filter((name) => name !== '');
  const lines = [`import * as entry from '${entry}';`, ...names.map((name) => `void entry.${name};`)];
  writeFileSync(join(folder, 'values.ts'), lines.join('\n'));
  const options = ['--target', 'es2023', '--module', 'nodenext', '--noEmit', '--pretty', 'false', '--skipLibCheck', '--types', ''];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, 'values.ts'], { cwd: folder, encoding: 'utf8' });
  const errors = [...stdout.matchAll(/^values\.ts\((\d+),\d+\): error TS(\d+)/gm)];
  // No such property, or a name that is exported as a type: anything else would be a fault of the types themselves.
  expect(errors.map(([, , code]) => code).filter((code) => !['2339', '2551', '1362', '2693'].includes(code ?? ''))).toEqual([]);
  const linesOfTypes = new Set(errors.map(([, line]) => Number(line)));
  return names.filter((_, index) => !linesOfTypes.has(index + 2)).sort();
}

/** The texts within a value of package.json, however deep. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

const snippets = snippetsOf(root, 'docs/guides/library.md').filter(({ language }) => language === 'ts');
const slots = `
  import { createActor, type EventFromLogic } from 'xstate';
  import { pullSlotsMachine } from 'windlass/machines';
  const slots = createActor(pullSlotsMachine, { input: { name: 'a', recorder: {} as never, slotsMax: 2 } }).start();
  const released: EventFromLogic<typeof pullSlotsMachine> = { type: 'SLOT.RELEASED', holder: 'b' };
  // @ts-expect-error such an event there is not
  const lost: typeof released = { type: 'SLOT.LOST' };
  const slotsMax: number = slots.getSnapshot().context.slotsMax;
  // @ts-expect-error a machine's input has types
  export const misused = () => createActor(pullSlotsMachine, { input: { name: 1 } });
  console.log(pullSlotsMachine.id, slotsMax, [released, lost].length);
`;

describe('the package, installed elsewhere', () => {
  test('holds what it needs, and neither sources of tests nor stray files', () => {
    const paths = packed.files.map(({ path }) => path);
    const folders = new Set(paths.map((path) => (path.includes('/') ? path.split('/')[0] : path)));
    expect([...folders].sort()).toEqual(['LICENSE', 'README.md', 'dist', 'examples', 'man', 'package.json', 'schemas']);
    expect(new Set(paths.filter((path) => path.startsWith('dist/')).map((path) => path.split('/').slice(1, 3).join('/')))).toEqual(
      new Set(['bundle/node', 'bundle/types', 'page.br']),
    );
    const entries = [
      'node/windlass.js',
      'node/run-task.js',
      'node/index.js',
      'node/machines.js',
      'types/index.d.ts',
      'types/machines.d.ts',
    ];
    expect(paths).toEqual(expect.arrayContaining(entries.map((entry) => `dist/bundle/${entry}`)));
  });

  test('is small: bytes, files, each file, and the packages that come with it', () => {
    expect(packed.size).toBeLessThan(1_650_000);
    expect(packed.files.length).toBeLessThan(600);
    expect(packed.files.filter(({ path }) => path.endsWith('.map'))).toEqual([]);
    const large = packed.files.filter(({ path, size }) => !path.startsWith('dist/page') && size > 800_000);
    expect(large).toEqual([]);
    const installed = run('npm', ['ls', '--omit=dev', '--all', '--parseable', '--package-lock-only', '--silent'], root);
    expect(installed.trim().split('\n').length).toBeLessThanOrEqual(60);
  });

  test('has the files to which its documents link, or the document says that they are only in the repository', () => {
    const paths = packed.files.map(({ path }) => path);
    const isPacked = (path: string) => paths.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
    const lost = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8').replace(/^```.*?^```$/gms, '');
        const named = /^Only in the repository, not in the npm package: (.*?)\.$/ms.exec(text)?.[1] ?? '';
        const elsewhere = [...named.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
        const targets = [...text.matchAll(/\]\(([^)\s#]+)|src="([^"]+)"/g)].map(([, link, source]) => link ?? source ?? '');
        const linked = targets
          .filter((target) => !/^[a-z]+:/.test(target))
          .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
        const missing = linked.filter(
          (target) => !isPacked(target) && !elsewhere.some((file) => target === file || target.startsWith(`${file}/`)),
        );
        const unused = elsewhere.filter((file) => !linked.some((target) => target === file || target.startsWith(`${file}/`)));
        return [...missing, ...unused].map((target) => `${path}: ${target}`);
      });
    expect(lost).toEqual([]);
  });

  test('names the licenses of the code that it holds', () => {
    const licenses = run('cat', ['node_modules/windlass/dist/bundle/node/licenses.md'], folder);
    for (const name of ['@observablehq/plot', 'yaml', 'zod']) expect(licenses).toContain(`## ${name} - `);
  });

  test('npx windlass --help and --version', () => {
    expect(run('npx', ['--no-install', 'windlass', '--version'], folder)).toBe(`${version}\n`);
    // From here on what npx finds: npx itself takes longer than Windlass.
    expect(run('node_modules/.bin/windlass', ['--help'], folder)).toContain('windlass run');
  });

  test('windlass ui serves the page that is in the package, and SIGTERM ends it as it should', async () => {
    const ui = spawn('node', ['node_modules/windlass/dist/bundle/node/windlass.js', 'ui', 'web-rollout.yaml', '--no-open'], {
      cwd: folder,
    });
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

  test('says what to install for a queue, which comes without', () => {
    const script = 'node_modules/.bin/windlass worker --queue redis://127.0.0.1:1/0 2>&1; echo $?';
    expect(run('bash', ['-c', script], folder)).toBe(
      'windlass: --queue needs two packages that are not installed with windlass: npm install bullmq@6.7 ioredis@6.0\n(npm install -g … if windlass is installed globally)\n2\n',
    );
  });

  test('a reader that goes away is no failure', () => {
    const script = 'set -o pipefail; node_modules/.bin/windlass run web-rollout.yaml -o trace | head -1';
    expect(run('bash', ['-c', script], folder)).toMatch(/^\{"id":0,.*\}\n$/);
  });

  test.runIf(existsSync('/dev/full'))('a full disk is one, and is told; nobody who reads the notes is none', () => {
    const script = (to: string) => `node_modules/.bin/windlass run web-rollout.yaml -o trace ${to}; echo " $?"`;
    expect(run('bash', ['-c', script('-q 2>&1 > /dev/full')], folder)).toMatch(/^windlass: stdout cannot be written: ENOSPC: .*\n 2\n$/);
    expect(run('bash', ['-c', script('2> /dev/full | tail -1')], folder)).toMatch(/^\{.*"type":"end".*\}\n 0\n$/);
  });

  test('its types fit what is written against them: no more and no less', () => {
    for (const [index, { code }] of snippets.entries()) writeFileSync(join(folder, `snippet-${index}.ts`), `${code}\n`);
    writeFileSync(join(folder, 'slots.ts'), slots);
    // All at once, since the compiler takes longest for the types of the package itself.
    compile(...snippets.map((_, index) => `snippet-${index}.ts`), 'slots.ts');
  });

  test('the snippets of docs/guides/library.md run as plain Node', () => {
    expect(snippets.length).toBeGreaterThan(0);
    for (const [index, { output }] of snippets.entries()) {
      const printed = run('node', [`snippet-${index}.js`], folder);
      if (output !== undefined) expect(printed).toBe(output);
    }
  });

  test.each([
    ['.', 'index.d.ts', 50],
    ['./machines', 'machines.d.ts', 40],
  ])(
    'every value that %s declares is there at run time, by each way to load it, and every value that is there is declared',
    async (entry, types, least) => {
      const modules = join(folder, 'node_modules/windlass');
      const { exports } = JSON.parse(readFileSync(join(modules, 'package.json'), 'utf8')) as { exports: Record<string, object> };
      const declared = valuesDeclared(entry.replace('.', 'windlass'), readFileSync(join(modules, 'dist/bundle/types', types), 'utf8'));
      expect(declared.length).toBeGreaterThanOrEqual(least);
      const files = leavesOf(exports[entry] ?? {}).filter((file) => file.endsWith('.js'));
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        const code = `console.log(Object.entries(await import('${modules}/${file}')).filter(([, value]) => value !== undefined).map(([name]) => name).sort().join())`;
        expect(run('node', ['--input-type=module', '-e', code], folder).trim().split(','), file).toEqual(declared);
      }
    },
  );

  test('the statecharts are there for people who want them themselves', () => {
    expect(run('node', ['slots.js'], folder)).toBe('pullSlots 2 2\n');
  });

  test('what import and require give, which loads its parts when they are called, is what bundlers get', () => {
    const code = `
      import { createRequire } from 'node:module';
      import * as lazy from 'windlass';
      import * as whole from './node_modules/windlass/dist/bundle/node/index.js';
      const names = (library) => Object.keys(library).sort().join();
      const kinds = (library) => Object.values(library).map((one) => typeof one).join();
      // The machines are asked for at the same moment, step by step, while a call loads them at once.
      const machines = import('windlass/machines');
      lazy.readInput([{ name: 'pod.yaml', text: 'kind: Pod' }], {});
      class History extends lazy.StepHistory {}
      const history = new History({});
      const [plain, charts] = [new lazy.StepHistory({}), lazy.chartOf((await machines).pullSlotsMachine).machine];
      let told;
      try {
        lazy.checkInvariants(undefined);
      } catch (error) {
        told = error instanceof TypeError;
      }
      console.log(
        names(lazy) === names(whole),
        names(createRequire(import.meta.url)('windlass')) === names(whole),
        kinds(lazy) === kinds(whole),
        history instanceof lazy.StepHistory && history instanceof History && plain instanceof lazy.StepHistory,
        plain instanceof History,
        Array.isArray(structuredClone(lazy.defaults)),
        charts,
        told,

      );
    `;
    expect(run('node', ['--input-type=module', '-e', code], folder)).toBe('true true true true false true pullSlots true\n');
  });

  test.for([
    ['windlass', 4, 260_000],
    ['windlass/machines', 7, 420_000],
  ] as const)('import of %s loads at most %i files and %i bytes of the package', ([name, files, bytes]) => {
    const loaded = loadedFiles(`await import('${name}')`);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.length).toBeLessThanOrEqual(files);
    expect(loaded.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThanOrEqual(bytes);
  });
});

/** The package's files that V8 has loaded when code is done. Seconds would tell what the machine has to do besides. */
function loadedFiles(code: string): readonly string[] {
  const coverage = mkdtempSync(join(folder, 'coverage-'));
  run('env', [`NODE_V8_COVERAGE=${coverage}`, 'node', '--input-type=module', '-e', code], folder);
  const { result } = JSON.parse(readFileSync(join(coverage, readdirSync(coverage)[0] ?? ''), 'utf8')) as { result: { url: string }[] };
  return result.filter(({ url }) => url.includes('/windlass/dist/')).map(({ url }) => fileURLToPath(url));
}
