import { smallest } from '../../rules/collections/extremes.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { KnownBug } from '../../rules/kubelet/known-bug.ts';
import { plegBugs } from '../../rules/kubelet/known-bugs/pleg-bugs.ts';
import { hasBug } from '../../rules/kubelet/known-bugs.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, HeaderNode, HeaderRecord } from '../../trace/record.ts';
import type { BugLook, BugSign } from '../known-bug-signs/bug-sign.ts';
import { credentialSigns } from '../known-bug-signs/credential-signs.ts';
import { eventSigns } from '../known-bug-signs/event-signs.ts';
import { imageGcSigns } from '../known-bug-signs/image-gc-signs.ts';
import { imagePullSigns } from '../known-bug-signs/image-pull-signs.ts';
import { imageVolumeSigns } from '../known-bug-signs/image-volume-signs.ts';
import { retrySigns } from '../known-bug-signs/retry-signs.ts';
import { startupSigns } from '../known-bug-signs/startup-signs.ts';

/** `genericPlegRelistThreshold` of pkg/kubelet/kubelet.go. */
const relistThresholdMs = 180_000;

/** The signs of the known bugs of the PLEG in a run. More of them show in its conformance scripts. */
const plegSigns: readonly BugSign[] = [
  {
    bug: plegBugs.discardedForGood,
    look: () => ({ pleg: ({ discarded = 0, node }) => (discarded > 0 ? node : undefined) }),
  },
  {
    bug: plegBugs.slowListIsUnhealthy,
    look: () => ({
      pleg: ({ state, tookMs = 0, node }) =>
        state === 'relisted' && tookMs > relistThresholdMs ? node : undefined,
    }),
  },
];

/** The signs of known bugs in runs. A bug that shows in no trace of a run has none here. */
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

/** A known bug that a run has met: how often, where first, and the first few pods or images. */
export interface KnownBugMet {
  readonly bug: KnownBug;
  readonly times: number;
  readonly firstAtMs: number;
  readonly nodes: readonly string[];
  readonly subjects: readonly string[];
}

const subjectsMax = 5;

/**
 * How a run met a bug, with the first time for each node and subject. It is of one part of a run, and parts
 * are joined.
 */
export interface BugMeeting {
  /** The index among the signs. */
  readonly sign: number;
  times: number;
  readonly firstAtMs: number;
  readonly nodes: Map<string, number>;
  /** The first few subjects. */
  readonly subjects: Map<string, number>;
}

/**
 * Reads a run, or a part of one, for the known bugs that it meets. A bug counts only on a node whose kubelet
 * has it: by the version that the node reports, and by the rules that apply to it.
 */
export class KnownBugsReader {
  readonly #nodes: Map<string, HeaderNode>;
  readonly #meetings = new Map<number, BugMeeting>();
  readonly #counts: (record: ActorRecord) => boolean;
  readonly readings: readonly Readings[];

  /** `counts` says whose meetings they are. */
  constructor(header: HeaderRecord | undefined, counts: (record: ActorRecord) => boolean = () => true) {
    this.#counts = counts;
    this.#nodes = new Map(header?.nodes.map((node) => [node.name, node]));
    const run = {
      nodeOf: (record: ActorRecord) => ('node' in record ? this.#nodes.get(record.node) : undefined),
    };
    const profiles = new Map(
      [...this.#nodes.values()].map((node) => [`${node.kubeletVersion} ${node.profile}`, node]),
    );
    const looks = bugSigns.flatMap((sign, index) =>
      [...profiles.values()].some((node) => isOfNode(sign, node))
        ? [this.#noted(sign, index, sign.look(run))]
        : [],
    );
    this.readings = [{ node: (record) => this.#noteNode(record) }, ...looks];
  }

  /** Returns what has been met so far, in the order of the signs. */
  meetings(): BugMeeting[] {
    return [...this.#meetings.values()].sort((a, b) => a.sign - b.sign);
  }

  #noteNode({ node: name, kubelet }: Parameters<NonNullable<Readings['node']>>[0]): void {
    const node = this.#nodes.get(name);
    if (node !== undefined && kubelet !== undefined)
      this.#nodes.set(name, { ...node, kubelet: { ...node.kubelet, ...kubelet } });
  }

  #noted(sign: BugSign, index: number, looks: BugLook): Readings {
    const noted = Object.entries(looks).map(([type, look]) => [
      type,
      (record: ActorRecord) => {
        const subject = look(record as never);
        if (subject !== undefined && 'node' in record && this.#counts(record))
          this.#meet(sign, index, record, subject);
      },
    ]);
    return Object.fromEntries(noted);
  }

  #meet(
    sign: BugSign,
    index: number,
    { at, node: name }: { readonly at: number; readonly node: string },
    subject: string,
  ): void {
    const node = this.#nodes.get(name);
    if (node === undefined || !isOfNode(sign, node)) return;
    const meeting = getOrInsert(this.#meetings, index, () => ({
      sign: index,
      times: 0,
      firstAtMs: at,
      nodes: new Map(),
      subjects: new Map(),
    }));
    meeting.times += 1;
    if (!meeting.nodes.has(name)) meeting.nodes.set(name, at);
    if (meeting.subjects.size < subjectsMax && !meeting.subjects.has(subject))
      meeting.subjects.set(subject, at);
  }
}

/** Returns the bugs that a run has met, from those of its parts, in the order in which it met them. */
export function joinMeetings(parts: readonly (readonly BugMeeting[])[]): readonly KnownBugMet[] {
  const bySign = groupedBy(parts.flat(), ({ sign }) => sign);
  return [...bySign]
    .sort(([a], [b]) => a - b)
    .flatMap(([sign, meetings]) => {
      const bug = bugSigns[sign]?.bug;
      if (bug === undefined) return [];
      return [
        {
          bug,
          times: meetings.reduce((sum, { times }) => sum + times, 0),
          firstAtMs: smallest(meetings.map(({ firstAtMs }) => firstAtMs)),
          nodes: inOrderOfTime(meetings.map(({ nodes }) => nodes)),
          subjects: inOrderOfTime(meetings.map(({ subjects }) => subjects)).slice(0, subjectsMax),
        },
      ];
    })
    .sort((a, b) => a.firstAtMs - b.firstAtMs);
}

function inOrderOfTime(parts: readonly ReadonlyMap<string, number>[]): string[] {
  const sorted = parts.flatMap((names) => [...names]).sort(([, a], [, b]) => a - b);
  return [...new Set(sorted.map(([name]) => name))];
}

function isOfNode(
  { bug, isOfReportedVersion = false }: BugSign,
  { kubeletVersion, profile }: HeaderNode,
): boolean {
  return (
    hasBug(releaseOfVersion(kubeletVersion) ?? profile, bug) && (isOfReportedVersion || hasBug(profile, bug))
  );
}
