import { jsonText } from '../../../reports/json/json-text.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { coloursFor } from '../../../reports/text/text-options.ts';
import type { KnownBug } from '../../../rules/kubelet/known-bug.ts';
import { knownBugs, releaseBugs } from '../../../rules/kubelet/known-bugs.ts';
import { releaseOfVersion } from '../../../rules/kubelet/kubelet-release.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { outputOption } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { coloursOn, columnsOf, type Terminal, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Windlass reproduces bugs of real kubelets, and says so when a run meets one. This is the list, with how to avoid each.',
  ],
  examples: [
    ['Which bugs are known?', 'windlass bugs'],
    ['Which does my kubelet have?', 'windlass bugs --kubelet-version 1.36'],
    ['As JSON', 'windlass bugs --kubelet-version v1.31.14 -o json'],
  ],
};

interface BugsOptions {
  readonly kubeletVersion?: string;
  readonly output: 'text' | 'json';
}

/** `windlass bugs`: the known defects of the kubelet's releases. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .option('--kubelet-version <version>', 'only the bugs of this release, such as 1.36')
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(({ kubeletVersion, output }: BugsOptions) => {
      const bugs = kubeletVersion === undefined ? knownBugs : bugsOf(kubeletVersion, terminal);
      terminal.stdout.write(
        output === 'json' ? jsonText('KnownBugList', { items: bugs }) : text(bugs, kubeletVersion, terminal),
      );
      end(exitCode.ok);
    });
};

/** A run with a release that nobody knows yet meets the bugs of the newest one that is known. */
function bugsOf(version: string, terminal: Terminal): readonly KnownBug[] {
  const selected = selectProfile(version);
  if ('error' in selected) throw new CommandError(exitCode.usage, `--kubelet-version: ${selected.error}`);
  const { profile, note, isGuess } = selected;
  if (isGuess !== true) return releaseBugs(releaseOfVersion(version) ?? profile.release);
  if (note !== undefined) tellWarning(terminal, note);
  return releaseBugs(profile.release);
}

function text(bugs: readonly KnownBug[], version: string | undefined, terminal: Terminal): string {
  const { bold, dim } = coloursFor({ colour: coloursOn(terminal) });
  // Long lines are hard to read on any screen.
  const width = Math.min(columnsOf(terminal), 120);
  const field = (name: string, value: string | undefined): string[] =>
    value === undefined
      ? []
      : wrapWords(`${name} ${value}`, width - 4).map((line, index) =>
          dim(`${index === 0 ? '  ' : '    '}${line}`),
        );
  const blocks = bugs.map(({ id, area, since, until, effect, source, fixed, avoid }) => [
    `${bold(id)}  ${area}, ${since === until ? since : `${since} to ${until}`}`,
    ...wrapWords(effect, width - 2).map((line) => `  ${line}`),
    ...field('Avoid:', avoid),
    ...field('Fixed:', fixed),
    ...field('Source:', source),
    '',
  ]);
  const of = version === undefined ? '' : ` of kubelet ${version}`;
  return `${[...blocks.flat(), `${countText(bugs.length, 'known bug')}${of}`].join('\n')}\n`;
}
