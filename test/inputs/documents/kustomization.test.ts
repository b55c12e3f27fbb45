import { describe, expect, test } from 'vitest';
import { kustomizeMakesMore } from '../../../src/inputs/documents/kustomization.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { errorsOf, podYaml } from '../reading.ts';

const pod = { name: 'k8s/pod.yaml', text: podYaml('web', '{ containers: [{ name: a, image: b }] }') };

test.each([
  [{ resources: ['web.yaml', 'db/db.yml'], namespace: 'shop', commonLabels: { app: 'web' } }, false],
  [{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' }, false],
  [{ resources: ['base'] }, true],
  [{ resources: ['../base/web.yaml'] }, true],
  [{ resources: ['https://example.org/web.yaml'] }, true],
  [{ resources: ['web.yaml'], images: [] }, true],
  [{ resources: ['web.yaml'], patches: [] }, true],
])('whether kustomize makes more of %j: %j', (value, isMore) => {
  expect(kustomizeMakesMore(value)).toBe(isMore);
});

describe('a kustomization among manifests', () => {
  const read = (name: string, text: string) => {
    const result = readInput([pod, { name, text }], {});
    expect(result.ok ? [] : result.errors).toEqual([]);
    return result.ok ? [result.warnings, result.input.ignoredKinds] : undefined;
  };

  test('is left aside, also where it has no kind and looks like a list of images', () => {
    expect(read('k8s/kustomization.yaml', 'resources: [pod.yaml]\n')).toEqual([[], { Kustomization: 1 }]);
    const warning = 'this kustomization is not applied; try: kubectl kustomize k8s | windlass run -';
    const images = 'resources: [pod.yaml]\nimages: [{ name: b, newTag: "2" }]\n';
    expect(read('k8s/kustomization.yaml', images)).toEqual([
      [`k8s/kustomization.yaml:1:1: ${warning}`],
      { Kustomization: 1 },
    ]);
    const named = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${images}`;
    expect(read('other.yaml', named)).toEqual([
      [`other.yaml:1:1: ${warning.replace('k8s', '.')}`],
      { Kustomization: 1 },
    ]);
  });
});

test('a template of a chart is told as what it may be', () => {
  const hint = 'helm template <folder of the chart> | windlass run -, if this is a template of a Helm chart';
  expect(errorsOf('kind: Pod\nmetadata: { name: {{ .Release.Name }} }\n')[0]).toMatchObject({ hint });
  expect(errorsOf('kind: Pod\n{{- if .Values.x }}\nspec: 1\n{{- end }}\n')[0]).toMatchObject({ hint });
  const chart = readInput([{ name: 'web/Chart.yaml', text: 'apiVersion: v2\nname: web\n' }], {});
  expect(chart.ok ? [] : chart.errors).toMatchObject([
    { code: 'NO_KIND', hint: 'helm template <folder of the chart> | windlass run -' },
  ]);
});
