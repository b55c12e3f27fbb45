import { bugReleases } from '../../../answers/known-bugs/bug-releases.ts';
import { type ListedBug, type ListedBugs, nodeBugs } from '../../../answers/known-bugs/node-bugs.ts';
import { expectedOf } from '../../../inputs/run-request.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { coloursFor } from '../../../reports/text/text-options.ts';
import type { KnownBug } from '../../../rules/kubelet/known-bug.ts';
import { knownBugs, releaseBugs } from '../../../rules/kubelet/known-bugs.ts';
import { releaseOfVersion } from '../../../rules/kubelet/kubelet-release.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { programBugs, programRelease, runtimeBugs } from '../../../rules/runtime/runtime-bugs.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { outputOption } from '../command-options.ts';
import { inputPartsOfFiles } from '../files/input-or-fail.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { coloursOn, columnsOf, type Terminal, tellNote, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Windlass reproduces bugs of real kubelets, and says so when a run meets one. This is the list, with how to avoid each. Bugs of containerd, CRI-O, k3s and RKE2 are listed by their own releases; runs have only those that are called simulated.',
    'With files, only what their nodes can meet by their releases and settings. Nothing is said of a runtime whose patch is unknown: Node objects name it, and so does --runtime.',
  ],
  examples: [
    ['Which bugs are known?', 'windlass bugs'],
    ['Which does my kubelet have?', 'windlass bugs --kubelet-version 1.36'],
    ['Which does my runtime have?', 'windlass bugs --runtime containerd://2.1.3'],
    ['And k3s?', 'windlass bugs --kubelet-version v1.31.6+k3s1'],
    ['Which can my nodes meet?', 'kubectl get nodes -o yaml | windlass bugs -'],
    ['As JSON', 'windlass bugs --kubelet-version v1.31.14 -o json'],
  ],
};

interface BugsOptions {
  readonly kubeletVersion?: string;
  readonly runtime?: string;
  readonly output: 'text' | 'json';
}

/** `windlass bugs`: the known defects of releases of the kubelet, of runtimes and of distributions. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[inputs...]', 'files, folders, globs, or - for stdin: only the bugs that their nodes can meet')
    .option('--kubelet-version <version>', 'only the bugs of this release, such as 1.36 or v1.31.6+k3s1')
    .option('--runtime <runtime>', 'only the bugs of this runtime, such as containerd://2.1.3')
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: BugsOptions) => {
      const found =
        inputs.length > 0 ? await inputBugs(inputs, options, terminal) : optionBugs(options, terminal);
      terminal.stdout.write(
        options.output === 'json' ? jsonText('KnownBugList', { items: found.bugs }) : text(found, terminal),
      );
      end(exitCode.ok);
    });
};

/** Returns the bugs that the nodes of an input can meet. */
async function inputBugs(
  inputs: readonly string[],
  { kubeletVersion, runtime }: BugsOptions,
  terminal: Terminal,
): Promise<ListedBugs> {
  const request = {
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
    ...(runtime === undefined ? {} : { runtime }),
  };
  const { input } = await inputPartsOfFiles(inputs, request, terminal, []);
  const { unknown, ...found } = nodeBugs(input.nodes);
  for (const name of unknown)
    tellNote(terminal, `the patch of ${name} is not known: none of its bugs are listed`);
  return found;
}

/** Returns the bugs of what the options name; all if they name nothing. */
function optionBugs({ kubeletVersion, runtime }: BugsOptions, terminal: Terminal): ListedBugs {
  if (kubeletVersion === undefined && runtime === undefined)
    return { bugs: [...knownBugs, ...runtimeBugs], releases: [] };
  const expected = runtime === undefined ? undefined : expectedOf('runtime', runtime);
  if (expected !== undefined) throw new CommandError(exitCode.usage, `--runtime: expected ${expected}`);
  const programs = [runtime, kubeletVersion].flatMap((each) => programRelease(each ?? '') ?? []);
  return {
    bugs: [
      ...(kubeletVersion === undefined ? [] : kubeletBugs(kubeletVersion, terminal)),
      ...programs.flatMap(programBugs),
    ],
    releases: [
      ...(kubeletVersion === undefined ? [] : [`kubelet ${kubeletVersion}`]),
      ...(runtime === undefined ? [] : [runtime]),
    ],
  };
}

/** A run with a release that nobody knows yet meets the bugs of the newest one that is known. */
function kubeletBugs(version: string, terminal: Terminal): readonly KnownBug[] {
  const selected = selectProfile(version);
  if ('error' in selected) throw new CommandError(exitCode.usage, `--kubelet-version: ${selected.error}`);
  const { profile, note, isGuess } = selected;
  if (isGuess !== true) return releaseBugs(releaseOfVersion(version) ?? profile.release);
  if (note !== undefined) tellWarning(terminal, note);
  return releaseBugs(profile.release);
}

function text({ bugs, releases }: ListedBugs, terminal: Terminal): string {
  const { bold, dim } = coloursFor({ colour: coloursOn(terminal) });
  // Long lines are hard to read on any screen.
  const width = Math.min(columnsOf(terminal), 120);
  const field = (name: string, value: string | undefined): string[] =>
    value === undefined
      ? []
      : wrapWords(`${name} ${value}`, width - 4).map((line, index) =>
          dim(`${index === 0 ? '  ' : '    '}${line}`),
        );
  const blocks = bugs.map((bug) => [
    ...wrapWords(bugReleases(bug), Math.max(30, width - bug.id.length - 2)).map((line, index) =>
      index === 0 ? `${bold(bug.id)}  ${line}` : `    ${line}`,
    ),
    ...wrapWords(bug.effect, width - 2).map((line) => `  ${line}`),
    ...fieldsOf(bug).flatMap(([name, value]) => field(name, value)),
    '',
  ]);
  const of = releases.length === 0 ? '' : ` of ${releases.join(' and ')}`;
  return `${[...blocks.flat(), `${countText(bugs.length, 'known bug')}${of}`].join('\n')}\n`;
}

function fieldsOf(bug: ListedBug): readonly (readonly [name: string, value: string | undefined])[] {
  const { avoid, fixed, source } = bug;
  const ofProgram: readonly (readonly [string, string | undefined])[] =
    'program' in bug
      ? [
          ['Where:', bug.where],
          ['Sign:', bug.sign],
          ['Releases:', bug.doubt],
        ]
      : [];
  return [...ofProgram, ['Avoid:', avoid], ['Fixed:', fixed], ['Source:', source]];
}
