import { isMapping } from '../documents/is-mapping.ts';
import { plainAddress, plainFields, runtimeFileWithoutSecrets } from '../documents/runtime-file-without-secrets.ts';
import { withoutUserInfo } from '../documents/secret-words.ts';
import type { RuntimeForm } from '../kubelet-sources/kubelet-source-rows.ts';
import { endpointsOf, isContainerdPart } from './registry-mirrors.ts';

/** Returns a part of a cluster's document with only what is read of it: no credentials, certificates or paths. */
export function runtimePartWithoutSecrets(form: RuntimeForm, value: unknown): unknown {
  switch (form) {
    case 'containerdConfig':
      return typeof value === 'string' ? plainToml(value) : '';
    case 'file':
      return isMapping(value) && isContainerdPart(value.path) && typeof value.content === 'string'
        ? { path: value.path, content: plainToml(value.content) }
        : {};
    case 'mirrors':
      return isMapping(value)
        ? Object.fromEntries(Object.entries(value).map(([name, mirror]) => [withoutUserInfo(name), plainMirror(mirror)]))
        : {};
    case 'namedMirrors':
      return isMapping(value) && typeof value.name === 'string' ? { name: withoutUserInfo(value.name), ...plainMirror(value) } : {};
    case 'registryConfigs': {
      const withAuth = isMapping(value) ? Object.entries(value).filter(([, config]) => isMapping(config) && config.auth !== undefined) : [];
      return Object.fromEntries(withAuth.map(([name]) => [withoutUserInfo(name), { auth: {} }]));
    }
    case 'noFallback':
      return value === true || value === 'true';
    case 'sandbox_image':
    case 'snapshotter':
      return plainFields({ value }, ['value']).value ?? null;
  }
}

function plainToml(text: string): string {
  return runtimeFileWithoutSecrets({ name: 'config.toml', text }, new Set())[0]?.text ?? '';
}

function plainMirror(mirror: unknown) {
  const endpoint = endpointsOf(mirror).flatMap(({ address }) => plainAddress(address) ?? []);
  return {
    ...(endpoint.length === 0 ? {} : { endpoint }),
    ...(isMapping(mirror) && mirror.skipFallback === true ? { skipFallback: true } : {}),
  };
}
