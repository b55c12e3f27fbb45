import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { krewManifest } from '../../scripts/release/krew-manifest.mjs';
import { krewProblems } from './krew-rules.ts';

const text = krewManifest({ version: '0.2.0', repository: 'owner/windlass', sha256: 'ab'.repeat(32) });

test("the manifest of a release keeps krew's rules", () => {
  expect(krewProblems('windlass.yaml', parse(text))).toEqual([]);
});

test.each([
  ['v1alpha2', 'v1alpha3', 'apiVersion is another one'],
  ['kind: Plugin', 'kind: Plug', 'kind is not Plugin'],
  ['name: windlass', 'name: wind lass', 'metadata.name is not safe'],
  ['name: windlass', 'name: other', 'the file has another name'],
  ['of your pods', 'of all of your pods and of others', 'shortDescription is too long'],
  ['version: v', 'version: ', 'version is not v1.2.3'],
  ['uri:', 'url:', 'uri has to be set'],
  ['sha256: ab', 'sha256: AB', 'sha256 is no checksum'],
  ['bin: kubectl-windlass', 'bin: ""', 'bin has to be set'],
  ['os: linux', 'system: linux', 'a selector has another key'],
  ['arch: amd64', 'arch: x64', 'the selector selects no platform'],
])('%s as %s breaks them', (from, to, problem) => {
  expect(text).toContain(from);
  expect(krewProblems('windlass.yaml', parse(text.replace(from, to)))).toContain(problem);
});
