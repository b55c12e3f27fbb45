import type { PodSpec } from '../kubelet/pod.ts';

/** The pods a `match` of the Scenario means: by owner or pod, with or without kind and namespace; `*` stands for any text. */
export type PodSelector = (pod: Pick<PodSpec, 'namespace' | 'name' | 'owner'>) => boolean;

/** Makes the predicate of one pattern; kinds may be written in lower case. */
export function podSelector(pattern: string): PodSelector {
  const wanted = pattern.toLowerCase();
  const matches = wanted.includes('*') ? glob(wanted) : (text: string) => text === wanted;
  return (pod) => spellings(pod).some(matches);
}

function spellings({ namespace, name, owner }: Parameters<PodSelector>[0]): string[] {
  const both = [`pod/${name}`, name];
  if (owner !== undefined) both.push(owner.toLowerCase(), owner.slice(owner.indexOf('/') + 1));
  return [...both, ...both.map((text) => `${namespace}/${text}`)];
}

/** Without a regular expression: many stars against a long name would take exponential time. */
function glob(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let from = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, from);
      if (found < 0) return false;
      from = found + part.length;
    }
    return from <= text.length - last.length;
  };
}
