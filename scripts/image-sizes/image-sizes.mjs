// Learns what names of images say of their sizes and layers, from the rows of the catalogue and from built-on.tsv
// (layers of images that Dockerfiles on GitHub build on, container-chonks of converged-computing, MIT). Writes
// src/inputs/known-images/size-model.ts, rows/built-on.ts there, and the figures in docs/images.md. With --check it
// only says what is not up to date, and fails. Works on dist/, so the build comes first.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normal } from '../../dist/src/inputs/images/assumed-image.js';
import { nameFraction } from '../../dist/src/inputs/images/name-hash.js';
import { knownImages } from '../../dist/src/inputs/known-images/find-known-image.js';
import { homeRepository } from '../../dist/src/inputs/known-images/home-repository.js';
import { featuresOfImage } from '../../dist/src/inputs/known-images/predict-size.js';
import { fitLayerCount, fitUnevenness, sharedParts } from './fit-layers.mjs';
import { crossValidated, fitSizes, folds, predicted, quantile, sum } from './fit-sizes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');

/** A repository of the catalogue counts half as much as one of the study, of which the ranges must be right. */
const catalogueWeight = 0.5;

/** Rows of the study; its figures come from manifests. */
const studied = readFileSync(join(here, 'built-on.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [repository, tag, created, bytes, layers, large] = line.split('\t');
    return {
      repository,
      tag,
      created,
      size: Number(bytes),
      layers: Number(layers),
      large: large ? large.split('+').map(Number) : [],
    };
  });

/** The images of one owner are alike, so that they are in one fold; Docker Hub's official images are one owner's. */
function ownerOf(repository) {
  const parts = repository.replace(/^docker\.io\/(?:library\/)?/, '').split('/');
  const isHost = /[.:]/.test(parts[0]);
  const path = isHost ? parts.slice(1) : parts;
  return `${isHost ? parts[0] : ''}/${path.length > 1 ? path[0] : 'library'}`;
}

function weighed(rows, weight) {
  const counts = new Map();
  for (const { repository } of rows) counts.set(repository, (counts.get(repository) ?? 0) + 1);
  return rows.map((row) => ({
    ...row,
    weight: weight / counts.get(row.repository),
    owner: ownerOf(row.repository),
    ...featuresOfImage(`${row.repository}:${row.tag}`),
  }));
}

const catalogue = [...knownImages().values()]
  .flat()
  .filter(({ source }) => !source.title.includes('Dockerfiles'))
  .map(({ repository, tag, bytes }) => ({ repository, tag, size: bytes }));
/** Repositories with rows of other documents. */
const knownElsewhere = new Set(catalogue.map(({ repository }) => repository));
const samples = [
  ...weighed(studied, 1).map((row) => ({ ...row, isStudied: true })),
  ...weighed(catalogue, catalogueWeight),
];
const foldOf = (owner) => Math.floor(nameFraction(owner) * folds);
const rounded = (value, digits = 3) => Number(value.toFixed(digits));

/**
 * Returns the model of samples, and their cross-validated errors. `isAim` says which repositories the middle is the
 * median of: a regression gives means, which a few tiny images pull down.
 */
function modelOf(ofModel, isAim) {
  const validated = crossValidated(ofModel, foldOf);
  const valuesOf = (errors) => errors.map(({ error, weight }) => ({ value: error, weight }));
  const shift = quantile(valuesOf(validated.filter(isAim)), 0.5);
  const errors = validated.map((sample) => ({ ...sample, error: sample.error - shift }));
  const [low, high] = [0.1, 0.9].map((part) => quantile(valuesOf(errors), part));
  const { intercept, coefficients } = fitSizes(ofModel);
  const large = Object.entries(coefficients)
    .map(([name, value]) => [name, rounded(value)])
    .filter(([, value]) => Math.abs(value) >= 0.02);
  const model = {
    intercept: rounded(intercept + shift),
    low: rounded(Math.exp(low)),
    high: rounded(Math.exp(high)),
    coefficients: Object.fromEntries(large),
  };
  const isInside = ({ error }) => error >= low && error <= high;
  const width = Math.exp(high - low);
  return { model, errors: errors.map((each) => ({ ...each, isInside: isInside(each), width })) };
}

const component = modelOf(
  samples.filter(({ isComponent, isStudied }) => isComponent && !isStudied),
  () => true,
);
const other = modelOf(
  samples.filter(({ isComponent }) => !isComponent),
  ({ isStudied }) => isStudied,
);

/** The figures of some cross-validated samples: median and 80 % error, bias, coverage and width of the ranges. */
function figures(errors) {
  const of = (value) => errors.map((sample) => ({ value: value(sample), weight: sample.weight }));
  const weight = sum(errors.map((each) => each.weight));
  return {
    repositories: new Set(errors.map(({ repository }) => repository)).size,
    median: Math.exp(
      quantile(
        of(({ error }) => Math.abs(error)),
        0.5,
      ),
    ),
    eighty: Math.exp(
      quantile(
        of(({ error }) => Math.abs(error)),
        0.8,
      ),
    ),
    bias: Math.exp(
      quantile(
        of(({ error }) => error),
        0.5,
      ),
    ),
    inside: sum(errors.map(({ isInside, weight: own }) => (isInside ? own : 0))) / weight,
    width: quantile(
      of(({ width }) => width),
      0.5,
    ),
  };
}

/** The components of the study, which no model was made of. */
const ofStudiedComponents = samples
  .filter(({ isComponent, isStudied }) => isComponent && isStudied)
  .map((sample) => {
    const { low, high } = component.model;
    const error = Math.log(sample.size) - predicted(component.model, sample.features);
    return {
      ...sample,
      error,
      isInside: error >= Math.log(low) && error <= Math.log(high),
      width: high / low,
    };
  });

const studiedRows = samples.filter(({ isStudied }) => isStudied);
const count = fitLayerCount(studiedRows);
const unevenness = fitUnevenness(studiedRows, ({ repository, tag, layers }, sigma) => {
  const weights = Array.from({ length: layers }, (_, index) =>
    Math.exp(sigma * normal(`${repository}:${tag}`, `weight ${index}`)),
  );
  return Math.max(...weights) / sum(weights);
});
const shared = sharedParts(studiedRows);

const percent = (part, digits = 0) => `${(100 * part).toFixed(digits)} %`;
const times = (factor) => `${factor.toFixed(2)} ×`;

function tableRow(title, errors) {
  const { repositories, median, eighty, bias, inside, width } = figures(errors);
  const cells = [
    title,
    repositories,
    times(median),
    times(eighty),
    times(bias),
    percent(inside),
    Math.round(width),
  ];
  return `| ${cells.join(' | ')} |`;
}

const table = [
  '| images | repositories | off by, half of them | off by, eight in ten | true size to predicted | within the range | high ÷ low |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  tableRow('those that Dockerfiles build on', [
    ...other.errors.filter(({ isStudied }) => isStudied),
    ...ofStudiedComponents,
  ]),
  tableRow('components of clusters, of the catalogue', component.errors),
  tableRow(
    'others of the catalogue',
    other.errors.filter(({ isStudied }) => !isStudied),
  ),
  '',
  `An image of 100 MB has ${count.median.toFixed(1)} layers, one of 1 GB ${(count.median * 10 ** count.growth).toFixed(1)}, eight in ten within ${times(Math.exp(1.2816 * count.sigma))} of that. In half of the images the largest layer has more than ${percent(unevenness.largest)} of the bytes.`,
  `${percent(shared.bytes)} of the bytes stand in layers that an image of another owner has too, but of two images of different owners only ${percent(shared.pairs, 1)} have such a layer in common: drawn images share none.`,
].join('\n');

/** The newest row of each repository, and the oldest if it is of another variant: enough to know it. */
function catalogueText() {
  const byRepository = new Map();
  for (const row of studied)
    byRepository.set(row.repository, [...(byRepository.get(row.repository) ?? []), row]);
  const lines = [...byRepository].flatMap(([repository, rows]) => {
    const home = homeRepository(repository);
    if (home === undefined || knownElsewhere.has(home)) return [];
    const chosen = rows.filter((_, index) => index === rows.length - 1 || index === 0);
    return [home, ...chosen.map(({ tag, size, layers }) => `  ${tag} ${size}B dockerfiles ${layers}`)];
  });
  return `/** Images that Dockerfiles on GitHub build on. Made by scripts/image-sizes/image-sizes.mjs. */\nexport const builtOn = \`\n${lines.join('\n')}\n\`;\n`;
}

const figure = (value) => rounded(value, 2);
const modelText = `// Made by scripts/image-sizes/image-sizes.mjs from scripts/image-sizes/built-on.tsv and the rows of the catalogue.

/** A linear model of the natural logarithm of compressed bytes. */
export interface SizeModel {
  readonly intercept: number;
  readonly coefficients: Readonly<Record<string, number>>;
  /** By how much sizes differ from the middle: the factors at 10 and 90 %, of owners that it was not made of. */
  readonly low: number;
  readonly high: number;
}

/** The models of parts of clusters, and of all other images. */
export const sizeModels: Readonly<Record<'component' | 'other', SizeModel>> = ${JSON.stringify({ component: component.model, other: other.model }, undefined, 2)};

/** Layers of an image of 100 MB, the growth of their logarithm with that of the size, and how far both scatter. */
export const layerModel = ${JSON.stringify({ median: figure(count.median), growth: figure(count.growth), sigma: figure(count.sigma), weightSigma: figure(unevenness.sigma) })};
`;

const knownImagesFolder = join(root, 'src/inputs/known-images');
const document = readFileSync(join(root, 'docs/images.md'), 'utf8');
const outputs = [
  [join(knownImagesFolder, 'size-model.ts'), formatted(modelText)],
  [join(knownImagesFolder, 'rows/built-on.ts'), catalogueText()],
  [
    join(root, 'docs/images.md'),
    document.replace(
      /(<!-- made by scripts\/image-sizes\/image-sizes\.mjs -->\n)[\s\S]*?(\n<!-- end of the made part -->)/,
      (_, begin, end) => `${begin}\n${table}\n${end}`,
    ),
  ],
];

/** Formats a text as the project's sources are. */
function formatted(text) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path', 'src/size-model.ts'], {
    input: text,
    encoding: 'utf8',
    cwd: root,
  });
}

const stale = outputs.filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file);
if (process.argv.includes('--check')) {
  for (const file of stale)
    console.error(`${file} is not up to date: node scripts/image-sizes/image-sizes.mjs`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else for (const [file, text] of outputs) writeFileSync(file, text);
if (!process.argv.includes('--check')) console.log(table);
