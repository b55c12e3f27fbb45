import { expect, test, vi } from 'vitest';

const made = vi.hoisted(() => ({ ofAnyCharacter: 0 }));

vi.mock('fast-check', async (original) => {
  const { default: fc } = await original<typeof import('fast-check')>();
  const string: typeof fc.string = (constraints) => {
    if (constraints?.unit === 'binary') made.ofAnyCharacter += 1;
    return fc.string(constraints);
  };
  return { default: { ...fc, string } };
});

test('what takes fast-check half a second to make is made for random scripts, not for every command of the command line', async () => {
  await import('../../src/conformance/script-kinds.ts');
  const { randomScript } = await import('../../src/conformance/imagemanager/random-script.ts');
  expect(made.ofAnyCharacter).toBe(0);
  randomScript();
  randomScript();
  expect(made.ofAnyCharacter).toBe(1);
});
