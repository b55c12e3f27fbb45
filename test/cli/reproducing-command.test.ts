import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { reproducingCommand } from '../../src/cli/reproducing-command.ts';
import { addRunOptions, type RunOptions } from '../../src/cli/run-options.ts';
import { root } from '../tidy/sources.ts';

function parsed(words: readonly string[]): RunOptions {
  const command = addRunOptions(new Command('run').argument('[inputs...]').exitOverride());
  return command.parse(words, { from: 'user' }).opts<RunOptions>();
}

test('the seed is always told, and what only says where results go is not', () => {
  const options = parsed(['-o', 'json', '--out', 'x', '--report', 'y', '--fail-on', 'any-failure']);
  expect(reproducingCommand(['web.yaml', '-'], options, 7)).toBe('windlass run --seed 7 web.yaml -');
});

test('what a shell would take apart is quoted', () => {
  expect(reproducingCommand(["it's; rm -rf $HOME"], parsed(['--image-size', 'a b=1MB']), 1)).toBe(
    `windlass run --image-size 'a b=1MB' --seed 1 'it'\\''s; rm -rf $HOME'`,
  );
  expect(reproducingCommand(['-o.yaml'], parsed([]), 1)).toBe('windlass run --seed 1 -- -o.yaml');
});

test('times come back as they were given', () => {
  for (const time of ['90s', '15m', '1h30m', '1500us', '20ms'])
    expect(
      parsed(
        reproducingCommand([], parsed(['--for', time]), 1)
          .split(' ')
          .slice(2),
      ).for,
    ).toBe(parsed(['--for', time]).for);
});

test('no option that a run depends on is forgotten', () => {
  const source = readFileSync(join(root, 'src/cli/run-command.ts'), 'utf8');
  const used = new Set([...source.slice(source.indexOf('function inputOptionsOf')).matchAll(/options\.(\w+)/g)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(7);
  const command = addRunOptions(new Command('run'));
  const about = command.options.filter((option) => used.has(option.attributeName()) && option.attributeName() !== 'seed');
  const words = about.flatMap(({ long }) => [long ?? '', long === '--for' ? '90s' : 'a=b']);
  const options = parsed(words);
  expect(parsed(reproducingCommand([], options, 1).split(' ').slice(2))).toEqual({ ...options, seed: 1 });
});
