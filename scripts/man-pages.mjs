// man/*.1: a page for the program, one for kubectl's plugin and one for each command, of the same rows and texts as --help.
import { Command } from 'commander';
import { exitCodes } from '../dist/src/interfaces/cli/command-error.js';
import { commands } from '../dist/src/interfaces/cli/commands/commands.js';
import { optionDescription } from '../dist/src/interfaces/cli/help/command-help.js';
import { addKubectlOptions } from '../dist/src/interfaces/cli/kubectl/kubectl-options.js';
import { pluginCommands, pluginHelp } from '../dist/src/interfaces/cli/kubectl/plugin-commands.js';
import { programHelp, runCli } from '../dist/src/interfaces/cli/run-cli.js';
import { version } from '../dist/src/interfaces/cli/version.js';

/** Of the texts; a page without a date is a warning of mandoc. */
const date = '2026-11-24';
const terminal = {
  stdin: [],
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  env: {},
  cwd: '.',
  nowMs: () => 0,
};
const what = 'show how Kubernetes nodes pull the images of your manifests';

/** @returns {Promise<Record<string, string>>} the pages by path */
export async function manPages() {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  const pages = { 'man/windlass.1': programPage(shown), 'man/kubectl-windlass.1': pluginPage() };
  for (const row of shown) {
    const command = new Command(row.name);
    const { add, help } = await row.load();
    add(command, terminal, () => {}, runCli);
    pages[`man/windlass-${row.name}.1`] = commandPage(row, command, help);
  }
  return pages;
}

function programPage(shown) {
  return page('windlass', what, [
    section('SYNOPSIS', ['.B windlass', '.I command', '[options]']),
    section('DESCRIPTION', [
      text('Shows how Kubernetes nodes pull the images of your manifests: what each pod waits for, and why.'),
      text('No cluster is needed: the kubelet and the container runtime are simulated.'),
    ]),
    ...[...new Set(shown.map(({ group }) => group))].map((group) =>
      section(
        group.toUpperCase(),
        tagged(
          shown
            .filter((row) => row.group === group)
            .map(({ name, description }) => [`windlass-${name}(1)`, description]),
        ),
      ),
    ),
    ...helpSections(programHelp),
    section('EXIT STATUS', tagged(exitCodes)),
  ]);
}

function pluginPage() {
  const command = new Command('kubectl-windlass');
  addKubectlOptions(command);
  const names = ({ name, takes }) => (takes === undefined ? name : `${name} ${takes[0]}`);
  return page('kubectl-windlass', 'show how the nodes of your cluster pull the images of your pods', [
    section('SYNOPSIS', ['.B kubectl windlass', '.I command', '[options]']),
    section(
      'COMMANDS',
      tagged(
        pluginCommands.map((row) => [
          names(row),
          `${row.description}; also takes the options of windlass-${row.name}(1)`,
        ]),
      ),
    ),
    section('OPTIONS', tagged(command.options.map((option) => [option.flags, optionDescription(option)]))),
    ...helpSections(pluginHelp),
    section('EXIT STATUS', tagged(exitCodes)),
    section('SEE ALSO', ['.BR windlass (1)']),
  ]);
}

function commandPage({ name, description }, command, help) {
  const args = command.registeredArguments;
  const options = command.options.map((option) => [option.flags, optionDescription(option)]);
  return page(`windlass-${name}`, description, [
    section('SYNOPSIS', [
      `.B windlass ${name}`,
      text(`[options] ${command.usage().replace('[options]', '').trim()}`),
    ]),
    ...(args.length === 0
      ? []
      : [section('ARGUMENTS', tagged(args.map((argument) => [argument.name(), argument.description])))]),
    ...(options.length === 0 ? [] : [section('OPTIONS', tagged(options))]),
    ...helpSections(help),
    section('SEE ALSO', ['.BR windlass (1)']),
  ]);
}

function helpSections({ about = [], lists = [], examples }) {
  const shown = examples.flatMap(([question, line], index) => [
    ...(index === 0 ? [] : ['.PP']),
    text(question),
    '.PP',
    '.nf',
    '.RS',
    text(line),
    '.RE',
    '.fi',
  ]);
  return [
    ...(about.length === 0
      ? []
      : [
          section(
            'NOTES',
            about.flatMap((words, index) => [...(index === 0 ? [] : ['.PP']), text(words)]),
          ),
        ]),
    ...lists.map(({ title, rows }) => section(title.toUpperCase(), tagged(rows))),
    section('EXAMPLES', shown),
  ];
}

function page(name, description, sections) {
  const title = `.TH ${name.toUpperCase()} 1 "${date}" "windlass ${version}" "Windlass"`;
  const made =
    '.\\" Made by scripts/man-pages.mjs from src/interfaces/cli: change it there, then npm run update.';
  // Neither hyphens nor stretched lines: names and options stay as they are typed.
  return `${[made, title, '.nh', '.ad l', section('NAME', [`${text(name)} \\- ${text(description)}`]), ...sections].join('\n')}\n`;
}

function section(title, lines) {
  return [`.SH ${title}`, ...lines].join('\n');
}

function tagged(rows) {
  return rows.flatMap(([term, words]) => ['.TP', `.B ${text(String(term))}`, text(words)]);
}

/** Plain text for roff: backslashes and minus signs as they are, no line that begins like a request. */
function text(words) {
  const plain = words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll('"', '\\(dq');
  return plain.replace(/^([.'])/, '\\&$1');
}
