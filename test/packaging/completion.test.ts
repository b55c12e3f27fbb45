import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';

// Each shell's own completion, on a terminal (script of util-linux makes one), presses Tab. The windlass that
// it finds completes as the built one does, and for anything else shows the words that it got.
const folder = mkdtempSync(join(tmpdir(), 'windlass-completion-'));
const real = join(root, 'dist/command/windlass.js');
const environment = {
  ...process.env,
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  TERM: 'dumb',
  XDG_CONFIG_HOME: folder,
};

beforeAll(() => {
  // Each answer is made once, for all shells.
  const shim = `#!/bin/bash
case $1 in
  __complete | completion)
    answer='${folder}'/answer-$(printf '[%s]' "$@" | md5sum | cut -d ' ' -f 1)
    [ -f "$answer" ] || '${process.execPath}' '${real}' "$@" > "$answer"
    exec cat "$answer" ;;
  *) printf 'GOT'; printf '[%s]' "$@"; echo ;;
esac
`;
  writeFileSync(join(folder, 'windlass'), shim);
  chmodSync(join(folder, 'windlass'), 0o755);
  writeFileSync(join(folder, 'my-input.yaml'), '');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typed: readonly (readonly [line: string, got: string])[] = [
  ['windlass exa\tafter\t', '[example][after-the-fix]'],
  ['windlass run --set serializeIm\tf\t', '[run][--set][serializeImagePulls=false]'],
  ['windlass run --runtime containerd://2\t', '[run][--runtime][containerd://2.4]'],
  ['windlass run my-in\t-o prom\t', '[run][my-input.yaml][-o][prometheus]'],
];

const found = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

test.each(typed)('bash: %j', async (line, got) => {
  expect(await onTerminal('bash --norc --noprofile', 'source <(windlass completion bash)', line)).toContain(
    `GOT${got}`,
  );
});

const hasZsh = found('zsh');
test.skipIf(!hasZsh).each(typed)(`zsh: %j${hasZsh ? '' : ' (SKIPPED: no zsh here)'}`, async (line, got) => {
  const setUp = 'autoload -U compinit && compinit -u -D && source <(windlass completion zsh)';
  expect(await onTerminal('zsh -f', setUp, line)).toContain(`GOT${got}`);
});

const hasFish = found('fish');
test.skipIf(!hasFish)(`fish${hasFish ? '' : ' (SKIPPED: no fish here)'}`, () => {
  const inFish = (line: string): string[] => {
    const command = `windlass completion fish | source; complete -C ${JSON.stringify(line)}`;
    const { stdout } = spawnSync('fish', ['-c', command], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    return stdout
      .trimEnd()
      .split('\n')
      .map((candidate) => candidate.split('\t')[0] ?? '');
  };
  expect(inFish('windlass exa')).toEqual(['example']);
  expect(inFish('windlass run --set serializeImagePulls=').sort()).toEqual([
    'serializeImagePulls=false',
    'serializeImagePulls=true',
  ]);
  expect(inFish("windlass run --fault 'slowLink li")).toEqual(['slowLink link=']);
  expect(inFish('windlass run my-in')).toEqual(['my-input.yaml']);
});

const hasPowerShell = found('pwsh');
test.skipIf(!hasPowerShell)(`PowerShell${hasPowerShell ? '' : ' (SKIPPED: no pwsh here)'}`, () => {
  const line = 'windlass run --set serializeIm';
  const command = `windlass completion powershell | Out-String | Invoke-Expression; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', command], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('serializeImagePulls=');
});

/**
 * Types the set-up and the line, each Tab once the shell has answered what was before, and returns what the
 * terminal showed.
 */
async function onTerminal(shell: string, setUp: string, line: string): Promise<string> {
  const terminal = spawn('script', ['-qfec', shell, '/dev/null'], {
    cwd: folder,
    env: { ...environment, PS1: '$ ' },
  });
  let shown = '';
  terminal.stdout.on('data', (text) => {
    shown += String(text);
  });
  const ended = new Promise((resolve) => terminal.on('close', resolve));
  terminal.stdin.write(`${setUp}; echo rea''dy\n`);
  await expect.poll(() => shown).toContain('\nready');
  for (const part of line.split(/(?<=\t)/)) {
    const before = shown.length;
    terminal.stdin.write(part);
    // What is typed is shown again, and then what the shell adds.
    await expect.poll(() => shown.length).toBeGreaterThan(before + part.trimEnd().length);
  }
  terminal.stdin.write('\nexit\n');
  await ended;
  return shown.replaceAll('\r', '');
}
