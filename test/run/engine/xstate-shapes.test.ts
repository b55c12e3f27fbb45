import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assign } from 'xstate';
import { checkXStateShapes } from '../../../src/run/engine/compiled/xstate-shapes.ts';
import { root } from '../../tidy/sources.ts';

it('the installed XState has what machines are compiled from', () => {
  expect(() => checkXStateShapes()).not.toThrow();
});

it('another version of XState is refused with the missing shape and the version to install', () => {
  const later = { 'xstate.assign': { action: assign({}), fields: ['assignment', 'renamed'] } };
  expect(() => checkXStateShapes(later)).toThrow(
    'the installed xstate: it lacks renamed of xstate.assign, which Windlass reads of version 5.33: npm install xstate@5.33',
  );
  expect(() => checkXStateShapes({ 'xstate.assign': { action: {}, fields: [] } })).toThrow(
    'it lacks the action xstate.assign',
  );
});

it('package.json asks for that version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies.xstate).toMatch(/^~5\.33\./);
});
