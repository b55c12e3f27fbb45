import type { KnownBug } from '../../kubelet/known-bug.ts';
import { plegBugs } from '../../kubelet/known-bugs/pleg-bugs.ts';
import { hasBug } from '../../kubelet/known-bugs.ts';
import { releaseOfVersion } from '../../kubelet/release-of-version.ts';
import type { ActorRecord, HeaderNode, TraceRecord } from '../../trace/record.ts';
import type { BugSign } from '../known-bug-signs/bug-sign.ts';
import { credentialSigns } from '../known-bug-signs/credential-signs.ts';
import { eventSigns } from '../known-bug-signs/event-signs.ts';
import { imageGcSigns } from '../known-bug-signs/image-gc-signs.ts';
import { imagePullSigns } from '../known-bug-signs/image-pull-signs.ts';
import { imageVolumeSigns } from '../known-bug-signs/image-volume-signs.ts';
import { retrySigns } from '../known-bug-signs/retry-signs.ts';
import { startupSigns } from '../known-bug-signs/startup-signs.ts';

/** `genericPlegRelistThreshold` of pkg/kubelet/kubelet.go. */
const relistThresholdMs = 180_000;

/** What the known bugs of the PLEG look like in a run; more of them show in its conformance scripts. */
const plegSigns: readonly BugSign[] = [
  {
    bug: plegBugs.discardedForGood,
    look: () => (record) => (record.type === 'pleg' && (record.discarded ?? 0) > 0 ? record.node : undefined),
  },
  {
    bug: plegBugs.slowListIsUnhealthy,
    look: () => (record) =>
      record.type === 'pleg' && record.state === 'relisted' && (record.tookMs ?? 0) > relistThresholdMs ? record.node : undefined,
  },
];

/** The signs of known bugs in runs. A bug that no trace of a run shows has none here. */
export const bugSigns: readonly BugSign[] = [
  imagePullSigns,
  imageVolumeSigns,
  startupSigns,
  retrySigns,
  eventSigns,
  plegSigns,
  imageGcSigns,
  credentialSigns,
].flat();

/** A known bug that a run has met: how often, where first, and whose pods or images, the first few of them. */
export interface KnownBugMet {
  readonly bug: KnownBug;
  readonly times: number;
  readonly firstAtMs: number;
  readonly nodes: readonly string[];
  readonly subjects: readonly string[];
}

const subjectsMax = 5;

/**
 * Returns the known bugs that the run has met up to `atMs` (default: its end), in the order in which it met them. A bug is
 * met only on a node whose kubelet has it: by the version that the node reports, and by the rules in force.
 */
export function knownBugsMet(records: readonly TraceRecord[], atMs = Number.POSITIVE_INFINITY): readonly KnownBugMet[] {
  const [header] = records;
  const nodes = new Map<string, HeaderNode>(header?.type === 'header' ? header.nodes.map((node) => [node.name, node]) : []);
  const nodeAt = (record: ActorRecord): HeaderNode | undefined => ('node' in record ? nodes.get(record.node) : undefined);
  const looks = bugSigns
    .filter((sign) => [...nodes.values()].some((node) => isOfNode(sign, node)))
    .map((sign) => ({ sign, look: sign.look({ nodeOf: nodeAt }), met: undefined as Meeting | undefined }));
  for (const record of records) {
    if (record.at > atMs) break;
    if (record.type === 'header' || record.type === 'end') continue;
    const node = nodeAt(record);
    if (node === undefined) continue;
    if (record.type === 'node' && record.kubelet !== undefined)
      nodes.set(node.name, { ...node, kubelet: { ...node.kubelet, ...record.kubelet } });
    for (const one of looks) {
      const subject = one.look(record);
      if (subject === undefined || !isOfNode(one.sign, node)) continue;
      one.met ??= { times: 0, firstAtMs: record.at, nodes: new Set(), subjects: new Set() };
      one.met.times += 1;
      one.met.nodes.add(node.name);
      if (one.met.subjects.size < subjectsMax) one.met.subjects.add(subject);
    }
  }
  return looks
    .flatMap(({ sign, met }) => (met === undefined ? [] : [{ bug: sign.bug, ...met, nodes: [...met.nodes], subjects: [...met.subjects] }]))
    .sort((a, b) => a.firstAtMs - b.firstAtMs);
}

interface Meeting {
  times: number;
  readonly firstAtMs: number;
  readonly nodes: Set<string>;
  readonly subjects: Set<string>;
}

function isOfNode({ bug, isOfReportedVersion = false }: BugSign, { kubeletVersion, profile }: HeaderNode): boolean {
  return hasBug(releaseOfVersion(kubeletVersion) ?? profile, bug) && (isOfReportedVersion || hasBug(profile, bug));
}
