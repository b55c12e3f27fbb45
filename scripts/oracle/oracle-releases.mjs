import { endScript } from '../script-options.mjs';

/**
 * The releases whose real code is at hand, the newest first. `published`: modules that were not published
 * in the version that the release names, staging modules above all, and the version that stands for them. `toolchain`: the Go that it needs where
 * 1.26 is too old, which the `go` command takes from the module proxy.
 */
export const oracleReleases = [
  {
    release: 'v1.38',
    version: 'v1.38.0-beta.0',
    published: { 'sigs.k8s.io/structured-merge-diff/v7': 'v7.0.0' },
    toolchain: 'go1.27.3',
  },
  { release: 'v1.37', version: 'v1.37.2', published: {} },
  { release: 'v1.36', version: 'v1.36.3', published: {} },
  { release: 'v1.35', version: 'v1.35.4', published: {} },
  { release: 'v1.31', version: 'v1.31.14', published: {} },
  { release: 'v1.30', version: 'v1.30.14', published: {} },
  { release: 'v1.29', version: 'v1.29.15', published: {} },
  { release: 'v1.28', version: 'v1.28.15', published: {} },
  {
    release: 'v1.27',
    version: 'v1.27.16',
    published: {
      'k8s.io/cri-api': 'v0.27.0',
      'k8s.io/cloud-provider': 'v0.27.0',
      'k8s.io/mount-utils': 'v0.27.4',
    },
  },
];

/**
 * Returns the environment in which `go` works on a release's modules.
 *
 * @param {string} release
 */
export function goEnvironment(release) {
  const toolchain = oracleReleases.find((one) => one.release === release)?.toolchain;
  return toolchain === undefined ? process.env : { ...process.env, GOTOOLCHAIN: toolchain };
}

/**
 * The kinds of scripts, as scripts name them, and the releases that answer them. `folder`: where their Go
 * packages are, in test/oracle/core and in the module of each release. `data`: their scripts and traces in
 * test/proof/conformance.
 */
export const oracleKinds = [
  {
    kind: 'imagemanager',
    folder: 'imagemanager',
    data: 'basic.ndjson.gz',
    releases: ['v1.38', 'v1.37', 'v1.36', 'v1.35', 'v1.31', 'v1.29', 'v1.28', 'v1.27'],
  },
  {
    kind: 'pleg',
    folder: 'pleg',
    data: 'pleg.ndjson.gz',
    releases: ['v1.38', 'v1.37', 'v1.36', 'v1.35', 'v1.31', 'v1.29', 'v1.28', 'v1.27'],
  },
  {
    kind: 'kubeadm',
    folder: 'kubeadm',
    data: 'kubeadm.ndjson.gz',
    releases: ['v1.38', 'v1.37', 'v1.36', 'v1.30'],
  },
  {
    kind: 'imagegc',
    folder: 'imagegc',
    data: 'imagegc.ndjson.gz',
    releases: ['v1.38', 'v1.37', 'v1.36', 'v1.35', 'v1.31', 'v1.29', 'v1.28', 'v1.27'],
  },
  {
    kind: 'imagemanager-credentials',
    folder: 'credentials',
    data: 'credentials.ndjson.gz',
    releases: ['v1.38', 'v1.37', 'v1.36'],
  },
];

/**
 * One program for each release and kind. `program` is its file name; the image manager's are named by the
 * release alone.
 */
export const oracles = oracleReleases.flatMap(({ release, version }) =>
  oracleKinds
    .filter(({ releases }) => releases.includes(release))
    .map(({ kind, folder, data }) => ({
      release,
      version,
      kind,
      folder,
      data,
      program: kind === 'imagemanager' ? release : `${kind}-${release}`,
    })),
);

/**
 * Returns those that `--release` (`v1.36`, `1.36`, `v1.36.3`) and `--kind` name, or all. Ends this process
 * where one names nothing, or both together name nothing.
 *
 * @param {{ release?: readonly string[] | undefined, kind?: readonly string[] | undefined }} asked
 */
export function oraclesAsked({ release: releases = [], kind: kinds = [] }) {
  const allReleases = oracleReleases.map(({ release }) => release);
  const named = releases.map((name) => {
    const wanted = name.replace(/^v?/, 'v');
    const found = oracleReleases.find(({ release, version }) => [release, version].includes(wanted));
    return found?.release ?? refuse('--release', allReleases, name);
  });
  const allKinds = oracleKinds.map(({ kind }) => kind);
  for (const kind of kinds) if (!allKinds.includes(kind)) refuse('--kind', allKinds, kind);
  const found = oracles.filter(
    ({ release, kind }) =>
      (named.length === 0 || named.includes(release)) && (kinds.length === 0 || kinds.includes(kind)),
  );
  if (found.length > 0) return found;
  console.error(`oracle: no traces of ${kinds.join(' or ')} are recorded from ${named.join(' or ')}`);
  return endScript(2);
}

function refuse(option, choices, name) {
  console.error(`oracle: ${option} takes ${choices.join(', ')}, not ${name}`);
  return endScript(2);
}
