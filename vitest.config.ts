import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // What the snippets of README.md and docs/ import: the sources, as the package exports them.
    alias: [
      { find: /^windlass\/machines$/, replacement: here('machines/index.ts') },
      { find: /^windlass$/, replacement: here('src/index.ts') },
    ],
  },
  test: {
    setupFiles: ['test/setup.ts'],
    // Test files share a process and its modules: nothing in them outlives a test, and loading them anew took half of the time.
    isolate: false,
    // Limits against a hang, not measures: a busy machine was seen to take ten times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['test/**/*.test.ts'], exclude: ['test/browser/**', 'test/packaging/**'], maxWorkers: '100%' },
      },
      // Those that need dist/ come after the others, one file at a time: some of the browser's measure, and are alone on the machine.
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: 'test/build.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/build.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
