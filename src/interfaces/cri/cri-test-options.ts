import type { TestOptions } from '../cli/systems/test-options.ts';

/** The options of a session with a container runtime. */
export type CriTestOptions = TestOptions & { readonly cri: string };
