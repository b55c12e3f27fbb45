import { cannotUnmarshal } from '../kubelet/go/cannot-unmarshal.ts';
import { goTrimSpace } from '../kubelet/go/go-strings.ts';
import { type GoJson, type GoJsonRelease, parseGoJson } from '../kubelet/go/parse-go-json.ts';
import type { CommandSuccess } from './command.ts';
import type { RuntimeResult } from './runtime-call.ts';

/** Returns the sandbox image in crictl's output, trimmed. Mirrors `SandboxImage` of v1.30 and older. */
export function sandboxImageOfOutput({ output = '' }: CommandSuccess): RuntimeResult {
  const image = goTrimSpace(output);
  return image === '' ? { value: '', error: 'the detected sandbox image is empty' } : { value: image };
}

/**
 * Returns `sandboxImage` of the JSON under `config` in the runtime's verbose status, as `json.Unmarshal`
 * reads it into a struct with that one field: names fold case, the last of several counts. Mirrors
 * `SandboxImage` of v1.31 and later; an empty one is an error only in later releases (`refusesEmpty`).
 */
export function sandboxImageOfStatus(
  status: CommandSuccess,
  refusesEmpty: boolean,
  go: GoJsonRelease = '1.26',
): RuntimeResult {
  const { info = {} } = status;
  if (info.config === undefined) return failed(`no 'config' field in CRI info: ${statusText(status)}`);
  const configJson = parseGoJson(info.config, go);
  if ('error' in configJson) return failed(`failed to unmarshal CRI info config: ${configJson.error}`);
  const imageField = readSandboxImage(configJson.value, go);
  if ('error' in imageField) return failed(`failed to unmarshal CRI info config: ${imageField.error}`);
  if (imageField.image === '' && refusesEmpty) return failed("no 'sandboxImage' field in CRI info config");
  return { value: imageField.image };
}

/**
 * A StatusResponse as Go prints it, but for the blanks between fields: of those there are one or two, which
 * differs from build to build.
 */
function statusText({ conditions = [], info = {} }: CommandSuccess): string {
  const ofConditions = conditions.map(({ type, status, reason = '', message = '' }) => {
    const texts = [['type', type] as const, ['reason', reason] as const, ['message', message] as const];
    const [first, ...otherFields] = texts.map(([name, text]) =>
      text === '' ? '' : `${name}:${JSON.stringify(text)}`,
    );
    return `conditions:{${[first, status ? 'status:true' : '', ...otherFields].filter((field) => field !== '').join(' ')}}`;
  });
  const ofInfo = Object.keys(info)
    .sort()
    .map((key) => `info:{key:${JSON.stringify(key)} value:${JSON.stringify(info[key])}}`);
  return [`status:{${ofConditions.join(' ')}}`, ...ofInfo].join(' ');
}

function failed(error: string): RuntimeResult {
  return { value: '', error };
}

function readSandboxImage(
  config: GoJson,
  go: GoJsonRelease,
): { readonly image: string } | { readonly error: string } {
  if (config.kind === 'null') return { image: '' };
  if (config.kind !== 'object') return { error: cannotUnmarshal(config, undefined, 'runtime.config') };
  let image = '';
  let wrong: string | undefined;
  for (const { key, value } of config.members) {
    if (key.replaceAll('ſ', 's').toLowerCase() !== 'sandboximage' || value.kind === 'null') continue;
    if (value.kind === 'string') image = value.text;
    else wrong ??= cannotUnmarshal(value, ['config', go === '1.27' ? key : 'sandboxImage'], 'string');
  }
  return wrong === undefined ? { image } : { error: wrong };
}
