import type { OptionOrigin } from '../documents/input-error.ts';
import { documentOfWords } from '../documents/made-document.ts';
import type { Problems } from '../documents/problems.ts';
import type { SourceText } from '../documents/source-document.ts';
import { fieldOfFlag, flagsIn } from './kubelet-flags.ts';
import type { KubeletLayer } from './kubelet-layer.ts';

/**
 * The beginning of the first line with content: a systemd unit, a file of environment variables, a command
 * line, a line of ps.
 */
const firstLine =
  /^(?:\[(?:Unit|Service|Install)\]|(?:export\s+)?KUBELET_\w*=|--[a-z][a-z0-9-]+(?:[= ]|$)|(?![-{["']|[\w.-]+:(?:\s|$)).*?(?:^|[\s/])kubelet\s+(?:\\$|-))/;

/**
 * Whether this is a file with flags of a kubelet's command line: the output of ps, a systemd unit or drop-in,
 * kubeadm-flags.env, /etc/default/kubelet.
 */
export function isFlagFile({ name, text }: SourceText): boolean {
  if (/\.(?:toml|json)$/i.test(name)) return false;
  const line = text.split('\n', 1_000).find((each) => !/^\s*(?:[#;]|$)/.test(each));
  return (
    line !== undefined &&
    firstLine.test(line.trim()) &&
    (!line.trim().startsWith('[') || /kubelet/i.test(text))
  );
}

/** Returns the text with blanks in place of its comments. */
export function textWithoutComments(text: string): string {
  return text.replace(/^[ \t]*[#;].*$/gm, (comment) => ' '.repeat(comment.length));
}

/** Returns the content of the flags in a file or an option. */
export function flagsLayerOf(source: SourceText, problems: Problems, option?: OptionOrigin): KubeletLayer {
  const text = textWithoutComments(source.text);
  const flags = flagsIn(text);
  const words = flags.map(({ name, at }) => ({ name, value: true, at }));
  const document = { ...documentOfWords(source, words), ...(option === undefined ? {} : { option }) };
  const fields: Record<string, unknown> = {};
  const flagOf = new Map<string, string>();
  for (const flag of flags) {
    const found = fieldOfFlag(flag, { document, path: [flag.name] }, problems);
    if (found === undefined) continue;
    fields[found[0]] = found[1];
    flagOf.set(found[0], flag.name);
  }
  const placeOf = (field: string) => ({ document, path: [flagOf.get(field.split('.', 1)[0] ?? '') ?? ''] });
  return {
    title: 'flags of the kubelet',
    rank: 'flags',
    document,
    origin: source,
    fields,
    placeOf,
    isOneOfSeveral: true,
  };
}
