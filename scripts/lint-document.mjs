// docs/lint.md: the rules of windlass lint, with the harm of each as it is run here.

import { figureText } from '../dist/src/answers/lint/formats/lint-text.js';
import { runHarm } from '../dist/src/answers/lint/harm.js';
import { lintRules } from '../dist/src/answers/lint/lint-rules.js';
import { withoutPauses } from '../dist/src/run/simulation/simulate.js';

/** Returns the page; every harm is run. */
export async function lintDocument() {
  const rows = [];
  for (const { id, level, title, reason, fix, source, harm } of lintRules) {
    const { asItIs, fixed } = await runHarm(harm, withoutPauses);
    const shown =
      harm.shows === 'same'
        ? `${figureText(harm.figure, asItIs)}, the same with the fix`
        : `${figureText(harm.figure, asItIs)}; with the fix ${figureText(harm.figure, fixed)}`;
    rows.push(`### ${id}

${level}: ${title}. ${reason}

Fix: ${fix}. Source: ${source}.

Shown by: ${harm.figure.name}: ${shown}.
`);
  }
  return `<!-- Made by scripts/lint-document.mjs from src/answers/lint/rules: change it there, then npm run update. -->
# What \`windlass lint\` looks for

\`windlass lint\` reads the same files as \`windlass run\` (manifests, a KubeletConfiguration, containerd's configuration) and looks for what
will harm: pods that cannot run, pods that wait without need, settings that have no effect. It also reports what the kubelet or the API
server would refuse. Each rule holds for the releases that have the behaviour, and each has a small input that shows its harm, run as it is
and with the fix: \`windlass lint --show RULE\`. The figures below are of those runs.

\`\`\`sh
windlass lint manifests/ kubelet.yaml                          # file:line:column, why, and what to do
windlass lint manifests/ --kubelet-version 1.35 --fail-on warning   # exit code 4 for a pipeline
windlass lint manifests/ -o sarif --out windlass.sarif         # for code scanning; -o github for a pull request's lines
\`\`\`

${rows.join('\n')}`;
}
