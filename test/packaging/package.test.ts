import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/interfaces/cli/version.ts';
import { snippetsOf } from '../docs/snippets.ts';
import { root } from '../tidy/sources.ts';
import { installPackage, type Packed, run } from './installed-package.ts';
import releasedSizes from './released-sizes.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'windlass-package-'));
let packed: Packed = { size: 0, files: [] };

beforeAll(() => {
  packed = installPackage(folder);
  copyFileSync(join(root, 'examples/web-rollout.yaml'), join(folder, 'web-rollout.yaml'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles files there, against the types in the package, with those of what these themselves import. */
function compile(...args: readonly string[]): void {
  const options = [
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--strict',
    '--skipLibCheck',
    'false',
    '--types',
    'node',
  ];
  const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
  run(join(root, 'node_modules/.bin/tsc'), [...options, ...typeRoots, ...args], folder);
}

/**
 * Returns the names that these types of an entry declare as values, in order: those that the compiler takes
 * where a value is needed.
 */
function valuesDeclared(entry: string, types: string): readonly string[] {
  const exported = [...types.matchAll(/^export \{([^}]*)\};$/gm)].flatMap(([, items = '']) =>
    items.split(','),
  );
  const names = exported.map((item) => item.trim().split(' ').at(-1) ?? '').filter((name) => name !== '');
  const lines = [`import * as entry from '${entry}';`, ...names.map((name) => `void entry.${name};`)];
  writeFileSync(join(folder, 'values.ts'), lines.join('\n'));
  const options = [
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--noEmit',
    '--pretty',
    'false',
    '--skipLibCheck',
    '--types',
    '',
  ];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, 'values.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = [...stdout.matchAll(/^values\.ts\((\d+),\d+\): error TS(\d+)/gm)];
  // No such property, or a name that is exported as a type: anything else would be a fault of the types
  // themselves.
  expect(
    errors.map(([, , code]) => code).filter((code) => !['2339', '2551', '1362', '2693'].includes(code ?? '')),
  ).toEqual([]);
  const linesOfTypes = new Set(errors.map(([, line]) => Number(line)));
  return names.filter((_, index) => !linesOfTypes.has(index + 2)).sort();
}

/** The texts within a value of package.json, however deep. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

const snippets = snippetsOf(root, 'docs/guides/library.md').filter(({ language }) => language === 'ts');
/** The examples in TypeScript that print, with what they say that they print. */
const examples = readdirSync(join(root, 'examples/typescript')).flatMap((name) => {
  const text = readFileSync(join(root, 'examples/typescript', name), 'utf8');
  const output = /\n\/\* It prints:\n([\s\S]*)\*\/\n$/.exec(text)?.[1];
  return output === undefined ? [] : [{ file: `examples/${name}`, output }];
});
const slots = `
  import { createActor, type EventFromLogic } from 'xstate';
  import { pullSlotsMachine } from 'windlass/machines';
  const slots = createActor(pullSlotsMachine, { input: { name: 'a', recorder: {} as never, slotsMax: 2 } }).start();
  const released: EventFromLogic<typeof pullSlotsMachine> = { type: 'SLOT.RELEASED', holder: 'b' };
  // @ts-expect-error such an event there is not
  const lost: typeof released = { type: 'SLOT.LOST' };
  const slotsMax: number = slots.getSnapshot().context.input.slotsMax;
  // @ts-expect-error a machine's input has types
  export const misused = () => createActor(pullSlotsMachine, { input: { name: 1 } });
  console.log(pullSlotsMachine.id, slotsMax, [released, lost].length);
`;

describe('the package, installed elsewhere', () => {
  test('holds what it needs, and neither sources of tests nor stray files', () => {
    const paths = packed.files.map(({ path }) => path);
    const folders = new Set(paths.map((path) => (path.includes('/') ? path.split('/')[0] : path)));
    expect([...folders].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'examples',
      'man',
      'package.json',
      'schemas',
    ]);
    expect(
      new Set(paths.filter((path) => path.startsWith('dist/')).map((path) => path.split('/')[1])),
    ).toEqual(new Set(['command', 'library', 'page.br']));
    const entries = [
      'command/windlass.js',
      'command/kubectl-windlass.js',
      'command/kubectl_complete-windlass.js',
      'command/run-task.js',
      ...['index', 'machines', 'testing'].flatMap((name) => [`library/${name}.js`, `library/${name}.d.ts`]),
    ];
    expect(paths).toEqual(expect.arrayContaining(entries.map((entry) => `dist/${entry}`)));
  });

  test('is at most a tenth larger than the last release, in each part', () => {
    const sizes = {
      package: packed.size,
      command: sizeOf('dist/command/'),
      library: sizeOf('dist/library/'),
      page: sizeOf('dist/page.br'),
    };
    console.log(`bytes of the package (packed) and of its parts: ${JSON.stringify(sizes)}`);
    for (const [part, size] of Object.entries(sizes))
      expect(size, part).toBeLessThan(1.1 * releasedSizes[part as keyof typeof sizes]);
  });

  test('brings few packages, and no source maps', () => {
    expect(packed.files.filter(({ path }) => path.endsWith('.map'))).toEqual([]);
    const installed = run(
      'npm',
      ['ls', '--omit=dev', '--all', '--parseable', '--package-lock-only', '--silent'],
      root,
    );
    expect(installed.trim().split('\n').length).toBeLessThanOrEqual(60);
  });

  test('has the files to which its documents link, or the document says that they are only in the repository', () => {
    const paths = packed.files.map(({ path }) => path);
    const isPacked = (path: string) =>
      paths.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
    const lost = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8').replace(/^```.*?^```$/gms, '');
        const named = /^Only in the repository, not in the npm package: (.*?)\.$/ms.exec(text)?.[1] ?? '';
        const elsewhere = [...named.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
        const targets = [...text.matchAll(/\]\(([^)\s#]+)|src="([^"]+)"/g)].map(
          ([, link, source]) => link ?? source ?? '',
        );
        const linked = targets
          .filter((target) => !/^[a-z]+:/.test(target))
          .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
        const missing = linked.filter(
          (target) =>
            !isPacked(target) && !elsewhere.some((file) => target === file || target.startsWith(`${file}/`)),
        );
        const unused = elsewhere.filter(
          (file) => !linked.some((target) => target === file || target.startsWith(`${file}/`)),
        );
        return [...missing, ...unused].map((target) => `${path}: ${target}`);
      });
    expect(lost).toEqual([]);
  });

  test('names the licenses of the code that it holds', () => {
    const licenses = run('cat', ['node_modules/windlass/dist/command/licenses.md'], folder);
    for (const name of ['@observablehq/plot', 'yaml', 'zod']) expect(licenses).toContain(`## ${name} - `);
  });

  test('npx windlass --help and --version', () => {
    expect(run('npx', ['--no-install', 'windlass', '--version'], folder)).toBe(`${version}\n`);
    // From here on what npx finds: npx itself takes longer than Windlass.
    expect(run('node_modules/.bin/windlass', ['--help'], folder)).toContain('windlass run');
  });

  test('windlass ui serves the page that is in the package, and SIGTERM ends it as it should', async () => {
    const ui = spawn(
      'node',
      ['node_modules/windlass/dist/command/windlass.js', 'ui', 'web-rollout.yaml', '--no-open'],
      {
        cwd: folder,
      },
    );
    const ended = new Promise((resolve) => ui.on('exit', (code, signal) => resolve(code ?? signal)));
    let url = '';
    for await (const text of ui.stdout.setEncoding('utf8')) {
      url += String(text);
      if (url.endsWith('\n')) break;
    }
    const [page, worker] = [await fetch(url.trim()), await fetch(`${url.trim()}worker.js`)];
    expect([page.status, worker.status, (await page.text()).includes('web-rollout.yaml')]).toEqual([
      200,
      200,
      true,
    ]);
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

  test.runIf(existsSync('/dev/full'))(
    'a full disk is one, and is told; nobody who reads the notes is none',
    () => {
      const script = (to: string) =>
        `node_modules/.bin/windlass run web-rollout.yaml -o trace ${to}; echo " $?"`;
      expect(run('bash', ['-c', script('-q 2>&1 > /dev/full')], folder)).toMatch(
        /^windlass: stdout cannot be written: ENOSPC: .*\n 2\n$/,
      );
      expect(run('bash', ['-c', script('2> /dev/full | tail -1')], folder)).toMatch(
        /^\{.*"type":"end".*\}\n 0\n$/,
      );
    },
  );

  test('its types fit what is written against them: no more and no less', () => {
    for (const [index, { code }] of snippets.entries())
      writeFileSync(join(folder, `snippet-${index}.ts`), `${code}\n`);
    writeFileSync(join(folder, 'slots.ts'), slots);
    cpSync(join(folder, 'node_modules/windlass/examples/typescript'), join(folder, 'examples'), {
      recursive: true,
    });
    // All at once, since the compiler takes longest for the types of the package itself.
    const files = [...snippets.map((_, index) => `snippet-${index}.ts`), ...examples.map(({ file }) => file)];
    compile('--rewriteRelativeImportExtensions', ...files, 'slots.ts');
  });

  test('the snippets of docs/guides/library.md run as plain Node', () => {
    expect(snippets.length).toBeGreaterThan(0);
    for (const [index, { output }] of snippets.entries()) {
      const printed = run('node', [`snippet-${index}.js`], folder);
      if (output !== undefined) expect(printed).toBe(output);
    }
  });

  test.each(examples)('$file runs as plain Node, and prints what it says', ({ file, output }) => {
    expect(run('node', [file.replace(/ts$/, 'js')], folder)).toBe(output);
  });

  test.each([
    ['.', 'index.d.ts', 50],
    ['./machines', 'machines.d.ts', 40],
    ['./testing', 'testing.d.ts', 20],
  ])(
    'every value that %s declares is there at run time, and every value that is there is declared',
    async (entry, types, least) => {
      const modules = join(folder, 'node_modules/windlass');
      const { exports } = JSON.parse(readFileSync(join(modules, 'package.json'), 'utf8')) as {
        exports: Record<string, object>;
      };
      const declared = valuesDeclared(
        entry.replace('.', 'windlass'),
        readFileSync(join(modules, 'dist/library', types), 'utf8'),
      );
      expect(declared.length).toBeGreaterThanOrEqual(least);
      const files = leavesOf(exports[entry] ?? {}).filter((file) => file.endsWith('.js'));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const code = `console.log(Object.entries(await import('${modules}/${file}')).filter(([, value]) => value !== undefined).map(([name]) => name).sort().join())`;
        expect(run('node', ['--input-type=module', '-e', code], folder).trim().split(','), file).toEqual(
          declared,
        );
      }
    },
  );

  test('the statecharts are there for people who want them themselves', () => {
    expect(run('node', ['slots.js'], folder)).toBe('pullSlots 2 2\n');
  });

  test('the library is readable: functions have their names, types their documentation, and stack traces say where', () => {
    const code = `
      import { checkInvariants, readInput, simulate } from 'windlass';
      import { createRequire } from 'node:module';
      const { simulate: required } = createRequire(import.meta.url)('windlass');
      let stack = '';
      try {
        checkInvariants(undefined);
      } catch (error) {
        stack = error.stack;
      }
      console.log(simulate.name, required === simulate, readInput([{ name: 'pod.yaml', text: 'kind: Pod' }], {}).ok, /at .*checkInvariants/.test(stack));
    `;
    expect(run('node', ['--input-type=module', '-e', code], folder)).toBe('simulate true false true\n');
    const types = readFileSync(join(folder, 'node_modules/windlass/dist/library/index.d.ts'), 'utf8');
    expect(types).toMatch(/\*\/\ndeclare function simulate\(/);
    const machines = readFileSync(join(folder, 'node_modules/windlass/dist/library/machines.d.ts'), 'utf8');
    expect(machines).toMatch(/\* Mirrors /);
  });

  test.for([
    ['windlass', ['index.js', 'rolldown-runtime.js', 'shared.js', 'simulation.js']],
    ['windlass/machines', ['machines.js', 'rolldown-runtime.js', 'shared.js']],
    ['windlass/testing', ['rolldown-runtime.js', 'shared.js', 'simulation.js', 'testing.js']],
  ] as const)('import of %s loads no more of the package than %j', ([name, files]) => {
    const loaded = loadedFiles(`await import('${name}')`);
    expect(loaded.map((path) => path.split('/dist/library/')[1]).sort()).toEqual(files);
  });
});

/** Bytes of what is packed under a path. */
function sizeOf(prefix: string): number {
  return packed.files.filter(({ path }) => path.startsWith(prefix)).reduce((sum, { size }) => sum + size, 0);
}

/**
 * The package's files that V8 has loaded when code is done. Seconds would tell what the machine has to do
 * besides.
 */
function loadedFiles(code: string): readonly string[] {
  const coverage = mkdtempSync(join(folder, 'coverage-'));
  run('env', [`NODE_V8_COVERAGE=${coverage}`, 'node', '--input-type=module', '-e', code], folder);
  const { result } = JSON.parse(readFileSync(join(coverage, readdirSync(coverage)[0] ?? ''), 'utf8')) as {
    result: { url: string }[];
  };
  return result.filter(({ url }) => url.includes('/windlass/dist/')).map(({ url }) => fileURLToPath(url));
}
