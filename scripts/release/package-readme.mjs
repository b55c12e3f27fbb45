// The README of the package's page: who reads it has no clone, so that it installs from the registry, and its links go
// to the repository.

const install = `## Install, and a first answer in a minute

You need Node 20.19 or newer.

\`\`\`sh
npx windlass run deployment.yaml     # or: npm install --global windlass
\`\`\`
`;

/**
 * Returns the README for the package's page. Throws where the README has no section on how to install.
 *
 * @param {string} readme
 * @param {{ repository: string, version: string }} release repository as `owner/name` on GitHub
 */
export function packageReadme(readme, { repository, version }) {
  const begin = readme.indexOf('## Install');
  const commands = readme.indexOf('```sh\nwindlass ui', begin);
  if (begin < 0 || commands < 0)
    throw new Error('README.md: no section "Install" with the commands of windlass');
  const at = (kind) => `https://github.com/${repository}/${kind}/v${version}/`;
  return `${readme.slice(0, begin)}${install}\n${readme.slice(commands)}`
    .replaceAll(/<!--[\s\S]*?-->\n+/g, '')
    .replaceAll(/\]\((?!https?:|#)([^)]+\.(?:svg|png))\)/g, (_, path) => `](${at('raw')}${path})`)
    .replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, (_, path) => `](${at('blob')}${path})`)
    .replace(/\nOnly in the repository, not in the npm package:.*\n/, '\n');
}
