import { assumed, type Figure, published } from '../figure.ts';

/** The figures of a node, by the names of a Scenario's fields. */
export const nodeFigureNames = ['cpus', 'memory', 'link', 'diskBandwidth', 'disk'] as const;

export type NodeFigureName = (typeof nodeFigureNames)[number];

/** A kind of node that exists. */
export interface NodeProfile {
  readonly words: string;
  readonly figures: Readonly<Record<NodeFigureName, Figure>>;
}

/**
 * The kinds of nodes, one row each. The first is the default. A virtual machine's link is that of its bursts,
 * which last for minutes; its sustained rate is a tenth to a half of that.
 */
export const nodeProfiles = {
  'cloud-vm': {
    words: 'a common virtual machine with a network disk',
    figures: {
      cpus: assumed('4', 'm6i.xlarge, D4s v5, e2-standard-4: the usual size of examples'),
      memory: assumed('16GiB', 'm6i.xlarge, D4s v5, e2-standard-4'),
      link: published(
        '10Gbit/s',
        'AWS m6i.xlarge up to 12.5 Gbit/s, Azure D4s v5 12.5, Google e2-standard-4 8, each in bursts',
      ),
      diskBandwidth: published(
        '125MB/s',
        'Amazon EBS gp3 without extra throughput; Azure P10 has 100 MB/s, D4s v3 96',
      ),
      disk: assumed('100GB', 'a common boot disk'),
    },
  },
  'cloud-vm-large': {
    words: 'a large virtual machine with a local NVMe disk',
    figures: {
      cpus: assumed('16', 'm6id.4xlarge, D16ds v5'),
      memory: assumed('64GiB', 'm6id.4xlarge, D16ds v5'),
      link: published('12.5Gbit/s', 'AWS m6id.4xlarge up to 12.5 Gbit/s, Azure D16ds v5 12.5'),
      diskBandwidth: published('1000MB/s', 'Azure D16ds v5: 1000 MB/s of its local disk'),
      disk: assumed('600GB', 'the local disk of D16ds v5'),
    },
  },
  'bare-metal': {
    words: 'a server with NVMe disks',
    figures: {
      cpus: assumed('32', 'a server of one socket'),
      memory: assumed('128GiB', 'a server of one socket'),
      link: assumed('25Gbit/s', 'a common network card'),
      diskBandwidth: assumed('2000MB/s', 'what an NVMe disk of a server can sustain'),
      disk: assumed('1000GB', 'one disk'),
    },
  },
  edge: {
    words: 'a small computer on a slow link',
    figures: {
      cpus: assumed('4', 'a Raspberry Pi 4 or 5'),
      memory: assumed('4GiB', 'a Raspberry Pi 4 or 5'),
      link: assumed('50Mbit/s', 'a shop or a mobile network'),
      diskBandwidth: assumed('40MB/s', 'an SD card of the class A2'),
      disk: assumed('32GB', 'an SD card'),
    },
  },
  kind: {
    words: 'a cluster of kind on a laptop',
    figures: {
      cpus: assumed('8', 'a laptop, whose cores all nodes of the cluster share'),
      memory: assumed('16GiB', 'a laptop, whose memory all nodes of the cluster share'),
      link: assumed('200Mbit/s', 'a connection at home or in an office'),
      diskBandwidth: assumed('1000MB/s', "a laptop's NVMe disk"),
      disk: assumed('100GB', 'what is free on it'),
    },
  },
} as const satisfies Readonly<Record<string, NodeProfile>>;

export type NodeProfileName = keyof typeof nodeProfiles;

export const nodeProfileNames = Object.keys(nodeProfiles) as readonly NodeProfileName[];

export const defaultNodeProfile: NodeProfileName = 'cloud-vm';

export function isNodeProfileName(name: string | number): name is NodeProfileName {
  return Object.hasOwn(nodeProfiles, name);
}
