import { basename, extname } from 'node:path';

/** The platforms for which krew installs plugins: `allPlatforms` of cmd/validate-krew-manifest at db921d5b. */
const platforms = [
  ...['windows/386', 'windows/amd64', 'windows/arm64'],
  ...['linux/386', 'linux/amd64', 'linux/arm', 'linux/arm64', 'linux/ppc64le'],
  ...['darwin/386', 'darwin/amd64', 'darwin/arm64'],
];

/** What krew's guide for developers asks of a plugin's short description. */
const shortDescriptionCharsMax = 50;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/**
 * Returns what is wrong with a manifest by krew's rules, a sentence for each: those of
 * internal/index/validation/validate.go and cmd/validate-krew-manifest/main.go of kubernetes-sigs/krew at
 * db921d5b (2026-05-15), without `files` and `matchExpressions`, which we do not use and which are refused.
 */
export function krewProblems(file: string, manifest: unknown): readonly string[] {
  const { apiVersion, kind, metadata, spec } = fieldsOf(manifest);
  const { name } = fieldsOf(metadata);
  const { version, shortDescription, description, homepage, platforms: rows } = fieldsOf(spec);
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [];
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const rules: readonly (readonly [boolean, string])[] = [
    [apiVersion === 'krew.googlecontainertools.github.com/v1alpha2', 'apiVersion is another one'],
    [kind === 'Plugin', 'kind is not Plugin'],
    [isText(name) && /^[\w-]+$/.test(name), 'metadata.name is not safe'],
    [extname(file) === '.yaml' && basename(file, '.yaml') === name, 'the file has another name'],
    [isText(shortDescription) && !/[\r\n]/.test(shortDescription), 'shortDescription is not one line'],
    [
      isText(shortDescription) && shortDescription.length <= shortDescriptionCharsMax,
      'shortDescription is too long',
    ],
    [isText(description), 'there is no description'],
    [isText(homepage) && homepage.startsWith('https://'), 'homepage is no address'],
    [isText(version) && /^v\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version), 'version is not v1.2.3'],
    [list.length > 0, 'there is no platform'],
  ];
  const selected = list.map(selectedPlatforms);
  const twice = platforms.filter((one) => selected.filter((found) => found.includes(one)).length > 1);
  return [
    ...rules.flatMap(([holds, problem]) => (holds ? [] : [problem])),
    ...list.flatMap(platformProblems),
    ...twice.map((one) => `${one} is selected twice`),
  ];
}

function selectedPlatforms(platform: unknown): readonly string[] {
  const { os, arch } = fieldsOf(fieldsOf(fieldsOf(platform).selector).matchLabels);
  return platforms.filter((one) => {
    const [itsOs, itsArch] = one.split('/');
    return (os === undefined || os === itsOs) && (arch === undefined || arch === itsArch);
  });
}

function platformProblems(platform: unknown): readonly string[] {
  const { uri, sha256, bin, selector, ...others } = fieldsOf(platform);
  const labels = Object.keys(fieldsOf(fieldsOf(selector).matchLabels));
  const rules: readonly (readonly [boolean, string])[] = [
    [typeof uri === 'string' && uri !== '', 'uri has to be set'],
    [typeof sha256 === 'string' && /^[a-f0-9]{64}$/.test(sha256), 'sha256 is no checksum'],
    [typeof bin === 'string' && bin !== '', 'bin has to be set'],
    [labels.length > 0, 'an empty selector is not supported'],
    [labels.every((key) => key === 'os' || key === 'arch'), 'a selector has another key'],
    [Object.keys(fieldsOf(selector)).every((key) => key === 'matchLabels'), 'a selector has another field'],
    [selectedPlatforms(platform).length > 0, 'the selector selects no platform'],
    [Object.keys(others).length === 0, 'a platform has another field'],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}
