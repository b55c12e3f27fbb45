// docs/pictures/terminal.svg: what `windlass run examples/web-rollout.yaml` prints on a terminal, in its
// colours.
import { runCli } from '../dist/src/interfaces/cli/run-cli.js';
import { root } from './run.mjs';

const columns = 92;
const letter = { width: 8, height: 18 };
const edge = 14;
/** The colours of a terminal by the number that switches them on. */
const colours = {
  31: '#ff7b72',
  32: '#3fb950',
  33: '#e3b341',
  34: '#58a6ff',
  35: '#bc8cff',
  36: '#56d4dd',
  90: '#8b949e',
};

/** @returns {Promise<string>} an SVG of the answer and the timeline, up to the table of pods */
export async function terminalPicture() {
  const command = ['run', 'examples/web-rollout.yaml'];
  const lines = (await printed(command)).split('\n');
  const shown = [
    `$ windlass ${command.join(' ')}`,
    ...lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('NAME')),
    ),
  ];
  while (shown.at(-1) === '') shown.pop();
  const width = columns * letter.width + 2 * edge;
  const height = shown.length * letter.height + 2 * edge;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of examples/web-rollout.yaml in a terminal">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3">
${shown.flatMap((line, index) => texts(line, edge + (index + 0.75) * letter.height)).join('\n')}
</g>
</svg>
`;
}

async function printed(command) {
  let text = '';
  const stdout = { write: (part) => (text += part), isTTY: true, columns };
  const terminal = { stdin: [], stdout, stderr: { write: () => {} }, env: {}, cwd: root, nowMs: () => 0 };
  const code = await runCli(command, terminal);
  if (code !== 0) throw new Error(`windlass ${command.join(' ')}: exit code ${code}`);
  return text;
}

/**
 * Each stretch of one look is a text of its own with a fixed width, so that columns stay columns in any font.
 */
function texts(line, y) {
  const found = [];
  let column = 0;
  let look = {};
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these switch colours
  for (const [, code, text] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (text === undefined) {
      look = changed(look, Number(code));
      continue;
    }
    if (text.trim() !== '') found.push(textAt(text, column, y, look));
    column += text.length;
  }
  return found;
}

function changed(look, code) {
  if (code === 1) return { ...look, weight: ' font-weight="bold"' };
  if (code === 2) return { ...look, fill: ` fill="${colours[90]}"` };
  if (code === 22 || code === 0) return {};
  return { ...look, fill: colours[code] === undefined ? '' : ` fill="${colours[code]}"` };
}

function textAt(text, column, y, { weight = '', fill = '' }) {
  const start = column + text.search(/\S/);
  const word = text.trim();
  const x = edge + start * letter.width;
  const escaped = word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('  ', ' \u00a0');
  return `<text x="${x}" y="${y}" textLength="${word.length * letter.width}" lengthAdjust="spacingAndGlyphs"${weight}${fill}>${escaped}</text>`;
}
