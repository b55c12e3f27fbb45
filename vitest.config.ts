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
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Test files share a process and its modules: nothing in them outlives a test, and loading them anew took half of the time.
    isolate: false,
    testTimeout: 60_000,
    // What a page comes to show is waited for, however busy the machine is.
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
