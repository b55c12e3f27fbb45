// Compares the texts, metrics, defaults, gates and image-path code of a kubelet's patch releases with each other, and
// writes docs/kubelet-patches.md: node scripts/kubelet-patches/kubelet-patches.mjs [--release 1.30] [--from 1.37.2 --to 1.38.0-beta.0]
//
// The sources come from the Go module proxy (Go is needed) and are kept in node_modules/.cache. The first and the last
// patch of each release are compared; where they differ, the patch is found by halving. --release: print the rows of
// one release only, and write nothing. --from and --to: print what differs between any two versions, such as 1.37.2 and
// 1.38.0-beta.0, and write nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../markdown-table.mjs';
import { root } from '../run.mjs';
import { endScript, scriptOptions } from '../script-options.mjs';
import { judgementOf } from './judgements.mjs';
import { kubeletSource, refusedVersions } from './kubelet-sources.mjs';
import { patchChanges, versionChanges } from './patch-changes.mjs';

/** The last patch of each release; a newer one is added here. */
const lastPatches = {
  1.14: 10,
  1.15: 12,
  1.16: 15,
  1.17: 17,
  1.18: 20,
  1.19: 16,
  '1.20': 15,
  1.21: 14,
  1.22: 17,
  1.23: 17,
  1.24: 17,
  1.25: 16,
  1.26: 15,
  1.27: 16,
  1.28: 15,
  1.29: 15,
  '1.30': 14,
  1.31: 14,
  1.32: 13,
  1.33: 13,
  1.34: 10,
  1.35: 6,
  1.36: 3,
  1.37: 2,
};

const { values: options } = scriptOptions({
  options: { release: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
});
if (options.from !== undefined || options.to !== undefined) printBetween(options.from, options.to);
const releases = Object.keys(lastPatches)
  .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
  .filter((release) => options.release === undefined || release === options.release);
const unchanged = [];
const rows = [];
for (const release of releases) {
  const changes = patchChanges(release, lastPatches[release], kubeletSource);
  if (changes.length === 0) unchanged.push(`${release}.0 to ${release}.${lastPatches[release]}`);
  rows.push(...changes.map(rowOf));
  console.log(`${release}: ${changes.length} changes`);
}
const table = tableOf(rows);
if (options.release !== undefined) console.log(table);
else writeFileSync(join(root, 'docs/kubelet-patches.md'), page(table));

function rowOf({ since, after, name, file, gone, come }) {
  return [since, after, `\`${name}\` (${file})`, textCell(gone, come), judgementOf(name, come)];
}

function tableOf(changed) {
  return markdownTable(['since', 'last without', 'declaration', 'texts', 'here'], changed);
}

function printBetween(from, to) {
  const changes =
    from === undefined || to === undefined ? undefined : versionChanges(from, to, kubeletSource);
  if (changes === undefined) {
    console.error('kubelet-patches: --from and --to take two versions that the module proxy has');
    return endScript(2);
  }
  console.log(tableOf(changes.map(rowOf)));
  return endScript(0);
}

function textCell(gone, come) {
  const quoted = (texts) => texts.map((text) => `\`${text.replaceAll('`', "'")}\``).join(', ');
  return [gone.length === 0 ? [] : `${quoted(gone)} goes`, come.length === 0 ? [] : `${quoted(come)} comes`]
    .flat()
    .join('; ');
}

function page(rowsText) {
  return `<!-- Made by scripts/kubelet-patches/kubelet-patches.mjs: run it for new patches. -->
# What patch releases of the kubelet change

A patch release may change what people see: \`Created container x\` got its colon in 1.30.10. This page has every declaration of the image
path (image manager, image GC, PLEG, pod cache, events, the kubelet's defaults, the starts and stops of containers and pods) that differs
between the first and the last patch of a release, comments and log lines left out, with the patch that brought it and the texts that came
and went. Where Windlass goes by it, it is a row in \`src/rules/kubelet/profiles/patch-rows.ts\`, and \`windlass run\` and \`windlass verify\`
take the rules of the node's own patch.

\`\`\`sh
node scripts/kubelet-patches/kubelet-patches.mjs --release 1.34   # the rows of one release; needs Go and a module proxy
node scripts/kubelet-patches/kubelet-patches.mjs                  # this page; for a new patch change lastPatches in the script first
node scripts/kubelet-patches/kubelet-patches.mjs --from 1.37.2 --to 1.38.0-beta.0   # what differs between any two versions
\`\`\`

The column "here" says what counts for Windlass; it is empty where the change was not judged (ends of pods in 1.22 and 1.23, init containers
of 1.28 to 1.31, Windows): there the rules are those of the last patch.

"last without" is the newest patch before it that could be had. The proxy refused ${refusedVersions().join(', ')}: where one of these
lies between the two columns, the change may have come with it. 1.38 is known from its beta alone ([fidelity.md](fidelity.md) says what it
changes). Nothing differs from ${unchanged.join(', ')}.

${rowsText}
`;
}
