import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command, type Option } from 'commander';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { commands } from '../commands/commands.ts';
import { unwritable } from '../files/file-errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { addHelp } from '../help/command-help.ts';
import { askedFor, explain, programNamed, runCli, visibleTerminal } from '../run-cli.ts';
import { type Terminal, tellNote } from '../terminal.ts';
import { Kubectl } from './ask-kubectl.ts';
import { ClusterDocuments, tellReads } from './cluster-documents.ts';
import { clusterReads, type PluginCommandName } from './cluster-reads.ts';
import { ordinaryWords } from './command-words.ts';
import { addKubectlOptions, checkKubectlOptions, type KubectlOptions } from './kubectl-options.ts';
import { aboutKubectl, type PluginCommandRow, pluginCommands, pluginHelp } from './plugin-commands.ts';

const pluginWords =
  'Shows how the nodes of your cluster pull the images of your pods: what each waits for, and why.\nNothing is changed: what kubectl gets is simulated here.';

/**
 * Runs a command line of the plugin, `kubectl windlass …` without these two words, and returns its exit code:
 * that of the command of Windlass, which is run on what kubectl printed.
 */
export async function runPlugin(argv: readonly string[], outside: Terminal): Promise<ExitCode> {
  const terminal = visibleTerminal(outside);
  const program = programNamed('kubectl windlass', pluginWords, terminal);
  addHelp(program, terminal, pluginHelp);
  let code: ExitCode = exitCode.ok;
  const asked = askedFor(argv);
  for (const { name, description, takes, help } of pluginCommands) {
    const command = program.command(name).description(description).helpOption('-h, --help', 'show help');
    if (name !== asked) continue;
    const options = await addPluginOptions(command, { name, takes }, terminal);
    addHelp(command, terminal, { ...help, about: [...(help.about ?? []), aboutKubectl] });
    command.action(async () => {
      const words = argv.slice(argv.indexOf(name) + 1);
      const ordinary = ordinaryWords(words, [...options, ...command.options]);
      code = await runOnCluster(name, command.args, ordinary, command.opts<KubectlOptions>(), outside);
    });
  }
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return await explain(error, ['kubectl', 'windlass', ...argv], terminal);
  }
}

/**
 * Adds what a command of the plugin takes: names, the options of the ordinary command, of which `--from` can be left out,
 * and those for kubectl. Returns the options of the ordinary command.
 */
export async function addPluginOptions(
  command: Command,
  { name, takes }: Pick<PluginCommandRow, 'name' | 'takes'>,
  terminal: Terminal,
): Promise<readonly Option[]> {
  if (takes !== undefined) command.argument(...takes);
  const row = commands.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no command ${name}`);
  const ordinary = new Command(name);
  (await row.load()).add(ordinary, terminal, () => {}, runCli);
  for (const option of ordinary.options) {
    if (option.long === '--from') option.makeOptionMandatory(false);
    command.addOption(option);
  }
  addKubectlOptions(command);
  return ordinary.options;
}

async function runOnCluster(
  command: PluginCommandName,
  objects: readonly string[],
  ordinary: readonly string[],
  options: KubectlOptions,
  outside: Terminal,
): Promise<ExitCode> {
  const terminal = visibleTerminal(outside);
  checkKubectlOptions(options, objects);
  const reads = clusterReads(command, objects, options);
  tellReads(reads, options, terminal);
  const kubectl = new Kubectl(terminal);
  const cluster = new ClusterDocuments(options, kubectl, terminal);
  try {
    await cluster.ask(reads);
  } finally {
    kubectl.letGo();
  }
  if (options.save !== undefined) keepDocuments(cluster, terminal);
  const withDocuments = { ...outside, documents: cluster.texts };
  if (command === 'verify') return verifyCluster(cluster, ordinary, withDocuments);
  const release = command === 'upgrade' && !hasFrom(ordinary) ? ['--from', releaseOf(cluster, terminal)] : [];
  return runCli([command, ...cluster.names, ...release, ...ordinary], withDocuments);
}

/** Holds the events against a Scenario that `windlass import` makes of the cluster, as docs/guides/verify.md has it. */
async function verifyCluster(
  cluster: ClusterDocuments,
  ordinary: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  let scenario = '';
  const stdout = {
    write: (text: string) => {
      scenario += text;
    },
  };
  const code = await runCli(['import', ...cluster.names], { ...terminal, stdout });
  if (code !== exitCode.ok) return code;
  const name = cluster.nameOf('cluster').replace(/json$/, 'yaml');
  const documents = new Map([...cluster.texts, [name, scenario]]);
  return runCli(['verify', cluster.nameOf('events'), name, ...ordinary], { ...terminal, documents });
}

function hasFrom(words: readonly string[]): boolean {
  return words.some((word) => word === '--from' || word.startsWith('--from='));
}

/** Returns the version of most kubelets, and says it. */
function releaseOf(cluster: ClusterDocuments, terminal: Terminal): string {
  const [version, ...others] = cluster.versions();
  if (version === undefined)
    throw new CommandError(exitCode.input, 'no node says its version\n  try: --from 1.37');
  const more = others.length === 0 ? '' : `, of most nodes; others have ${others.join(', ')}`;
  tellNote(terminal, `--from ${version}${more}`);
  return version;
}

function keepDocuments(cluster: ClusterDocuments, terminal: Terminal): void {
  for (const [name, text] of cluster.texts) {
    makeFolder('--save', dirname(name), terminal);
    const target = resolve(terminal.cwd, name);
    try {
      writeFileSync(target, text);
    } catch (error) {
      throw unwritable(name, target, error);
    }
  }
}
