import type { z } from 'zod';
import {
  credentialProviderConfigVersions,
  credentialProviderErrors,
  credentialProvidersGate,
  mergesProviderFiles,
  type ReadingKubelet,
  readsProvidersStrictly,
  tokenFields,
} from '../../rules/kubelet/configuration/credential-provider-config.ts';
import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import { parseGoDuration } from '../../rules/kubelet/go/go-duration.ts';
import { goQuote } from '../../rules/kubelet/go/go-strings.ts';
import { checkShape } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type Part, type Path, within } from '../documents/source-document.ts';
import { credentialConfigShape } from './credential-config-shape.ts';
import type { CredentialConfig } from './read-credential-configs.ts';

/** A credential provider of a node's kubelet, as its CredentialProviderConfig has it. */
export interface ConfiguredProvider {
  readonly name: string;
  readonly matchImages: readonly string[];
  readonly defaultCacheMicros: number;
  /** Present: its program gets a token of the pod's service account. */
  readonly tokens?: {
    readonly requiredAnnotations: readonly string[];
    readonly cacheType: 'ServiceAccount' | 'Token';
  };
}

type WrittenConfig = z.infer<ReturnType<typeof credentialConfigShape>>;
type WrittenProvider = NonNullable<WrittenConfig['providers']>[number];

/**
 * Returns the credential providers of a kubelet; undefined if the input has no configuration of them. Where the
 * kubelet would not start with it, its words are an error at the field. `readings` says what was read.
 */
export function configuredProviders(
  configs: readonly CredentialConfig[],
  kubelet: ReadingKubelet,
  readings: Set<string>,
  problems: Problems,
): readonly ConfiguredProvider[] | undefined {
  const inOrder = [...configs].sort((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1));
  const [first, second] = inOrder;
  if (first === undefined) return undefined;
  const { release, featureGates } = kubelet;
  if (!isFeatureGateOn(credentialProvidersGate, release, featureGates)) {
    const because = `kubelet ${release} reads it only with the feature gate ${credentialProvidersGate}`;
    readings.add(`${fileOf(first)}: no credential providers; ${because}.`);
    return [];
  }
  if (second !== undefined && !mergesProviderFiles(release)) {
    const rule = `kubelet ${release} reads one file, and not a folder`;
    problems.atSecond('CredentialProviderConfig', rule, second.placeOf(''), first.placeOf(''));
    return undefined;
  }
  const read = inOrder.map(({ part }) => readConfig(part, kubelet, problems));
  const parts = read.flatMap((providers) => providers ?? []);
  const written = parts.map(({ provider }) => provider);
  if (read.includes(undefined)) return undefined;
  const errors = credentialProviderErrors(written, kubelet);
  for (const { path, message } of errors) {
    const [index, ...rest] = path;
    const place = typeof index === 'number' ? parts[index]?.part : undefined;
    complain(within(place ?? within(first.part, 'providers'), ...rest), message, kubelet, problems);
  }
  if (errors.length > 0) return undefined;
  const providers = written.map((provider) => configuredProvider(provider, kubelet));
  for (const { part } of inOrder) noteProviders(part, providers, readings);
  return providers;
}

function fileOf({ document }: CredentialConfig): string {
  return document.source.name;
}

/** Says that the kubelet exits, in its words. */
function complain(
  place: Omit<Part, 'value'>,
  message: string,
  { release }: ReadingKubelet,
  problems: Problems,
) {
  problems.at(place, {
    code: 'CREDENTIAL_PROVIDERS',
    message: `kubelet ${release} does not start: failed to validate credential provider config: ${message}`,
  });
}

/** Returns the providers of one file with their places; undefined after an error. */
function readConfig(
  part: Part,
  { release }: ReadingKubelet,
  problems: Problems,
): readonly { readonly provider: WrittenProvider; readonly part: Part }[] | undefined {
  const { value, document } = part;
  const { apiVersion } = isMapping(value) ? value : {};
  const [, version = ''] = String(apiVersion).split('/');
  const file = mergesProviderFiles(release) ? goQuote(document.source.name) : document.source.name;
  const decoding = (path: Path, message: string) =>
    problems.at(within(part, ...path), {
      code: 'CREDENTIAL_PROVIDERS',
      message: `kubelet ${release} does not start: error decoding config ${file}: ${message}`,
    });
  const versions = credentialProviderConfigVersions(release);
  if (apiVersion !== undefined && !versions.includes(version)) {
    const kind = 'no kind "CredentialProviderConfig" is registered for version';
    decoding(['apiVersion'], `${kind} ${goQuote(String(apiVersion))}`);
    return undefined;
  }
  const config = checkShape(credentialConfigShape(), part, problems);
  if (config === undefined) return undefined;
  const unknown = readsProvidersStrictly(release) ? unknownFields(config, release) : [];
  for (const path of unknown) {
    const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    decoding(path, `strict decoding error: unknown field ${goQuote(field.slice(1))}`);
  }
  if (unknown.length > 0) return undefined;
  return (config.providers ?? []).map((provider, index) => ({
    provider,
    part: { ...within(part, 'providers', index), value: provider },
  }));
}

const providerFields = ['name', 'apiVersion', 'matchImages', 'defaultCacheDuration', 'args', 'env'];

/** Returns the paths of the fields that a release does not have. */
function unknownFields(config: WrittenConfig, release: string): readonly Path[] {
  const tokens = tokenFields(release);
  const others = (value: object, known: readonly string[]) =>
    Object.keys(value).filter((field) => !known.includes(field));
  return [
    ...others(config, ['apiVersion', 'kind', 'providers']).map((field) => [field]),
    ...(config.providers ?? []).flatMap((provider, index) => [
      ...others(provider, tokens === undefined ? providerFields : [...providerFields, 'tokenAttributes']).map(
        (field) => ['providers', index, field],
      ),
      ...others(provider.tokenAttributes ?? {}, tokens ?? Object.keys(provider.tokenAttributes ?? {})).map(
        (field) => ['providers', index, 'tokenAttributes', field],
      ),
    ]),
  ];
}

function configuredProvider(provider: WrittenProvider, { release }: ReadingKubelet): ConfiguredProvider {
  const { name, matchImages, defaultCacheDuration, tokenAttributes } = provider;
  const configured = {
    name: name ?? '',
    matchImages: matchImages ?? [],
    defaultCacheMicros: parseGoDuration(defaultCacheDuration ?? '') ?? 0,
  };
  if (tokenFields(release) === undefined || !tokenAttributes?.serviceAccountTokenAudience) return configured;
  const cacheType = tokenAttributes.cacheType === 'Token' ? 'Token' : 'ServiceAccount';
  const requiredAnnotations = tokenAttributes.requiredServiceAccountAnnotationKeys ?? [];
  return { ...configured, tokens: { requiredAnnotations, cacheType } };
}

function noteProviders(
  { document }: Part,
  providers: readonly ConfiguredProvider[],
  readings: Set<string>,
): void {
  const list = providers.map(
    ({ name, matchImages, tokens }) =>
      `${name} for ${matchImages.join(', ')}${tokens === undefined ? '' : ' with tokens of service accounts'}`,
  );
  readings.add(`${document.source.name}: credential providers of the kubelet: ${list.join('; ')}.`);
}
