// docs/pictures/growth.svg: pods against processor time and memory, as `npm run bench:growth -- --picture`
// has measured them.
import * as Plot from '@observablehq/plot';
import { SvgDocument, svgMarkup } from '../dist/src/reports/html/svg-document.js';

const panel = { width: 440, height: 280 };
const looks = {
  'summary, one thread': '#0969da',
  'trace, one thread': '#8250df',
  'summary, on threads': '#1a7f37',
};

/**
 * @returns {string} an SVG with a chart of seconds and one of memory; `rows` have pods, series, seconds and
 * mib
 */
export function growthPicture(rows) {
  const charts = [
    chart(rows, 'seconds', 'seconds of processor time'),
    chart(rows, 'mib', 'MiB of memory at the peak'),
  ];
  const keys = Object.entries(looks).map(
    ([name, colour], index) => `<text x="${60 + index * 170}" y="18" fill="${colour}">● ${name}</text>`,
  );
  const said = rows.map(
    ({ pods, series, seconds, mib }) =>
      `${pods} pods, ${series}: ${seconds.toFixed(1)} s, ${mib.toFixed(0)} MiB`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * panel.width} ${panel.height + 30}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>Pods of a run against processor time and memory</title>
<desc>${said.join('; ')}</desc>
<rect width="100%" height="100%" fill="#ffffff"/>
${keys.join('\n')}
${charts.map((svg, index) => `<g transform="translate(${index * panel.width}, 30)" color="#1f2328">${svg}</g>`).join('\n')}
</svg>
`;
}

function chart(rows, figure, label) {
  const series = Object.keys(looks);
  const plot = Plot.plot({
    document: new SvgDocument(),
    ariaLabel: label,
    ...panel,
    marginLeft: 60,
    marginBottom: 40,
    x: {
      type: 'log',
      label: 'pods',
      ticks: [...new Set(rows.map(({ pods }) => pods))],
      tickFormat: (pods) => pods.toLocaleString('en-US'),
    },
    y: { type: 'log', label, grid: true, ticks: 5, tickFormat: (value) => value.toLocaleString('en-US') },
    color: { domain: series, range: Object.values(looks) },
    marks: [
      Plot.lineY(rows, { x: 'pods', y: figure, stroke: 'series' }),
      Plot.dot(rows, { x: 'pods', y: figure, fill: 'series', r: 3 }),
    ],
  });
  plot.setAttribute('role', 'img');
  return svgMarkup(plot.plain()).text;
}
