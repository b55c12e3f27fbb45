// What of package.json and CHANGELOG.md a release has.

/**
 * Returns package.json as it is published: with its version and where it comes from, and without what only a clone
 * can do.
 *
 * @param {Record<string, unknown>} manifest
 * @param {{ version: string, repository: string, commit: string }} release
 */
export function releasedManifest(manifest, { version, repository, commit }) {
  const {
    scripts: _scripts,
    devDependencies: _tools,
    workspaces: _workspaces,
    overrides: _overrides,
    ...kept
  } = manifest;
  const home = `https://github.com/${repository}`;
  return {
    ...kept,
    version,
    repository: { type: 'git', url: `git+${home}.git` },
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    gitHead: commit,
    publishConfig: { access: 'public', provenance: true },
  };
}

/**
 * Returns what changed in a version: its section, or that of the version that is not released yet. Throws if there
 * is neither.
 *
 * @param {string} changes CHANGELOG.md
 * @param {string} version
 */
export function releaseNotes(changes, version) {
  const sections = changes.split(/^(?=## )/m).slice(1);
  const section =
    sections.find((one) => one.startsWith(`## ${version}`)) ??
    sections.find((one) => /^## .*unreleased/.test(one));
  if (section === undefined)
    throw new Error(`CHANGELOG.md: no section of ${version}, and none that is unreleased`);
  return section.replace(/^## .*$/m, `## ${version}`);
}
