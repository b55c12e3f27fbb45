import { defineConfig } from 'vitest/config';
import { mutationParts } from './scripts/mutation-parts.mjs';

const part = mutationParts[process.env.WINDLASS_MUTATION_PART ?? 'kubelet'];

// The tests that the mutants of one part are held against.
export default defineConfig({
  test: {
    include: [...part.tests],
    exclude: [...(part.without ?? [])],
    setupFiles: ['test/setup.ts'],
    testTimeout: 600_000,
  },
});
