import { lazy } from '../../rules/values/memoize.ts';
import { amazonTypes, amazonTypesSource } from './rows/amazon-types.ts';
import { azureTypes, azureTypesSource } from './rows/azure-types.ts';
import { googleMemory, googleTypesSource } from './rows/google-types.ts';

/** What a cloud publishes of a type of its machines. */
export interface InstanceType {
  /** As Nodes have it in their label: `m5.large`, `Standard_D4s_v5`, `n2-standard-8`. */
  readonly name: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  /** The most that its network brings, which small types do for minutes only; absent: it is not known. */
  readonly linkGigabits?: number;
  /** EKS: the pods for which its network interfaces have addresses. */
  readonly podsMax?: number;
  readonly source: string;
}

const gibibyte = 2 ** 30;

/** Returns what is known of an instance type, whatever the case of its name; undefined if it is in no table. */
export function instanceType(name: string): InstanceType | undefined {
  return listedTypes().get(name.toLowerCase()) ?? googleType(name.toLowerCase());
}

/** The tables of types, for people: whose they are, and what they say. */
export const instanceTypeTables = [
  { cloud: 'Amazon', what: 'vCPUs, memory, network, pods of EKS', source: amazonTypesSource },
  { cloud: 'Azure', what: 'vCPUs, memory, network', source: azureTypesSource },
  { cloud: 'Google', what: 'vCPUs, memory', source: googleTypesSource },
] as const;

/** The types of Amazon and Azure by their names in lower case. */
const listedTypes = lazy(
  (): ReadonlyMap<string, InstanceType> =>
    new Map(
      [...amazonInstanceTypes(), ...azureInstanceTypes()].map((type) => [type.name.toLowerCase(), type]),
    ),
);

/** The rows of a table: names, and the words of each of their sizes. */
function rowsOf(table: string) {
  const lines = table
    .replace(/\n {2}/g, ' ')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [names = '', sizes = ''] = line.split(': ');
    return { names: names.split(' '), sizes: sizes.split(' | ').map((size) => size.split(' ')) };
  });
}

function amazonInstanceTypes(): InstanceType[] {
  return rowsOf(amazonTypes).flatMap(({ names, sizes }) =>
    names.flatMap((family) =>
      sizes.map(([size, cpus, memory, link, pods]) => ({
        name: `${family}.${size}`,
        cpus: Number(cpus),
        memoryBytes: Number(memory) * gibibyte,
        linkGigabits: Number(link),
        podsMax: Number(pods),
        source: amazonTypesSource,
      })),
    ),
  );
}

function azureInstanceTypes(): InstanceType[] {
  return rowsOf(azureTypes).flatMap(({ names, sizes }) =>
    names.flatMap((series) =>
      sizes.map(([cpus = '', memory, link]) => ({
        name: series.replace('#', cpus),
        cpus: Number(cpus),
        memoryBytes: Number(memory) * gibibyte,
        ...(link === undefined ? {} : { linkGigabits: Number(link) }),
        source: azureTypesSource,
      })),
    ),
  );
}

/** The name says the vCPUs, and of a custom type also the memory in MiB: `n2-standard-8`, `n2-custom-4-16384`. */
function googleType(name: string): InstanceType | undefined {
  const [, kind = '', cpus = '', memory] =
    /^([a-z][a-z\d]*-[a-z]+)-(\d{1,3})(?:-(\d{3,7}))?$/.exec(name) ?? [];
  const perCpu = googleMemory[kind];
  const isCustom = kind.endsWith('-custom') && memory !== undefined;
  if (!isCustom && (perCpu === undefined || memory !== undefined)) return undefined;
  const memoryBytes = isCustom ? Number(memory) * 2 ** 20 : Number(cpus) * (perCpu ?? 0) * gibibyte;
  return { name, cpus: Number(cpus), memoryBytes: Math.round(memoryBytes), source: googleTypesSource };
}
