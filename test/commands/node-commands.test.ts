import { join } from 'node:path';
import fc from 'fast-check';
import { it } from 'vitest';
import { root } from '../tidy/sources.ts';
import { checkCommands } from './check-commands.ts';

const { seed = 0, numRuns = 100 } = fc.readConfigureGlobal();

it('a whole node keeps to the model and to every invariant, whatever is done to it and in whatever order of an instant', () => {
  checkCommands({
    name: 'node-commands',
    testFile: 'test/commands/node-commands.test.ts',
    numRuns: Math.ceil(numRuns / 4),
    seed,
    folder: join(root, '.windlass-failures'),
    replay: process.env.WINDLASS_REPLAY,
  });
});
