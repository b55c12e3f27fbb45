// Writes what is made from the code: docs/defaults.md and schemas/scenario.schema.json. With --check it only says what is
// not up to date, and fails. Works on dist/, so the build comes first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultsTable } from '../dist/src/input/defaults-table.js';
import { scenarioSchema } from '../dist/src/input/schema.js';
import { root } from './run.mjs';

const generated = {
  'docs/defaults.md': defaultsDocument(),
  'schemas/scenario.schema.json': `${JSON.stringify(scenarioSchema(), undefined, 2)}\n`,
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
process.exit(stale > 0 ? 1 : 0);

function defaultsDocument() {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = defaultsTable.map(
    ({ name, value, mark, source, where }) => `| ${[name, value, mark, source, where].map(cell).join(' | ')} |`,
  );
  return `<!-- Made by scripts/generate.mjs from src/input/defaults-table.ts: change it there, then npm run update. -->
# Defaults

What holds where neither manifests nor scenario nor options say anything; also printed by \`windlass defaults\`. **measured**: recorded runs
of a real kubelet or containerd. **published**: a paper, or the sources of Kubernetes. **assumed**: a guess, and the first thing to set to
your own figures. The defaults of \`KubeletConfiguration\` are the kubelet's own.

| name | value | mark | source | set by |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
