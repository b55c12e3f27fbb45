// Writes what is made from the code: docs/defaults.md, docs/lint.md, docs/machines.md, docs/published.md, the
// tables in README.md, examples/README.md, docs/fidelity*.md and docs/guides/your-cluster.md,
// docs/pictures/terminal.svg, man/, and schemas/. With --check it only says what is not up to date, and
// fails. Works on dist/, so the build comes first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultsTable } from '../dist/src/inputs/defaults-table.js';
import { flagFields } from '../dist/src/inputs/kubelet-sources/kubelet-flags.js';
import { kubeletSourceRows } from '../dist/src/inputs/kubelet-sources/kubelet-source-rows.js';
import { scenarioSchema } from '../dist/src/inputs/scenario/scenario-shape.js';
import { readExamples } from '../dist/src/interfaces/cli/files/examples.js';
import { jsonDocumentSchema } from '../dist/src/reports/json/json-documents.js';
import { jsonKinds, schemaName } from '../dist/src/reports/json/json-kinds.js';
import { kubeletSettings } from '../dist/src/rules/kubelet/configuration/kubelet-configuration.js';
import { kubeletFieldRows } from '../dist/src/rules/kubelet/configuration/kubelet-fields.js';
import { valueText } from '../dist/src/rules/kubelet/configuration/value-text.js';
import { newestRelease } from '../dist/src/rules/kubelet/profiles/profiles.js';
import { agreements as compareAll, fidelitySection } from './fidelity-section.mjs';
import { lintDocument } from './lint-document.mjs';
import { machinesDocument } from './machines-document.mjs';
import { manPages } from './man-pages.mjs';
import { markdownTable } from './markdown-table.mjs';
import { proofSection } from './proof-section.mjs';
import { root } from './run.mjs';
import { terminalPicture } from './terminal-picture.mjs';
import { clustersSection, replayedClusters, trustSection } from './validation/clusters-section.mjs';
import { judged, publishedDocument } from './validation/published-document.mjs';
import { validated, validationSection } from './validation-section.mjs';

const formWords = {
  fields: '',
  text: ' (a text)',
  userData: ' (a NodeConfig, alone or in parts of MIME)',
  cloudFields: '',
  flags: ' (flags)',
  flagsByName: ' (flags by name)',
  flagsByField: '',
  parallelPulls: '',
  release: ' (the release, where no Node tells it)',
  containerdConfig: " (containerd's TOML)",
  fastImagePull: ' (the SOCI snapshotter)',
  gkeImageStreaming: ' (image streaming)',
  aksArtifactStreaming: ' (artifact streaming)',
  bottlerocketSettings: " (Bottlerocket's TOML)",
  file: " (containerd's TOML, in `/etc/cri/conf.d`)",
  mirrors: '',
  registryConfigs: ' (only whether there are credentials)',
  noFallback: '',
  digestMirrors: '',
  tagMirrors: '',
  blockedRegistries: '',
  allowedRegistries: '',
  sandbox_image: '',
  snapshotter: '',
};

/** Forms that have several fields at their path. */
const formFields = { namedMirrors: '`name`<br>`endpoints`<br>`skipFallback`' };

const agreements = compareAll();
const validation = validated();
const published = judged();
const clusters = replayedClusters();

const generated = {
  'README.md': withSection(
    read(join(root, 'README.md')) ?? '',
    'test/proof/conformance',
    proofSection({ agreements, validation, published }),
  ),
  'examples/README.md': withSection(
    read(join(root, 'examples/README.md')) ?? '',
    'examples/',
    await examplesTable(),
  ),
  'docs/defaults.md': defaultsDocument(),
  ...fidelityDocuments(),
  'docs/lint.md': await lintDocument(),
  'docs/machines.md': machinesDocument(),
  'docs/guides/your-cluster.md': clusterDocument(read(join(root, 'docs/guides/your-cluster.md')) ?? ''),
  'docs/published.md': publishedDocument(published),
  'docs/pictures/terminal.svg': await terminalPicture(),
  ...(await manPages()),
  'schemas/scenario.schema.json': schemaFile(scenarioSchema()),
  ...Object.fromEntries(
    jsonKinds.map((kind) => [
      `schemas/${schemaName(kind)}.schema.json`,
      schemaFile(jsonDocumentSchema(kind)),
    ]),
  ),
};

let stale = 0;
for (const [path, text] of Object.entries(generated)) {
  const file = join(root, path);
  if (read(file) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is not up to date: npm run update`);
    stale += 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;

/**
 * Line by line, but not indented, as editors read them: 10 kB less of what is packed. `windlass schema`
 * prints them for people.
 */
function schemaFile(schema) {
  return `${JSON.stringify(schema, undefined, 1).replace(/^ +/gm, '')}\n`;
}

/**
 * Those that the table has stay where they are, because the first ones are the questions that people ask
 * most.
 */
async function examplesTable() {
  const questionOf = (name) => /^> (.*)$/m.exec(read(join(root, `examples/${name}/README.md`)))[1];
  const rows = (await readExamples()).map(({ name }) => [`[${name}](${name}/)`, questionOf(name)]);
  return `${markdownTable(['example', 'the question'], rows)}\n`;
}

function defaultsDocument() {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = defaultsTable.map(
    ({ name, value, mark, source, where }) =>
      `| ${[name, value, mark, source, where].map(cell).join(' | ')} |`,
  );
  const fields = kubeletFieldRows.flatMap(([name, { since, controls = [] }]) =>
    controls.map(({ key, hint }) => {
      const field = key === undefined ? name : `${name}.${key}`;
      return `| \`${field}\` | ${valueText(kubeletSettings({}, newestRelease), field) || 'no limit'} | ${since} | ${cell(hint)} |`;
    }),
  );
  return `<!-- Made by scripts/generate.mjs from src/inputs/defaults-table.ts and src/rules/kubelet/configuration/kubelet-fields.ts: change it there, then npm run update. -->
# Defaults

What holds where neither manifests nor scenario nor options say anything; also printed by \`windlass defaults\`. **measured**: recorded runs
of a real kubelet or containerd. **published**: a paper, or the sources of Kubernetes. **assumed**: a guess, and the first thing to set to
your own figures. The defaults of \`KubeletConfiguration\` are the kubelet's own.

| name | value | mark | source | set by |
|---|---|---|---|---|
${rows.join('\n')}

The fields of \`KubeletConfiguration\` that are obeyed, with what a kubelet ${newestRelease} takes where nothing is said, and the first release known
to have them (1.14 is the oldest here). Feature gates are those of each release.

| field | default | since | what it does |
|---|---|---|---|
${fields.join('\n')}
`;
}

function fidelityDocuments() {
  const sections = {
    'docs/fidelity.md': [
      ['test/validation, tools/published', trustSection({ validation, published, clusters })],
    ],
    'docs/fidelity-kubelet.md': [['test/proof/conformance', fidelitySection(agreements)]],
    'docs/fidelity-runtime.md': [
      ['test/validation and', validationSection(validation)],
      ['the pulls of test/clusters', clustersSection(clusters)],
    ],
  };
  return Object.fromEntries(
    Object.entries(sections).map(([path, parts]) => [
      path,
      parts.reduce(
        (text, [source, section]) => withSection(text, source, section),
        read(join(root, path)) ?? '',
      ),
    ]),
  );
}

function clusterDocument(text) {
  const code = (path) => `\`${path === '' ? 'all fields' : path}\``;
  const rows = kubeletSourceRows.map((row) => {
    const {
      title,
      where,
      parts,
      runtimeParts = [],
      credentialParts = [],
      selectorPaths = [],
      pools = [],
      isOneOfSeveral,
      isMergedInFile,
    } = row;
    const settings = [...parts, ...runtimeParts].map(
      ({ path, form, nodes }) =>
        `${formFields[form] ?? `${code(path)}${formWords[form]}`}${nodes ? ', of its nodes' : ''}`,
    );
    const providers = credentialParts.map(
      ({ path, nodes }) => `${code(path)} (credential providers)${nodes ? ', of its nodes' : ''}`,
    );
    const selectors = selectorPaths.map((path) => `${code(path)} (which nodes)`);
    const ofPools = pools.map(({ path }) => (path === '' ? 'nodes' : `${code(path)} (nodes)`));
    const several = isOneOfSeveral ? 'yes' : isMergedInFile ? 'in one file' : '';
    return [title, where, [...settings, ...providers, ...selectors, ...ofPools].join('<br>'), several];
  });
  const flags = `The flags that are read: ${[...flagFields.keys()].map((name) => `\`--${name}\``).join(', ')}.`;
  const files = [
    'flags of the kubelet',
    'units and drop-ins of systemd, `kubeadm-flags.env`, `/etc/default/kubelet`, a line of `ps`',
    'the flags below',
    'yes',
  ];
  const table = markdownTable(['what', 'where it is found', 'what is read', 'several'], [...rows, files]);
  return withSection(text, 'src/inputs/kubelet-sources', `\n${table}\n\n${flags}\n\n`);
}

/** The text with what stands between the marks of the part that is made from `source` replaced. */
function withSection(text, source, section) {
  const marked = new RegExp(
    `(<!-- generated by [^>]* from ${source}[^>]*-->\\n)[\\s\\S]*?(<!-- end of the generated part -->)`,
  );
  if (!marked.test(text)) throw new Error(`a document has lost the marks of the part made from ${source}`);
  return text.replace(marked, (_, begin, end) => `${begin}${section}${end}`);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
