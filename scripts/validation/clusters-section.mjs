// What real clusters did with large images, held against the simulator: a part of docs/fidelity-runtime.md, and what
// `npm run validate:clusters` prints.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterRunShape } from '../../dist/tools/clusters/cluster-run.js';
import { agreementOf, isZeros, judgeImages } from '../../dist/tools/clusters/judge-clusters.js';
import { replayCluster } from '../../dist/tools/clusters/replay-cluster.js';
import { markdownTable } from '../markdown-table.mjs';
import { root } from '../run.mjs';

const folder = join(root, 'test/clusters');

/** The goals: half of the pulls are off by no more than this, and so many lie within the wider bound. */
export const goals = {
  zeros: { medianError: 0.15, within: 0.9 },
  applications: { medianError: 0.35, within: 0.8 },
};

/** Why pulls of applications are off by more than a factor of two, by a part of the image's name. */
const reasons = [
  [
    'aws-network-policy-agent',
    'its registry answered only when the network of the new node was up, after 9 s',
  ],
  ['gke-distroless/bash', 'its layers lie on the node already, under other names'],
  ['k8s-dns-node-cache', 'its layers lie on the node already, under other names'],
  ['flux-view-ubuntu', 'tens of thousands of small files, whose number nobody published'],
  ['ensemble-', 'tens of thousands of small files, whose number nobody published'],
];

/** @returns {{ name: string, words: string, source: string, pulls: object[] }[]} every run, replayed */
export function replayedClusters() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => {
      const run = clusterRunShape.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      const { words, source } = run;
      return { name: file.replace('.json', ''), words, source, pulls: replayCluster(run) };
    });
}

/** @returns {object[]} pulls of the clusters with GKE's image streaming, of those images that are streamed */
export function replayedStreaming() {
  const streaming = join(folder, 'streaming');
  return readdirSync(streaming)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      replayCluster(clusterRunShape.parse(JSON.parse(readFileSync(join(streaming, file), 'utf8')))),
    )
    .filter(({ image }) => image.split('/', 1)[0].endsWith('.pkg.dev'));
}

/** @returns {string} Markdown */
function streamingSection() {
  const rows = judgeImages(replayedStreaming()).map(({ image, pulls, real, ours }) => [
    sizeOf(image) === 0 ? `\`${shortName(image)}\`` : `${(sizeOf(image) / 1e9).toFixed(1)} GB of zeros`,
    pulls,
    real.toFixed(1),
    ours.toFixed(1),
    percent(ours / real - 1),
    streamingReason(image),
  ]);
  return `
With image streaming of GKE (\`lazy_pull\`), images of Artifact Registry, medians in s:

${markdownTable(['image', 'pulls', 'real', 'ours', 'off by', 'why'], rows)}
`;
}

const fittedTo = ['2770722493', '10902729561', '19034736629'];

function streamingReason(image) {
  if (sizeOf(image) === 0) return reasonOf(image) ?? 'not known';
  return fittedTo.some((size) => image.includes(size)) ? 'fitted to it' : '';
}

/** @returns {object[]} the runs without the pulls that have a reason to be off */
export function withoutReasons(clusters) {
  return clusters.map((cluster) => ({
    ...cluster,
    pulls: cluster.pulls.filter(({ image }) => reasonOf(image) === undefined),
  }));
}

/** @returns {object} what is said of both kinds of images in all runs together */
export function agreementOfClusters(clusters) {
  const pulls = clusters.flatMap((cluster) => cluster.pulls);
  return {
    zeros: agreementOf(pulls.filter(isZeros)),
    applications: agreementOf(pulls.filter((pull) => !isZeros(pull))),
  };
}

/** @returns {string} Markdown */
export function clustersSection(clusters) {
  const { zeros, applications } = agreementOfClusters(clusters);
  const byRun = clusters.flatMap(({ name, words, pulls }) =>
    [true, false].flatMap((ofZeros) => {
      const group = pulls.filter((pull) => isZeros(pull) === ofZeros);
      return group.length === 0 ? [] : [[name, words, ...row(ofZeros, agreementOf(group))]];
    }),
  );
  const images = clusters.flatMap(({ name, pulls }) =>
    judgeImages(pulls.filter((pull) => isZeros(pull) && /:9-/.test(pull.image)))
      .filter(({ image }) => sizeOf(image) > 1e9)
      .map(({ image, pulls: count, real, ours }) => [
        name,
        (sizeOf(image) / 1e9).toFixed(1),
        count,
        real.toFixed(1),
        ours.toFixed(1),
        percent(ours / real - 1),
      ]),
  );
  const off = judgeImages(clusters.flatMap(({ pulls }) => pulls.filter((pull) => !isZeros(pull))))
    .filter(({ real, ours }) => ours / real < 0.5 || ours / real > 2)
    .map(({ image, pulls, real, ours }) => [
      `\`${shortName(image)}\``,
      pulls,
      real.toFixed(2),
      ours.toFixed(2),
      reasonOf(image) ?? 'not known',
    ]);
  return `
${markdownTable(
  ['run', 'cluster', 'images', 'pulls', 'median error', 'within 30 %', 'within 2 ×'],
  [...byRun, ['all', '', ...row(true, zeros)], ['all', '', ...row(false, applications)]],
)}

Images of zeros in nine layers, medians in s:

${markdownTable(['run', 'unpacked GB', 'pulls', 'real', 'ours', 'off by'], images)}

Applications that are off by more than a factor of two:

${markdownTable(['image', 'pulls', 'real', 'ours', 'why'], off)}
${streamingSection()}
`;
}

/**
 * @returns {string} Markdown: how far each kind of comparison goes
 */
export function trustSection({ validation, published, clusters }) {
  const { zeros, applications } = agreementOfClusters(clusters);
  const agreeing = validation.rows.filter(({ verdict }) => verdict === 'agrees').length;
  const met = published.cases.filter(({ verdict }) => verdict === 'within').length;
  const right = published.questions.filter(({ isRight }) => isRight).length;
  return `
${markdownTable(
  ['what', 'how far', 'command'],
  [
    [
      'the order of requests, layers and unpackings, and their times, on one measured machine',
      `${agreeing} of ${validation.rows.length} variants agree, in times within 10 % or 20 ms (1.7 and 2.1: 25 % or 60 ms)`,
      '`npm run validate`',
    ],
    [
      'which of two ways is faster, as strangers measured it',
      `${right} of ${published.questions.length} questions`,
      '`npm run validate:published`',
    ],
    [
      'figures of strangers, where their conditions are known or not',
      `${met} of ${published.cases.length} within 25 % or a factor of 2`,
      '`npm run validate:published`',
    ],
    [
      'pulls of 0.05 to 19 GB of zeros on real EKS and GKE nodes',
      `${zeros.pulls} pulls: half are off by ${percent(zeros.medianError)} or less, ${percent(zeros.withinThirty)} within 30 %`,
      '`npm run validate:clusters`',
    ],
    [
      'pulls of applications there, of which only the size is known',
      `${applications.pulls} pulls: half are off by ${percent(applications.medianError)} or less, ${percent(applications.withinTwo)} within a factor of 2`,
      '`npm run validate:clusters`',
    ],
    [
      'sizes of images that no document tells',
      'half within 2.2 ×, eight in ten within the range that is printed',
      '[images.md](images.md)',
    ],
  ],
)}

`;
}

function row(ofZeros, { pulls, medianError, withinThirty, withinTwo }) {
  return [
    ofZeros ? 'zeros' : 'applications',
    pulls,
    percent(medianError),
    percent(withinThirty),
    percent(withinTwo),
  ];
}

const reasonOf = (image) => reasons.find(([part]) => image.includes(part))?.[1];
const percent = (share) => `${share < 0 ? '−' : ''}${Math.round(Math.abs(share) * 100)} %`;
const sizeOf = (image) => Number(/-size-(\d+)-bytes$/.exec(image)?.[1] ?? 0);
const shortName = (image) =>
  image
    .replace(/@sha256:.*/, '')
    .split('/')
    .slice(-2)
    .join('/');
