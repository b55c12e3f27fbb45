import { visibleText } from '../report/visible-text.ts';
import type { RunRequest } from './worker/worker-protocol.ts';

/** The command that makes the same run, for a shell: `windlass run web.yaml --set serializeImagePulls=false`. */
export function commandLine(request: RunRequest): string {
  if (request.kind === 'show') return `windlass ui ${quoted(request.name)}`;
  const { sources, settings } = request;
  const { set, imageSizes, faults, seed, horizon, kubeletVersion, runtime, runtimeConfig = [], link } = settings;
  const options: readonly (readonly [string, string | number | undefined])[] = [
    ...set.map((field) => ['--set', field] as const),
    ...imageSizes.map((size) => ['--image-size', size] as const),
    ...faults.map((fault) => ['--fault', fault] as const),
    ['--link', link],
    ['--kubelet-version', kubeletVersion],
    ['--runtime', runtime],
    ...runtimeConfig.map((option) => ['--runtime-config', option] as const),
    ['--for', horizon],
    ['--seed', seed],
  ];
  const given = options.flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(String(value))]));
  const inputs = sources.map(({ name }) => (name === '<stdin>' ? '-' : quoted(name.startsWith('-') ? `./${name}` : name)));
  return ['windlass run', ...inputs, ...given].join(' ');
}

/** As one word of a POSIX shell; what a terminal could obey is spelled out. */
function quoted(word: string): string {
  const text = visibleText(word);
  return /^[\w./:=@%+,-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
