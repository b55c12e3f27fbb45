/** Options of the command line, as errors of a run name them, and their controls in the panel. */
const controls: Readonly<Record<string, string>> = {
  'kubelet-version': 'kubeletVersion',
  runtime: 'runtime',
  link: 'link',
  'node-profile': 'nodeProfile',
};

/**
 * Returns the errors of a refused run by their control: a field of the KubeletConfiguration, `seed`,
 * `horizon`, `link`, `runtime`, `kubeletVersion`, an option of the runtime's configuration, `fault 1`. Errors
 * of no control are under the empty name.
 */
export function errorsByControl(
  errors: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const error of errors) {
    const control = controlOf(error, fields);
    const before = found.get(control);
    const words =
      control === ''
        ? error
        : error.replace(/^--\S+(?: [^:\n]*(?::\/\/[^:\n]*)?)?: (?:invalid configuration: )?/, '');
    found.set(control, before === undefined ? words : `${before}\n${words}`);
  }
  return found;
}

function controlOf(error: string, fields: readonly string[]): string {
  const [, option = '', rest = ''] = /^--([a-z-]+)(?: ([^\n]*))?/.exec(error) ?? [];
  if (option === 'set' || option === 'runtime-config') {
    const field = /^[^=\s]*/.exec(rest)?.[0] ?? '';
    return fields.includes(field) ? field : '';
  }
  if (option === 'fault') return `fault ${/^\d+/.exec(rest)?.[0] ?? ''}`;
  const plain = controls[option] ?? /^(seed|horizon) /.exec(error)?.[1];
  if (plain !== undefined) return plain;
  // The file sets a field that another setting now contradicts: the kubelet's message begins with its name.
  const named = /: invalid configuration: (\w+)/.exec(error)?.[1];
  return named !== undefined && fields.includes(named) ? named : '';
}
