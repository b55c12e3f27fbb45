/**
 * The releases whose real image manager is at hand, the newest first. `published`: staging modules that were not published
 * with the release, and the version that stands for them.
 */
export const oracleReleases = [
  { release: 'v1.36', version: 'v1.36.3', published: {} },
  { release: 'v1.31', version: 'v1.31.14', published: {} },
  {
    release: 'v1.27',
    version: 'v1.27.16',
    published: { 'k8s.io/cri-api': 'v0.27.0', 'k8s.io/cloud-provider': 'v0.27.0', 'k8s.io/mount-utils': 'v0.27.4' },
  },
];

/**
 * Returns those that `--release` names (`v1.36`, `1.36`, `v1.36.3`), or all. Ends this process where it names none.
 *
 * @param {readonly string[] | undefined} asked
 */
export function oracleReleasesAsked(asked) {
  if (asked === undefined || asked.length === 0) return oracleReleases;
  return asked.map((name) => {
    const found = oracleReleases.find(({ release, version }) => [release, version].includes(name.replace(/^v?/, 'v')));
    if (found !== undefined) return found;
    console.error(`oracle: --release takes ${oracleReleases.map(({ release }) => release).join(', ')}, not ${name}`);
    return process.exit(2);
  });
}
