import { type Command, Option } from 'commander';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { CommandError, exitCode } from '../command-error.ts';

/** Which cluster is asked, and for what in it: options of kubectl, which gets them, and where answers are kept. */
export interface KubectlOptions {
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly namespace?: string;
  readonly allNamespaces?: true;
  readonly selector?: string;
  readonly save?: string;
}

const options = [
  new Option('-n, --namespace <name>', "of this namespace (default: the context's)"),
  new Option('-A, --all-namespaces', 'of all namespaces'),
  new Option('-l, --selector <labels>', 'only what has these labels: app=web'),
  new Option('--context <name>', 'the context of the kubeconfig'),
  new Option('--kubeconfig <file>', 'the kubeconfig'),
  new Option('--save <folder>', 'keep there what kubectl answered'),
];

const flags = new Set(options.map(({ long }) => long));

/** Adds the options that are for kubectl. */
export function addKubectlOptions(command: Command): void {
  for (const option of options) command.addOption(option);
}

/** Whether an option is one of those. */
export function isForKubectl({ long }: Option): boolean {
  return flags.has(long);
}

/** How the API server lets objects and namespaces be called. */
const objectName = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** Returns the name, or throws a `CommandError` (usage) where no object can be called so. */
export function objectNameOrFail(name: string, what: string): string {
  if (name.length <= 253 && objectName.test(name)) return name;
  throw new CommandError(exitCode.usage, `${visibleText(name)}: not the name of ${what}`);
}

/** Throws a `CommandError` (usage) for values that kubectl would refuse, or take for an option. */
export function checkKubectlOptions(
  { namespace, allNamespaces, selector, context, kubeconfig }: KubectlOptions,
  names: readonly string[],
): void {
  const refuse = (sentence: string) => {
    throw new CommandError(exitCode.usage, sentence);
  };
  if (namespace !== undefined) objectNameOrFail(namespace, 'a namespace');
  for (const [flag, value] of Object.entries({ selector, context, kubeconfig }))
    if (value !== undefined && (value === '' || value.startsWith('-')))
      refuse(`--${flag} ${visibleText(value)}: it begins with - or is empty`);
  if (namespace !== undefined && allNamespaces === true)
    refuse('--namespace cannot be used with --all-namespaces');
  if (names.length > 0 && allNamespaces === true)
    refuse('--all-namespaces cannot be used with a name: --namespace says where it is');
  if (names.length > 0 && selector !== undefined) refuse('--selector cannot be used with a name');
}

/** The words that say which cluster is asked. */
export function clusterWords({ context, kubeconfig }: KubectlOptions): readonly string[] {
  return [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
  ];
}

/** The words that say where in a cluster. */
export function placeWords({ namespace, allNamespaces }: KubectlOptions): readonly string[] {
  if (allNamespaces === true) return ['--all-namespaces'];
  return namespace === undefined ? [] : [`--namespace=${namespace}`];
}
