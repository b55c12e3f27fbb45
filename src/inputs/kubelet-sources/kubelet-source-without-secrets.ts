import { isMapping } from '../documents/mapping.ts';
import { parseSource } from '../documents/parse-source.ts';
import { Problems } from '../documents/problems.ts';
import type { Path, SourceText } from '../documents/source-document.ts';
import { yamlText } from '../documents/yaml-text.ts';
import { runtimePartWithoutSecrets } from '../runtimes/runtime-without-secrets.ts';
import { allowedKubeletFields } from './allowed-kubelet-fields.ts';
import { cloudFields } from './cloud-fields.ts';
import { textWithoutComments } from './flag-file.ts';
import { flagFields, flagsIn } from './kubelet-flags.ts';
import type { KubeletSourceRow, SourceForm } from './kubelet-source-row.ts';
import { kubeletSourceRow, partsOf } from './kubelet-source-rows.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a document of a row with only what is read of it; undefined if that is nothing. */
export function kubeletSourceWithoutSecrets(row: KubeletSourceRow, value: Fields): Fields | undefined {
  const kept: Record<string, unknown> = {};
  const keep = (path: Path, clean: unknown) => {
    if (path.length > 0) put(kept, path, clean);
    else if (isMapping(clean)) Object.assign(kept, clean);
  };
  const whole = { path: [], value };
  // What has been kept of it in another form stays.
  const keepRead = (path: Path, clean: unknown) => {
    if (clean !== undefined) keep(path, clean);
  };
  for (const { part, path, value: found } of partsOf(row.parts, whole))
    keep(
      path,
      part.field === undefined
        ? cleanPart(part.form, found)
        : allowedKubeletFields({ [part.field]: found })[part.field],
    );
  for (const { part, path, value: found } of partsOf(row.runtimeParts ?? [], whole))
    keepRead(path, runtimePartWithoutSecrets(part.form, found));
  for (const { path, value: found } of partsOf(row.credentialParts ?? [], whole))
    keep(path, isMapping(found) ? allowedCredentialConfig(found) : {});
  // A run says of these that it does not read them.
  for (const { path, value: found } of partsOf(row.notRead ?? [], whole))
    put(kept, path, typeof found === 'boolean' ? found : 'left out');
  const ofPools = (row.pools ?? []).flatMap(({ path, fields }) =>
    fields.map((field) => (path === '' ? field : `${path}.${field}`)),
  );
  const selectors = [...(row.selectorPaths ?? []), ...ofPools].map((path) => ({ path }));
  for (const { path, value: found } of partsOf(selectors, whole)) put(kept, path, found);
  const [first] = row.parts;
  // The settings that follow from its kind must also follow from what is left.
  if (Object.keys(kept).length === 0 && row.provider !== undefined && first !== undefined)
    put(kept, first.path.split('.'), null);
  if (Object.keys(kept).length === 0) return undefined;
  const { apiVersion, kind } = value;
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    ...kept,
  };
}

/** Arguments and environment of programs may hold passwords; of an audience only whether there is one is read. */
function allowedCredentialConfig({ apiVersion, kind, providers }: Fields): Fields {
  const allowed = (Array.isArray(providers) ? providers : []).map((provider) => {
    if (!isMapping(provider)) return {};
    const { args: _, env: __, tokenAttributes, ...others } = provider;
    if (!isMapping(tokenAttributes)) return others;
    const {
      optionalServiceAccountAnnotationKeys: ___,
      serviceAccountTokenAudience,
      ...tokens
    } = tokenAttributes;
    return {
      ...others,
      tokenAttributes: {
        ...tokens,
        ...(serviceAccountTokenAudience ? { serviceAccountTokenAudience: 'left-out' } : {}),
      },
    };
  });
  return { apiVersion, kind, providers: allowed };
}

/** Returns a file of flags with only those that are read. */
export function flagFileWithoutSecrets({ name, text }: SourceText): SourceText {
  return { name, text: `${cleanFlags(textWithoutComments(text)).join('\n')}\n` };
}

function cleanPart(form: SourceForm, value: unknown): unknown {
  switch (form) {
    case 'fields':
    case 'flagsByField':
      return isMapping(value) ? allowedKubeletFields(value) : {};
    case 'text':
    case 'userData':
      return typeof value === 'string' ? cleanText(value) : '';
    case 'cloudFields':
      return isMapping(value) ? Object.fromEntries(cloudFields(value)) : {};
    case 'flags': {
      const items = (Array.isArray(value) ? value : [value]).filter(
        (item): item is string => typeof item === 'string',
      );
      return items.flatMap((item) => cleanFlags(item.trim().startsWith('-') ? item : `--${item.trim()}`));
    }
    case 'flagsByName': {
      const isRead = (name: unknown) => typeof name === 'string' && flagFields.has(name);
      if (Array.isArray(value)) {
        return value
          .filter((one) => isMapping(one) && isRead(one.name))
          .map(({ name, value: flag }: Fields) => ({ name, value: flag }));
      }
      return isMapping(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => isRead(name)))
        : {};
    }
    case 'release':
      return typeof value === 'string' ? value : null;
    case 'parallelPulls':
      return typeof value === 'number' ? value : 1;
  }
}

function cleanFlags(text: string): string[] {
  const read = flagsIn(text).filter(({ name }) => flagFields.has(name));
  return read.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
}

function cleanText(text: string): string {
  const documents = parseSource({ name: '', text }, new Problems()).flatMap(({ value }): Fields[] => {
    if (!isMapping(value)) return [];
    if (value.kind === 'KubeletConfiguration')
      return [{ kind: value.kind, ...(cleanPart('fields', value) as Fields) }];
    const row = kubeletSourceRow({ apiVersion: 'kubeadm.k8s.io/v1beta4', ...value }, '');
    const kept = row && kubeletSourceWithoutSecrets(row, value);
    return kept === undefined ? [] : [kept];
  });
  return documents.map(yamlText).join('---\n');
}

function put(target: Record<string, unknown>, path: Path, value: unknown): void {
  let at = target as Record<string | number, unknown>;
  for (const [index, step] of path.entries()) {
    if (index === path.length - 1) at[step] = value;
    else {
      at[step] ??= typeof path[index + 1] === 'number' ? [] : {};
      at = at[step] as Record<string | number, unknown>;
    }
  }
}
