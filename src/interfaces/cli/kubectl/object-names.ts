import { visibleText } from '../../../reports/text/visible-text.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { objectNameOrFail } from './kubectl-options.ts';

/** The kinds of objects that are asked for by name, with the words that kubectl takes for each. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  pods: ['pod', 'pods', 'po'],
  deployments: ['deployment', 'deployments', 'deploy', 'deployments.apps'],
  statefulsets: ['statefulset', 'statefulsets', 'sts', 'statefulsets.apps'],
  daemonsets: ['daemonset', 'daemonsets', 'ds', 'daemonsets.apps'],
  replicasets: ['replicaset', 'replicasets', 'rs', 'replicasets.apps'],
  jobs: ['job', 'jobs', 'jobs.batch'],
  cronjobs: ['cronjob', 'cronjobs', 'cj', 'cronjobs.batch'],
};

const kindOfWord = new Map(
  Object.entries(kinds).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/** Returns the kind (`deployments`) that kubectl means by a word such as `deploy`; undefined for kinds not asked for. */
export function kindNamed(word: string): string | undefined {
  return kindOfWord.get(word);
}

/**
 * Returns the names in `deploy/web sts/db` by kind (`deployments`), in the order in which they are given.
 * Throws a `CommandError` (usage) for any other kind: nothing else is asked for by name.
 */
export function namesByKind(objects: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byKind = new Map<string, string[]>();
  for (const object of objects) {
    const [word = '', name, ...more] = object.split('/');
    const kind = kindOfWord.get(word);
    if (name === undefined || more.length > 0 || word.startsWith('-'))
      throw new CommandError(
        exitCode.usage,
        `${visibleText(object)}: not a kind and a name\n  try: deploy/web, sts/db or pod/web-0`,
      );
    if (kind === undefined)
      throw new CommandError(
        exitCode.usage,
        `${visibleText(object)}: only ${Object.keys(kinds).join(', ')} are asked for`,
      );
    getOrInsert(byKind, kind, () => []).push(objectNameOrFail(name, 'an object'));
  }
  return byKind;
}

/** Returns the names in `web-0 pod/web-1`. Throws a `CommandError` (usage) for what is not the name of a pod. */
export function podNames(objects: readonly string[]): readonly string[] {
  return objects.map((object) => {
    const [, word, name = ''] = /^(?:([^/]*)\/)?(.*)$/s.exec(object) ?? [];
    if (word === undefined || kindOfWord.get(word) === 'pods') return objectNameOrFail(name, 'a pod');
    throw new CommandError(exitCode.usage, `${visibleText(object)}: only pods are asked for here`);
  });
}
