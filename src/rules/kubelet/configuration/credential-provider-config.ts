import { hostError } from '../credentials/registry-key.ts';
import { formatGoDuration, parseGoDuration } from '../go/go-duration.ts';
import { goQuote } from '../go/go-strings.ts';
import { isReleaseAtLeast } from '../kubelet-release.ts';
import { isFeatureGateOn } from './feature-gates.ts';

/** A provider as a CredentialProviderConfig has it, without its arguments and environment. */
export interface WrittenCredentialProvider {
  readonly name?: string | null | undefined;
  readonly apiVersion?: string | null | undefined;
  readonly matchImages?: readonly string[] | null | undefined;
  readonly defaultCacheDuration?: string | null | undefined;
  readonly tokenAttributes?: WrittenTokenAttributes | null | undefined;
}

interface FieldError extends CredentialProviderError {
  /** Whether the message does not begin with the field. */
  readonly isWhole?: true;
}

interface WrittenTokenAttributes {
  readonly serviceAccountTokenAudience?: string | null | undefined;
  readonly requireServiceAccount?: boolean | null | undefined;
  readonly cacheType?: string | null | undefined;
  readonly requiredServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
  readonly optionalServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
}

/** The kubelet that reads the configuration. */
export interface ReadingKubelet {
  readonly release: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** Why a kubelet does not start with a configuration: its words, and the field below `providers`. */
export interface CredentialProviderError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The gates of credential providers and of their tokens. */
export const credentialProvidersGate = 'KubeletCredentialProviders';
export const tokensGate = 'KubeletServiceAccountTokenForCredentialProviders';

/** The versions of an API group by the release that has them first. */
const versions = [
  ['v1', '1.26'],
  ['v1alpha1', '1.20'],
  ['v1beta1', '1.24'],
] as const;

/** Returns the versions of CredentialProviderConfig that a release reads, in order. */
export function credentialProviderConfigVersions(release: string): readonly string[] {
  return versions.flatMap(([version, since]) => (isReleaseAtLeast(release, since) ? [version] : []));
}

/** Whether unknown fields are errors: the decoder is strict since 1.32. */
export function readsProvidersStrictly(release: string): boolean {
  return isReleaseAtLeast(release, '1.32');
}

/** Whether `--image-credential-provider-config` may be a folder, whose files are merged. */
export function mergesProviderFiles(release: string): boolean {
  return isReleaseAtLeast(release, '1.34');
}

/**
 * Returns the fields that a release has in `tokenAttributes`; undefined if it does not know tokens.
 */
export function tokenFields(release: string): readonly string[] | undefined {
  if (!isReleaseAtLeast(release, '1.33')) return undefined;
  return [
    'serviceAccountTokenAudience',
    'requireServiceAccount',
    'requiredServiceAccountAnnotationKeys',
    'optionalServiceAccountAnnotationKeys',
    ...(isReleaseAtLeast(release, '1.34') ? ['cacheType'] : []),
  ];
}

/**
 * Returns why the kubelet exits at its start with these providers. Mirrors `validateCredentialProviderConfig`
 * in pkg/credentialprovider/plugin/config.go (v1.38.0-beta.0, whose words are those since 1.34; v1.33.13 and
 * v1.31.14 for the words and checks before).
 */
export function credentialProviderErrors(
  providers: readonly WrittenCredentialProvider[],
  kubelet: ReadingKubelet,
): readonly CredentialProviderError[] {
  if (providers.length === 0) {
    const message = 'providers: Required value: at least 1 item in plugins is required';
    return [{ path: [], message }];
  }
  const names = new Set<string>();
  return providers.flatMap((provider, index) => {
    const errors: readonly FieldError[] = [
      ...nameErrors(provider, names, kubelet.release),
      ...fieldErrors(provider, kubelet),
    ];
    names.add(provider.name ?? '');
    return errors.map(({ path, message, isWhole }) => ({
      path: [index, ...path],
      message:
        isWhole === true
          ? message
          : `providers.${path.filter((step) => typeof step === 'string').join('.')}: ${message}`,
    }));
  });
}

function nameErrors(
  provider: WrittenCredentialProvider,
  names: ReadonlySet<string>,
  release: string,
): readonly FieldError[] {
  const name = provider.name ?? '';
  const path = ['name'];
  const invalid = (detail: string) => ({ path, message: `Invalid value: ${goQuote(name)}: ${detail}` });
  return [
    ...(name.includes('/') ? [invalid("provider name cannot contain '/'")] : []),
    ...(name.includes(' ') ? [invalid('provider name cannot contain spaces')] : []),
    ...(name === '.' || name === '..' ? [invalid(`provider name cannot be '${name}'`)] : []),
    ...(names.has(name) ? duplicateName(name, release) : []),
  ];
}

/** Since 1.34 a name that is there twice is found when files are merged, of a single file too. */
function duplicateName(name: string, release: string): readonly FieldError[] {
  const path = ['name'];
  if (mergesProviderFiles(release)) {
    const message = `duplicate provider name ${goQuote(name)} found in configuration file(s)`;
    return [{ path, message, isWhole: true }];
  }
  return isReleaseAtLeast(release, '1.33') ? [{ path, message: `Duplicate value: ${goQuote(name)}` }] : [];
}

function fieldErrors(
  provider: WrittenCredentialProvider,
  kubelet: ReadingKubelet,
): readonly CredentialProviderError[] {
  const { apiVersion, matchImages, defaultCacheDuration, tokenAttributes } = provider;
  const { release } = kubelet;
  const isShort = isReleaseAtLeast(release, '1.34');
  const required = (field: string, detail = isShort ? '' : `${field} is required`) => ({
    path: [field],
    message: `Required value${detail === '' ? '' : `: ${detail}`}`,
  });
  const supported = credentialProviderConfigVersions(release).map(requestVersion);
  const cacheMicros = parseGoDuration(defaultCacheDuration ?? '');
  const list = supported.map((each) => goQuote(each)).join(', ');
  return [
    ...(apiVersion === undefined || apiVersion === null || apiVersion === ''
      ? [required('apiVersion')]
      : supported.includes(apiVersion)
        ? []
        : [
            {
              path: ['apiVersion'],
              message: `Unsupported value: ${goQuote(apiVersion)}: supported values: ${list}`,
            },
          ]),
    ...((matchImages ?? []).length === 0
      ? [required('matchImages', 'at least 1 item in matchImages is required')]
      : []),
    ...(matchImages ?? []).flatMap((image, index) => {
      const error = hostError(image);
      const message = `Invalid value: ${goQuote(image)}: match image is invalid: ${error}`;
      return error === undefined ? [] : [{ path: ['matchImages', index], message }];
    }),
    ...(defaultCacheDuration === undefined || defaultCacheDuration === null
      ? [required('defaultCacheDuration')]
      : []),
    ...(cacheMicros !== undefined && cacheMicros < 0
      ? [{ path: ['defaultCacheDuration'], message: negativeDuration(cacheMicros, isShort) }]
      : []),
    ...(tokenAttributes === undefined || tokenAttributes === null || tokenFields(release) === undefined
      ? []
      : tokenErrors(tokenAttributes, apiVersion ?? '', kubelet)),
  ];
}

function requestVersion(version: string): string {
  return `credentialprovider.kubelet.k8s.io/${version}`;
}

function negativeDuration(micros: number, isShort: boolean): string {
  return isShort
    ? `Invalid value: ${goQuote(formatGoDuration(micros))}: must be greater than or equal to 0`
    : `Invalid value: ${micros * 1_000}: defaultCacheDuration must be greater than or equal to 0`;
}

function tokenErrors(
  attributes: WrittenTokenAttributes,
  apiVersion: string,
  { release, featureGates }: ReadingKubelet,
): readonly CredentialProviderError[] {
  const isShort = isReleaseAtLeast(release, '1.34');
  const at = (path: readonly (string | number)[], message: string) => ({
    path: ['tokenAttributes', ...path],
    message,
  });
  const missing = (field: string) => at([field], `Required value${isShort ? '' : `: ${field} is required`}`);
  const needed = attributes.requiredServiceAccountAnnotationKeys ?? [];
  const optional = attributes.optionalServiceAccountAnnotationKeys ?? [];
  const both = [...new Set(needed)].filter((key) => optional.includes(key)).sort();
  return [
    ...(isFeatureGateOn(tokensGate, release, featureGates)
      ? []
      : [at([], `Forbidden: tokenAttributes is not supported when ${tokensGate} feature gate is disabled`)]),
    ...(attributes.serviceAccountTokenAudience ? [] : [missing('serviceAccountTokenAudience')]),
    ...(typeof attributes.requireServiceAccount === 'boolean' ? [] : [missing('requireServiceAccount')]),
    ...(apiVersion === requestVersion('v1')
      ? []
      : [at([], `Forbidden: tokenAttributes is only supported for ${requestVersion('v1')} API version`)]),
    ...(attributes.requireServiceAccount === false && needed.length > 0
      ? [
          at(
            ['requiredServiceAccountAnnotationKeys'],
            'Forbidden: requireServiceAccount cannot be false when requiredServiceAccountAnnotationKeys is set',
          ),
        ]
      : []),
    ...keyErrors('requiredServiceAccountAnnotationKeys', needed),
    ...keyErrors('optionalServiceAccountAnnotationKeys', optional),
    ...(both.length > 0
      ? [
          at(
            [],
            `Invalid value: ${JSON.stringify(both)}: annotation keys cannot be both required and optional`,
          ),
        ]
      : []),
    ...(isShort ? cacheTypeErrors(attributes.cacheType ?? '') : []),
  ];
}

function keyErrors(field: string, keys: readonly string[]): readonly CredentialProviderError[] {
  return keys.flatMap((key, index) => {
    const path = ['tokenAttributes', field, index];
    const words = annotationKeyErrors(key.toLowerCase());
    return [
      ...words.map((detail) => ({ path, message: `Invalid value: ${goQuote(key)}: ${detail}` })),
      ...(keys.indexOf(key) < index ? [{ path, message: `Duplicate value: ${goQuote(key)}` }] : []),
    ];
  });
}

const keyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const prefixRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Returns why a text names no annotation. Mirrors `IsQualifiedName` of apimachinery (v0.36.3). */
function annotationKeyErrors(text: string): readonly string[] {
  const [first = '', second, third] = text.split('/');
  if (third !== undefined)
    return [
      `a valid label key ${keyRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const [prefix, name] = second === undefined ? [undefined, first] : [first, second];
  const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
  return [
    ...(prefix === '' ? ['prefix part must be non-empty'] : []),
    ...((prefix?.length ?? 0) > 253 ? ['prefix part must be no more than 253 characters'] : []),
    ...(prefix !== undefined && prefix !== '' && !subdomain.test(prefix)
      ? [`prefix part ${prefixRule}`]
      : []),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > 63 ? ['name part must be no more than 63 characters'] : []),
    ...(/^(?:[a-z0-9][-a-z0-9_.]*)?[a-z0-9]$/.test(name) ? [] : [`name part ${keyRule}`]),
  ];
}

function cacheTypeErrors(cacheType: string): readonly CredentialProviderError[] {
  const path = ['tokenAttributes', 'cacheType'];
  if (cacheType === '') {
    const detail =
      'cacheType is required to be set when tokenAttributes is specified. Supported values are: ServiceAccount, Token';
    return [{ path, message: `Required value: ${detail}` }];
  }
  const detail = 'supported values: "ServiceAccount", "Token"';
  return cacheType === 'ServiceAccount' || cacheType === 'Token'
    ? []
    : [{ path, message: `Unsupported value: ${goQuote(cacheType)}: ${detail}` }];
}
