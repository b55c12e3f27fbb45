import { type PullProgressContext, pullProgressMachine } from '../../../../machines/runtime/pull-progress.ts';
import { nextCheckMicros } from '../../../rules/runtime/images/progress-watch.ts';
import type { RuntimeOptions } from '../../../rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(pullProgressMachine);

const bytes = 4_000_000;

function profileWith(options: Partial<RuntimeOptions>): RuntimeProfile {
  return {
    ...containerd24,
    options: { ...containerd24.options, imagePullProgressTimeoutMicros: 4_000_000, ...options },
  };
}

/** Returns the messages of a pull of one layer, in this order. A request may be active at any time. */
function told({ watch, input }: PullProgressContext): readonly ModelEvent[] {
  const [layer] = watch.layers;
  const flow = { id: 'fetch-0', linkId: 'node-1', registry: 'docker.io' };
  const receiving = named('PROGRESS.RECEIVING', { layer: 0, bytes, flow });
  const at = { method: 'GET', kind: layer === undefined ? 'config' : 'layer', digest: '' } as const;
  return [
    watch.asking.length === 0
      ? named('PROGRESS.ASKING', { fetch: 0, at })
      : named('PROGRESS.SETTLED', { fetch: 0 }),
    ...(layer === undefined ? [receiving] : []),
    ...(layer?.state === 'receiving'
      ? [named('PROGRESS.FETCHED', { fetch: 0, layer: 0, endedMicros: input.clock.nowMicros() }, 10_000)]
      : []),
    ...(layer?.state === 'fetched' && watch.unpacking.length === 0
      ? [named('PROGRESS.UNPACKING', { layer: 0 })]
      : []),
    ...(watch.unpacking.length > 0 ? [named('PROGRESS.UNPACKED', { layer: 0 }, 10_000)] : []),
  ];
}

function events(state: unknown, context: PullProgressContext, nowMicros: number): readonly ModelEvent[] {
  const [layer] = context.watch.layers;
  switch (state) {
    case 'measuring':
      // Bytes only grow. The network knows nothing of a flow that is over.
      return [0, layer?.received ?? 0, Math.min(bytes, (layer?.received ?? 0) + 2_000_000)]
        .filter((come, place, all) => come >= (layer?.received ?? 0) && all.indexOf(come) === place)
        .map((come) => named(`FLOWS.MEASURED (${come})`, { bytes: [come] }));
    case 'drawing':
      // The random source answers at once.
      return [0.4, 0.6].map((value) => named(`DRAW.ANSWERED (${value})`, { values: [value] }));
    case 'watching':
      return [
        ...told(context),
        delayElapsed(
          'untilCheck',
          'pullProgress.watching',
          nextCheckMicros(context.watch, nowMicros) - nowMicros,
        ),
      ];
    default:
      return told(context);
  }
}

/**
 * The progress watch over a pull of one layer: with the transfer service, with the local path, and without a
 * timeout.
 */
export const pullProgressModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/images/web/app/progress',
    recorder,
    clock,
    ...stubs('network', 'random', 'pull'),
    startedMicros: 0,
    resolvedMicros: 0,
    profile: profileWith({}),
  }),
  starts: {
    'transfer service': {},
    'local path': { profile: profileWith({ path: 'local' }) },
    'no timeout': { profile: profileWith({ imagePullProgressTimeoutMicros: 0 }) },
  },
  events: ({ context, state, world: { clock } }) => events(state, context, clock.nowMicros()),
  project: ({ context }) => {
    const { watch, nowMicros } = context;
    const { layers, asking, unpacking, seenBytes, seenMicros, before } = watch;
    return {
      layers: layers.map(({ state, received }) => [state, received]),
      asking: asking.length,
      unpacking: unpacking.length,
      seenBytes,
      silentMicros: nowMicros - seenMicros,
      before,
    };
  },
});
