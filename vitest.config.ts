import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Node loads the sources itself, not Vite: test/loader.mjs says why. Coverage knows lines of TypeScript by Vite only, on Node 20.
const isCovered = process.argv.some((word) => word.startsWith('--coverage'));

/** Rules, machines and the properties of what they do together. */
const quick = ['machines', 'properties', 'rules'].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    experimental: { viteModuleRunner: isCovered, nodeLoader: false },
    // What is explored and run is kept for all tests of a process: a heap that begins small is searched for garbage again and again.
    execArgv: [
      '--initial-heap-size=1500',
      '--import',
      fileURLToPath(new URL('test/loader.mjs', import.meta.url)),
    ],
    setupFiles: ['test/setup.ts'],
    // Test files share a process and its modules: nothing in them outlives a test, and loading them anew took half of the time.
    isolate: false,
    // Limits against a hang, not measures: a busy machine was seen to take ten times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    projects: [
      // What one runs while writing: `npm test -- --project quick`.
      { extends: true, test: { name: 'quick', include: quick, maxWorkers: '100%' } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...quick, 'test/browser/**', 'test/packaging/**'],
          maxWorkers: '100%',
        },
      },
      // Those that need dist/ come after the others, one file at a time: some of the browser's measure, and are alone on the machine.
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: 'test/build.mjs',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/build.mjs',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
