import { expect, test } from 'vitest';
import { providerColumns } from '../../../src/inputs/providers/provider-row.ts';
import {
  findProvider,
  providerFamilies,
  providerIds,
  providerRows,
} from '../../../src/inputs/providers/provider-rows.ts';
import { cellText, pullsText } from '../../../src/inputs/providers/provider-text.ts';

test.each(providerRows.map((row) => [row.id, row] as const))(
  '%s has known columns only, and a source of its own for each fact that is certain',
  (_, { facts, sources }) => {
    expect(
      Object.keys(facts).filter((column) => !(providerColumns as readonly string[]).includes(column)),
    ).toEqual([]);
    const cells = Object.entries(facts);
    expect(cells.flatMap(([, { from }]) => from).filter((name) => !Object.hasOwn(sources, name))).toEqual([]);
    const used = new Set(cells.flatMap(([, { from }]) => from));
    expect(Object.keys(sources).filter((name) => !used.has(name))).toEqual([]);
    const certain = cells.filter(([, { from, confidence }]) => confidence === undefined && from.length === 0);
    expect(certain.map(([column]) => column)).toEqual([]);
    for (const source of Object.values(sources))
      expect(source).toMatch(/^(?:[\w.-]+\/[\w.-]+(?: |$)|https:\/\/)/);
  },
);

test('ids are unique, and each is found', () => {
  expect(new Set(providerIds).size).toBe(providerIds.length);
  expect(new Set(providerRows.map(({ id }) => id)).size).toBe(providerRows.length);
  for (const id of providerIds) expect(findProvider(id)?.id).toBe(id);
  expect(findProvider('none')).toBeUndefined();
});

test('a family has the facts in which its node images agree, and no other', () => {
  const eks = findProvider('eks')?.facts;
  expect(eks?.serializeImagePulls?.value).toBe(false);
  // Bottlerocket keeps the upstream thresholds; AL2 and AL2023 replace them.
  expect(eks?.evictionHard).toBeUndefined();
  expect(eks?.sandboxImage).toBeUndefined();
  for (const { id } of providerFamilies) expect(findProvider(id)).toBeDefined();
});

test('cells and ways to pull are told in words', () => {
  const row = (id: string) => findProvider(id)?.facts ?? {};
  expect(pullsText(row('eks-al2023'))).toBe('in parallel');
  expect(pullsText(row('aks-ubuntu2204'))).toBe('one by one, in parallel from 1.31 on');
  expect(pullsText(row('kubespray'))).toBe('one by one');
  expect(pullsText(row('eks-auto-mode'))).toBe('not public');
  expect(pullsText(row('kubermatic'))).toBe('at once: 10');
  expect(cellText(row('talos').sandboxImage?.value ?? '')).toMatch(
    /^registry\.k8s\.io\/pause:3\.9, registry\.k8s\.io\/pause:3\.10 from osImage 1\.9 on, /,
  );
  expect(cellText(row('aks-ubuntu2204').sandboxImage?.value ?? '')).toMatch(
    /pause:3\.10\.2 from kubernetes\.azure\.com\/node-image-version 202608\.07 on$/,
  );
  expect(cellText(row('k3s').evictionHard?.value ?? '')).toBe('imagefs.available 5%, nodefs.available 5%');
});
