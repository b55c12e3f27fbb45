const light = `
color-scheme: light;
--background: #fbfbfa; --panel: #ffffff; --ink: #1c1e21; --dim: #5b6370; --line: #d9dce1; --accent: #2f5fd0; --good: #14794a; --bad: #b3261e;
--phase-waitingForNode: #d5d9df; --phase-waitingForNetwork: #cfd8e3; --phase-waitingToStart: #e3e6ea; --phase-inspecting: #56b4e9; --phase-waitingForSlot: #a8afba; --phase-resolving: #7fc7e8;
--phase-runtimeWork: #b3d4e0; --phase-resting: #e3c48f; --phase-waitingForCredentials: #d8c9b0; --phase-waitingForCredentialsInSlot: #d8c9b0; --phase-waitingForSamePull: #cdbfd0;
--phase-waitingForDownload: #c2c8d0; --phase-waitingForOtherPull: #b9c9c4; --phase-downloading: #2f6fde; --phase-stalled: #b0526f;
--phase-waitingForUnpack: #c9bfe6; --phase-unpacking: #7c4ddb; --phase-waitingForDisk: #5b3fb0; --phase-backingOff: #d98a00; --phase-waitingForSandboxImage: #ccd9e6;
--phase-waitingForSync: #eed9ae; --phase-starting: #5fc9b5; --phase-readingImage: #8fb6ea; --phase-startingUp: #a5dccf; --phase-running: #1f9d61; --failure: #c62828; --hatch: #ffffff;
--line-1: #b36b00; --line-2: #14794a; --line-3: #7c4ddb; --line-4: #b3261e;`;

const dark = `
color-scheme: dark;
--background: #14161a; --panel: #1b1e24; --ink: #e7e9ee; --dim: #a3acba; --line: #333944; --accent: #86a9ff; --good: #4fce90; --bad: #ff8a80;
--phase-waitingForNode: #343a45; --phase-waitingForNetwork: #2f3d4d; --phase-waitingToStart: #2a2f38; --phase-inspecting: #3f8fc0; --phase-waitingForSlot: #596170; --phase-resolving: #4d95b8;
--phase-runtimeWork: #41687a; --phase-resting: #8a6a35; --phase-waitingForCredentials: #5f523c; --phase-waitingForCredentialsInSlot: #5f523c; --phase-waitingForSamePull: #584a5c;
--phase-waitingForDownload: #444b57; --phase-waitingForOtherPull: #47584f; --phase-downloading: #5b94ff; --phase-stalled: #c9708c;
--phase-waitingForUnpack: #54496f; --phase-unpacking: #a481ff; --phase-waitingForDisk: #7f5fd0; --phase-backingOff: #f0ac3c; --phase-waitingForSandboxImage: #35465a;
--phase-waitingForSync: #6b5a30; --phase-starting: #3aa392; --phase-readingImage: #33598f; --phase-startingUp: #2c6f64; --phase-running: #3cc284; --failure: #ff6b6b; --hatch: #1b1e24;
--line-1: #f0ac3c; --line-2: #4fce90; --line-3: #a481ff; --line-4: #ff8a80;`;

const plain = [
  'waitingForNode',
  'waitingForNetwork',
  'waitingToStart',
  'inspecting',
  'runtimeWork',
  'downloading',
  'unpacking',
  'waitingForDisk',
  'starting',
  'readingImage',
  'startingUp',
  'running',
];
const hatched = [
  'waitingForSandboxImage',
  'waitingForCredentials',
  'waitingForSamePull',
  'waitingForSlot',
  'waitingForCredentialsInSlot',
  'resolving',
  'resting',
  'waitingForDownload',
  'waitingForOtherPull',
  'stalled',
  'waitingForUnpack',
  'backingOff',
  'waitingForSync',
];

const fills = [
  ...plain.map((phase) => `.phase-${phase} { fill: var(--phase-${phase}); }`),
  ...hatched.flatMap((phase) => [
    `.phase-${phase} { fill: url(#pattern-${phase}); }`,
    `.plain-${phase} { fill: var(--phase-${phase}); }`,
  ]),
].join('\n');

/**
 * The style sheet of a report: dark if the reader's system is, black on white on paper, narrow on a phone.
 */
export const reportStyle = `
:root { ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px; background: var(--background); color: var(--ink);
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 32px 0 8px; }
h3 { font-size: 14px; margin: 20px 0 6px; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); overflow-wrap: normal; }
.conditions, .note { color: var(--dim); margin: 2px 0; }
.answer { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 14px 18px; margin: 18px 0; }
.answer p { margin: 4px 0; }
.answer .first { font-size: 19px; font-weight: 600; }
.answer .bad { color: var(--bad); }
.answer h2 { margin: 10px 0 4px; font-size: 15px; }
.causes { margin: 0 0 8px; padding-left: 22px; overflow-wrap: anywhere; }
.causes li { margin: 3px 0; }
.figures { display: flex; flex-wrap: wrap; gap: 6px 28px; margin: 12px 0 4px; }
.figures div { min-width: 110px; }
.figures dt { color: var(--dim); font-size: 12px; }
.figures dd { margin: 0; font-weight: 600; font-size: 16px; }
.table-scroll, .timeline-scroll { overflow-x: auto; }
.timeline-scroll { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 8px 12px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; overflow-wrap: normal; }
caption { text-align: left; color: var(--dim); padding-bottom: 4px; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
tbody th { font-weight: 400; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody th { min-width: 190px; max-width: 360px; overflow-wrap: break-word; }
td.text { overflow-wrap: break-word; }
td.long { min-width: 300px; overflow-wrap: anywhere; }
.table-scroll { margin: 14px 0 22px; }
.timeline { display: block; font-size: 12px; width: 100%; min-width: 760px; height: auto; }
.timeline text { fill: var(--ink); }
.timeline .timeline-node { font-weight: 600; }
.timeline .timeline-tick { fill: var(--dim); font-size: 11px; }
.timeline-end, .timeline-time { text-anchor: end; }
.timeline-time { font-variant-numeric: tabular-nums; }
.timeline-grid { stroke: var(--line); stroke-width: 1; }
.hatch { stroke: var(--hatch); stroke-width: 1.6; fill: none; opacity: 0.75; }
.failure { fill: var(--failure); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; padding: 0; margin: 8px 0; color: var(--dim); font-size: 12.5px; }
.legend li { display: flex; align-items: center; gap: 6px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 16px; }
.chart-figure { margin: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 10px 12px; break-inside: avoid; }
.chart-figure figcaption { font-weight: 600; font-size: 13px; }
.key { font-weight: 400; color: var(--dim); margin-left: 14px; white-space: nowrap; }
.key svg { margin-right: 5px; vertical-align: middle; }
.chart { display: block; width: 100%; max-width: 600px; height: auto; color: var(--ink); --plot-background: var(--panel); }
.chart { font-size: 12px; }
.chart text { white-space: pre; }
details { margin: 8px 0; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
${fills}
@media (max-width: 600px) { body { padding: 14px; } .answer .first { font-size: 17px; } }
@media print { body { max-width: none; padding: 0; font-size: 11px; } .timeline-scroll, .table-scroll { overflow: visible; border: 0; padding: 0; }
  .timeline { min-width: 0; } table { font-size: 10px; }
  th, td, tbody th, td.long, td.number, th.number { min-width: 0; max-width: none; padding-right: 6px; white-space: normal; overflow-wrap: normal; }
  tbody th, td.text, td.long { overflow-wrap: anywhere; } tbody th { min-width: 72px; } td.text { min-width: 48px; }
  tr, .answer { break-inside: avoid; } a { color: inherit; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
