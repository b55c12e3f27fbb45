import { lazy } from '../../rules/values/memoize.ts';
import type { ProviderCell, ProviderColumn, ProviderFamily, ProviderRow } from './provider-row.ts';
import { providerColumns } from './provider-row.ts';
import { amazon } from './rows/amazon.ts';
import { azure } from './rows/azure.ts';
import { canonical } from './rows/canonical.ts';
import { google } from './rows/google.ts';
import { kubeadm } from './rows/kubeadm.ts';
import { others } from './rows/others.ts';
import { rancher } from './rows/rancher.ts';
import { redHat } from './rows/red-hat.ts';

/** Every node image that is known, in the order in which `windlass providers` lists them. */
export const providerRows: readonly ProviderRow[] = [
  ...amazon,
  ...azure,
  ...google,
  ...redHat,
  ...rancher,
  ...kubeadm,
  ...canonical,
  ...others,
];

/** The providers with signs that do not tell the node image, or that other machines have as well. */
export const providerFamilies: readonly ProviderFamily[] = [
  {
    id: 'eks',
    name: 'EKS',
    signs: [
      { kubeletVersion: '*-eks-*' },
      { label: 'eks.amazonaws.com/nodegroup' },
      { label: 'alpha.eksctl.io/nodegroup-name' },
    ],
    resembles: [{ providerID: 'aws://*' }],
  },
  {
    id: 'aks',
    name: 'AKS',
    signs: [{ label: 'kubernetes.azure.com/agentpool' }, { label: 'kubernetes.azure.com/cluster' }],
    resembles: [{ providerID: 'azure://*' }],
  },
  {
    id: 'gke',
    name: 'GKE',
    signs: [{ label: 'cloud.google.com/gke-nodepool' }],
    resembles: [{ providerID: 'gce://*' }],
  },
];

/** Returns the row or the family of that id; undefined if there is none. */
export function findProvider(id: string): ProviderRow | undefined {
  return providerRows.find((row) => row.id === id) ?? familyRows().find((row) => row.id === id);
}

/** The values of `--provider`. */
export const providerIds: readonly string[] = [
  ...new Set([...providerRows.map(({ id }) => id), ...providerFamilies.map(({ id }) => id)]),
];

/**
 * Returns what holds for every node image of a family: the facts in which all rows agree that know them.
 * What one of them does not know is not certain for all.
 */
function familyRow({ id, name, signs }: ProviderFamily): ProviderRow {
  const rows = providerRows.filter(({ family }) => family === id);
  const agreed = providerColumns.flatMap((column) => {
    const cell = agreedCell(rows, column);
    return cell === undefined ? [] : [[column, cell] as const];
  });
  const sources = Object.assign({}, ...rows.map((row) => namedSources(row)));
  return { id, name, family: id, signs, facts: Object.fromEntries(agreed), sources };
}

/** One row object for each family: nodes of the same row are told together. */
const familyRows = lazy(() => providerFamilies.map(familyRow));

function agreedCell(rows: readonly ProviderRow[], column: ProviderColumn): ProviderCell | undefined {
  const told = rows.flatMap((row) => {
    const cell = row.facts[column];
    return cell === undefined ? [] : [{ row, cell }];
  });
  if (column === 'credentialProviders') return sharedProviders(told.map(({ row, cell }) => [row.id, cell]));
  const [first, ...rest] = told;
  const text = JSON.stringify(first?.cell.value);
  if (first === undefined || rest.some(({ cell }) => JSON.stringify(cell.value) !== text)) return undefined;
  const from = first.cell.from.map((source) => `${first.row.id}/${source}`);
  return told.length === rows.length
    ? { ...first.cell, from }
    : { ...first.cell, from, confidence: 'medium' };
}

interface CredentialProvider {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** Of credential providers a family has those that all its node images have, for the hosts that all serve. */
function sharedProviders(told: readonly (readonly [string, ProviderCell])[]): ProviderCell | undefined {
  const [first, ...rest] = told.map(([id, cell]) => ({ id, cell, providers: cell.value }));
  if (first === undefined || !Array.isArray(first.providers)) return undefined;
  const value = (first.providers as readonly CredentialProvider[]).flatMap((provider) => {
    const others = rest.map(({ providers }) =>
      Array.isArray(providers)
        ? (providers as readonly CredentialProvider[]).find(({ name }) => name === provider.name)
        : undefined,
    );
    if (others.includes(undefined)) return [];
    const hosts = provider.hosts.filter((host) => others.every((other) => other?.hosts.includes(host)));
    return [{ name: provider.name, hosts }];
  });
  const from = first.cell.from.map((source) => `${first.id}/${source}`);
  return value.length === 0 ? undefined : { value, from, confidence: 'medium' };
}

function namedSources({ id, sources }: ProviderRow): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${id}/${name}`, source]));
}
