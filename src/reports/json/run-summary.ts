import { z } from 'zod';
import { cause, count, ms, text } from '../../trace/schema-fields.ts';
import { phaseNames } from '../phases/phase-looks.ts';
import { figureMarks } from '../summary/figure-marks.ts';

const phase = z.enum(phaseNames).meta({ description: 'what it waited for' });
const bytes = (description: string) => z.int().meta({ description });

/** Percentiles by nearest rank, in ms. The SLI may be negative. */
export const startupPercentiles = z.strictObject({ p50: z.number(), p90: z.number(), p99: z.number() });

export const runFigure = z
  .strictObject({
    name: text("a Scenario's name for it, such as `link` or `roundTrip`; `size` of an image"),
    of: text("whose: nodes, a registry's host, an image"),
    value: text('as users write it'),
    mark: z.enum(figureMarks).meta({ description: 'the kind of source, from the surest to the least sure' }),
    source: text('the source'),
    where: text('how to set another value'),
  })
  .meta({ description: 'one figure that the times depend on' });

export const restsOn = z
  .strictObject({
    sentence: text('the figures that matter most, the least sure first'),
    figures: z.array(runFigure),
  })
  .meta({ description: 'the figures that the answer depends on; where the input is known' });

const podCount = (description: string) => count(`pods ${description}`);

/** The counts of pods by what became of them. */
const podCounts = z.strictObject({
  total: podCount('that came to a node'),
  running: podCount('that run at the end'),
  ended: podCount('that ended'),
  neverStarted: podCount(
    'that ended, and of which a container had never run by then; part of `ended`; absent: none',
  ).exactOptional(),
  notRunning: podCount('that never ran, or do not run any more'),
  rejected: podCount('that their node refused'),
  unplaced: podCount('that no node takes; `total` leaves them out'),
});

const reached = (share: string) => ms(`${share} run by then; null: so many do not run`).nullable();

const timesToRunning = z
  .strictObject({
    p50: reached('half of the pods'),
    p90: reached('90 % of the pods'),
    p99: reached('99 % of the pods'),
    max: ms('the slowest pod of those that run'),
  })
  .nullable()
  .meta({
    description:
      'from the arrival of a pod until all its containers ran, by nearest rank over all pods, those that do not run among them, but not those that ended before they had run; null: no pod ran',
  });

const startupFigures = z
  .strictObject({
    pods: count('pods that their kubelet saw start'),
    leftOut: count('of these, pods that the SLI leaves out: those with image volumes'),
    sliMs: startupPercentiles.nullable().meta({
      description:
        '`kubelet_pod_start_sli_duration_seconds` in ms: without pulls and init containers, as the release computes it',
    }),
    totalMs: startupPercentiles
      .nullable()
      .meta({ description: '`kubelet_pod_start_total_duration_seconds` in ms' }),
    meanPartsMs: z
      .strictObject({
        node: ms(
          'the pod waits for a node, or for the network of its node; absent: none did',
        ).exactOptional(),
        pull: ms('the runtime works on an image'),
        slot: ms("waiting for the kubelet's pull slots"),
        backOff: ms('windows of back-off, and the wait for the sync after them'),
        init: ms('init containers run'),
        other: ms('the rest'),
      })
      .meta({
        description:
          "the parts of the mean pod's time from its arrival until it ran; they add up to the whole",
      }),
  })
  .meta({ description: 'how long pods took to start, as their kubelets measure it' });

export const waitingShare = z.strictObject({
  phase,
  waitedMs: ms('of all containers together'),
  percent: z.number().min(0).meta({ description: 'of all waiting, to a tenth; all shares together are 100' }),
});

export const byteFigures = z.strictObject({
  downloadedBytes: bytes('compressed bytes of the layers that arrived completely'),
  fromPeersBytes: bytes('of these, bytes of layers whose last part came from other nodes of the cluster'),
  savedInFlightBytes: bytes('bytes of layers that another pull was already fetching'),
  savedOnDiskBytes: bytes('bytes of layers that were on the disk'),
});

export const pullFigures = z.strictObject({
  calls: count('pulls that reached the runtime'),
  succeeded: count('of these'),
  failed: count('of these'),
  duplicates: count('calls for an image that another call was already pulling, or that was on the node'),
  ofDeletedPods: count(
    'of the calls, those that went on after their pod was deleted; absent: none',
  ).exactOptional(),
  deletedSlotMs: z
    .number()
    .meta({ description: 'how long these held a pull slot after the deletion' })
    .exactOptional(),
  deletedBytes: z
    .number()
    .meta({ description: 'bytes of the layers that arrived for these after the deletion' })
    .exactOptional(),
});

export const failureCount = z.strictObject({
  reason: text('`ErrImagePull` …'),
  count: count('failures of this reason'),
  error: text('of the first of them'),
});

export const longestWait = z
  .strictObject({
    container: text("the container's name, `default/web-1/app`"),
    phase,
    fromMs: ms('its beginning'),
    toMs: ms('its end'),
    sentence: text('for people'),
    because: cause.exactOptional(),
  })
  .meta({ description: 'the longest single phase in which any container waited' });

export const firstCause = z
  .strictObject({
    kind: z.enum(['pullLimit', 'fault', 'throttle', 'failedPull', ...phaseNames]).meta({
      description:
        "what held pods: a registry's pull limit, a fault of the Scenario, the node's own limit (`throttle`), pulls that failed, or else what they waited for; `running`: init containers",
    }),
    words: text('the cause in words'),
    pods: count('pods that it held'),
    heldMs: ms('of all these pods together'),
    longestMs: ms('of the pod that it held longest'),
    settings: z
      .strictObject({ registryPullQPS: z.int(), registryBurst: z.int() })
      .meta({ description: 'of the kubelets that refused pulls; only for `throttle`' })
      .exactOptional(),
    remedy: z
      .strictObject({ registryBurst: z.int() })
      .meta({
        description:
          'a value with which no pull would be refused, from what the pods of this run asked for; only for `throttle`',
      })
      .exactOptional(),
    sentence: text('for people'),
  })
  .meta({
    description:
      'the cause that held pods back most: where pods do not run at the end, the main cause of most of these; otherwise that with the longest time of all pods together',
  });

export const rollout = z
  .strictObject({
    namespace: text('of the workload'),
    workload: text('`Deployment/web`'),
    atMs: ms('the change of its template'),
    pods: count('pods that were to be made anew'),
    running: count('of these, pods that have come to run'),
    durationMs: ms('from the change until the last of them ran; null: not complete').nullable(),
    slowest: z
      .strictObject({
        pod: text('`default/web-1`'),
        arrivedMs: ms('when it came to its node'),
        timeToRunningMs: ms('from there until it ran').nullable(),
        wait: text('its longest wait, with the cause').nullable(),
        phase: phase.nullable(),
      })
      .nullable()
      .meta({ description: 'the new pod that took longest; null: no pod came' }),
    sentence: text('for people'),
  })
  .meta({
    description:
      'how long a changed template took to reach the pods of a Deployment, StatefulSet or DaemonSet',
  });

export const knownBugFigures = z.strictObject({
  id: text('as `windlass bugs` names it'),
  times: count('how often the run met it'),
  firstAtMs: ms('when first'),
  nodes: z.array(z.string()),
  subjects: z.array(z.string()).meta({ description: 'the first five images or pods' }),
  effect: text('what people see of it'),
  avoid: z.string().nullable().meta({ description: 'how a node can avoid it' }),
  source: text('the file of the kubelet, and the issue if there is one'),
});

const runtimeBugFigures = z.strictObject({
  id: text('as `windlass bugs` names it'),
  program: text('`containerd`, `cri-o`, `k3s`, `rke2`'),
  version: text('its release'),
  of: text('the runtime or the version of the kubelet that says so'),
  nodes: z.array(z.string()),
  isSimulated: z.boolean().meta({ description: 'whether the run has it too' }),
  effect: text('what people see of it'),
  avoid: z.string().nullable().meta({ description: 'how a node can avoid it' }),
  source: text('issues and source files'),
});

export const nodeFigures = z.strictObject({
  imagesRemoved: count('images that image GC removed'),
  freedBytes: bytes('that this freed on the disks'),
  believedBytes: bytes('that image GC believes to have freed: more where layers are shared'),
  gcFailures: count('failed rounds of image GC'),
  notReady: count('how often a node became NotReady'),
  diskPressure: count('how often a node came under disk pressure'),
  podsDeleted: count('deleted pods'),
  joined: count('new nodes that became ready; absent: none').exactOptional(),
});

export const coldStart = z
  .strictObject({
    pod: text('`default/web-1`'),
    tookMs: ms('from its creation until all its containers ran; the sum of the others'),
    nodeMs: ms('until its node was registered: the look of an autoscaler, the machine, the kubelet'),
    daemonsMs: ms('from then until it got the node: the daemons that set up the network, NodeReady'),
    waitMs: ms('for a slot, or in back-off'),
    pullMs: ms('the pull, but for unpacking'),
    unpackMs: ms('unpacking'),
    startMs: ms('the rest: volumes, the sandbox, other containers of the pod, the start'),
  })
  .meta({
    description:
      'the slowest pod that waited for a node, by its container that ran last; absent: none waited',
  });

export const sizeRange = z
  .strictObject({
    images: count('images whose sizes are ranges: of a similar version, or drawn'),
    runs: count('runs that were tried, this one included; 1: more would take too long'),
    slowestMs: z
      .strictObject({ min: ms('over these runs'), max: ms('over these runs') })
      .nullable()
      .meta({ description: 'time to running of the slowest pod; null: no pod started' }),
    sentence: text('for people'),
  })
  .meta({
    description:
      'what the answer would be with other sizes; absent: every size is known, or the summary is of a moment (`--at`)',
  });

const shownPods = z
  .strictObject({
    pods: count('pods that are shown'),
    of: count('all pods of the run'),
    by: text('`--pod web-*`'),
  })
  .meta({ description: 'a filter shows some of the pods: all figures are of these; absent: of all' });

/** The result of a run. */
export const runSummary = z
  .strictObject({
    seed: z.int().nullable(),
    endMs: ms('the end of the run'),
    endReason: z.enum(['settled', 'horizon', 'interrupted']).nullable().meta({
      description:
        '`settled`: nothing can happen any more before the horizon; null: the summary is of an earlier moment (`--at`)',
    }),
    shown: shownPods.exactOptional(),
    pods: podCounts,
    timeToRunningMs: timesToRunning,
    startup: startupFigures,
    waiting: z.array(waitingShare).meta({ description: "in the order of a container's life" }),
    bytes: byteFigures,
    pulls: pullFigures,
    failures: z.array(failureCount).meta({
      description:
        'failed pulls by reason, the commonest first; `FailedCreatePodSandBox`: of the runtime, for its sandboxes',
    }),
    backOffs: count('how often back-off refused a pull'),
    firstCause: firstCause.nullable(),
    longestWait: longestWait.nullable(),
    coldStart: coldStart.exactOptional(),
    rollouts: z.array(rollout).meta({ description: 'in order of time; absent: none' }).exactOptional(),
    knownBugs: z
      .array(knownBugFigures)
      .meta({ description: "known bugs of the kubelet's release that the run met, in that order" }),
    runtimeBugs: z
      .array(runtimeBugFigures)
      .meta({
        description:
          'known bugs of the runtimes and distributions of the nodes, which these can meet by their settings; absent: none',
      })
      .exactOptional(),
    nodes: nodeFigures,
    notMeasured: z
      .array(z.string())
      .meta({ description: 'a sentence for each runtime that was not measured' }),
    restsOn: restsOn.exactOptional(),
    imageSizes: sizeRange.exactOptional(),
  })
  .meta({ description: 'the result of a run: `windlass run -o json`; times in ms of virtual time' });

/** A figure over several runs. */
export const figureRange = z.strictObject({
  min: z.number(),
  median: z.number().meta({ description: 'the lower one of two values in the middle' }),
  max: z.number(),
  runs: count('in how many of the runs it has a value'),
});

const byPath =
  'by their path in RunSummary: `timeToRunningMs.p50`, `waiting.downloading`, `failures.ErrImagePull`';

/** The results of several seeds. */
export const seedsSummary = z
  .strictObject({
    seeds: z.array(z.int()).meta({ description: 'the seeds that were run' }),
    shown: shownPods.exactOptional(),
    figures: z.record(z.string(), figureRange).meta({ description: `ranges of figures ${byPath}` }),
    runs: z
      .array(z.strictObject({ seed: z.int().nullable(), figures: z.record(z.string(), z.number()) }))
      .meta({
        description: `the figures of each seed, ${byPath}; a figure without a value in that run is absent`,
      }),
    notMeasured: z.array(text('a runtime that was not measured')),
    restsOn: restsOn.exactOptional(),
  })
  .meta({
    description:
      'the ranges of figures over several seeds, and those of each: `windlass run --seeds -o json`',
  });

export const prePulledImage = z.strictObject({
  image: text('its name'),
  actor: text('its name in records; absent: there are none yet').exactOptional(),
  state: z
    .enum(['waiting', 'looking', 'pulling', 'present', 'pulled', 'failed', 'stopped'])
    .meta({ description: '`waiting`: its turn has not come; `stopped`: its turn will never come' }),
  beganMs: ms('absent: it has not begun').exactOptional(),
  endedMs: ms('absent: it has not ended').exactOptional(),
  attempts: count('pulls that began'),
  error: text("that kubeadm's `PullImage` returned").exactOptional(),
});

/** One list of images that somebody pulls on a node without the kubelet. */
export const prePull = z.strictObject({
  node: text('the node'),
  kubeadmVersion: text('whose rules hold'),
  parallel: z.boolean().meta({ description: 'all at once, or one after the other' }),
  policy: text('`IfNotPresent`, `Always` or `Never`'),
  beganMs: ms('its beginning'),
  endedMs: ms('absent: it has not ended').exactOptional(),
  interrupted: z.boolean(),
  images: z.array(prePulledImage),
  errors: z.array(z.string()).meta({ description: "the errors of kubeadm's check `ImagePull`" }),
});

export const prePullList = z
  .strictObject({ seed: z.int().nullable(), items: z.array(prePull) })
  .meta({ description: 'pre-pulls of a node: `windlass prepull -o json`; times in ms of virtual time' });
