import { Command } from 'commander';
import { type ExitCode, exitCode } from '../command-error.ts';
import { candidatesOf } from '../completion/complete.ts';
import type { Candidates, Values } from '../completion/option-values.ts';
import type { Terminal } from '../terminal.ts';
import { Kubectl } from './ask-kubectl.ts';
import { addKubectlOptions, clusterWords, type KubectlOptions, placeWords } from './kubectl-options.ts';
import { kindNamed } from './object-names.ts';
import { pluginCommands } from './plugin-commands.ts';
import { addPluginOptions } from './run-plugin.ts';

/** What kubectl tells the shell of the candidates (spf13/cobra, `ShellCompDirective`). */
const directives = { noSpace: 2, noFiles: 4 } as const;

/**
 * Prints what may stand at the end of `kubectl windlass …`, of which `argv` has the words: the last is being typed, and may
 * be empty. kubectl calls the program kubectl_complete-windlass for it, and reads candidates and a directive (kubectl 1.26
 * and later, pkg/cmd/plugin_completion.go). Nothing is ever wrong, because a message would be in the way.
 */
export async function completePlugin(argv: readonly string[], outside: Terminal): Promise<ExitCode> {
  const [words, current] = [argv.slice(0, -1), argv.at(-1) ?? ''];
  const terminal = { ...outside, stderr: { write: () => true } };
  const nothing = (): Candidates => ({ values: [] });
  const { values, files } = await candidatesFor(words, current, terminal).catch(nothing);
  const fitting = values.filter(({ value }) => value.startsWith(current));
  const isOpen = fitting.some(({ value }) => value.endsWith('='));
  const directive = (files ? 0 : directives.noFiles) | (isOpen ? directives.noSpace : 0);
  const lines = fitting.map((one) => (one.words === undefined ? one.value : `${one.value}\t${one.words}`));
  outside.stdout.write([...lines, `:${directive}`].map((line) => `${line}\n`).join(''));
  return exitCode.ok;
}

async function candidatesFor(
  words: readonly string[],
  current: string,
  terminal: Terminal,
): Promise<Candidates> {
  const [name, ...typed] = words;
  if (name === undefined)
    return current.startsWith('-')
      ? { values: [{ value: '--help' }, { value: '--version' }] }
      : { values: pluginCommands.map((row) => ({ value: row.name, words: row.description })) };
  const row = pluginCommands.find((each) => each.name === name);
  if (row === undefined) return { values: [] };
  const command = new Command(name);
  await addPluginOptions(command, row, terminal);
  return await candidatesOf(command, typed, current, terminal, clusterValues(name, typedOptions(typed)));
}

/** Returns the options for kubectl among the words, as far as they are complete. */
function typedOptions(words: readonly string[]): KubectlOptions {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addKubectlOptions(command);
  try {
    command.parseOptions([...words]);
  } catch {
    // The last one has no value yet.
  }
  return command.opts<KubectlOptions>();
}

/** A name in an answer of `kubectl get -o name`: `deployment.apps/web`. */
interface KindAndName {
  readonly kind: string;
  readonly name: string;
}

/** Short words for the kinds that are asked for where none is typed. */
const shortKinds: Readonly<Record<string, string>> = {
  'deployment.apps': 'deploy',
  'statefulset.apps': 'sts',
  'daemonset.apps': 'ds',
};

/** Returns the values that a cluster or a kubeconfig knows, for the options and arguments of a command. */
function clusterValues(command: string, options: KubectlOptions): Readonly<Record<string, Values>> {
  const ends = [...clusterWords(options), '--request-timeout=3s', '-o', 'name'];
  const named =
    (args: readonly string[], wordOf: (found: KindAndName) => string): Values =>
    async ({ terminal }) => ({
      values: (await namesIn([...args, ...ends], terminal)).map((found) => ({ value: wordOf(found) })),
    });
  const objects = (kinds: string, wordOf: (found: KindAndName) => string) =>
    named(['get', kinds, ...placeWords(options)], wordOf);
  const withKind: Values = async (context) => {
    const [word = '', name] = context.typed.split('/');
    const kind = kindNamed(word);
    if (name === undefined)
      return objects('deployments,statefulsets,daemonsets', ({ kind: found, name }) => {
        return `${shortKinds[found] ?? found}/${name}`;
      })(context);
    return kind === undefined ? { values: [] } : objects(kind, (found) => `${word}/${found.name}`)(context);
  };
  return {
    '--namespace': named(['get', 'namespaces'], ({ name }) => name),
    '--context': named(['config', 'get-contexts'], ({ name }) => name),
    'why pods': async (context) =>
      context.typed.includes('/') ? withKind(context) : objects('pods', ({ name }) => name)(context),
    [`${command} workloads`]: withKind,
  };
}

async function namesIn(args: readonly string[], terminal: Terminal): Promise<readonly KindAndName[]> {
  const kubectl = new Kubectl(terminal);
  try {
    const answer = await kubectl.ask(args);
    if (!answer.ok) return [];
    return answer.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ kind: line.split('/')[0] ?? '', name: line.replace(/^.*\//, '') }));
  } finally {
    kubectl.letGo();
  }
}
