import { test } from 'vitest';
import { plegModel } from '../../src/models/pleg-model.ts';
import { explorationsOf } from './explorations.ts';
test('x', () => { for (const e of explorationsOf(plegModel)) console.log('ZZ', e.start.name, e.stateCount, e.isComplete); });
