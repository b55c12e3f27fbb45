import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';

/**
 * The kubelet as the model sees it: up, or down until a time; what it runs with, and what the next one will
 * read.
 */
export interface KubeletLife {
  readonly settings: KubeletSettings;
  readonly next: KubeletSettings;
  readonly upSinceMicros: number;
  readonly down: { readonly untilMicros: number; readonly why: 'kubeletRestarted' | 'rebooted' } | undefined;
  /** What the trace must have told so far. */
  readonly told: readonly {
    readonly state: string;
    readonly atMicros: number;
    readonly settings: KubeletSettings;
  }[];
}

/** One thing that happens to it at a time. */
export type LifeChange = (life: KubeletLife, nowMicros: number) => KubeletLife;

export function firstLife(settings: KubeletSettings): KubeletLife {
  return {
    settings,
    next: settings,
    upSinceMicros: 0,
    down: undefined,
    told: [{ state: 'started', atMicros: 0, settings }],
  };
}

/**
 * A restart, with changed settings where they are given; of a kubelet that is down only the settings count.
 */
export function restarted(settings: KubeletSettings | undefined, startMicros: number): LifeChange {
  return (life, nowMicros) => {
    const changed = { ...life, next: settings ?? life.next };
    return life.down === undefined
      ? { ...changed, down: { untilMicros: nowMicros + startMicros, why: 'kubeletRestarted' } }
      : changed;
  };
}

/** A reboot, which ends a restart under way and does nothing to a node that reboots already. */
export function rebooted(rebootMicros: number): LifeChange {
  return (life, nowMicros) => {
    if (life.down?.why === 'rebooted') return life;
    const told = [...life.told, { state: 'rebooting', atMicros: nowMicros, settings: life.settings }];
    return { ...life, told, down: { untilMicros: nowMicros + rebootMicros, why: 'rebooted' } };
  };
}

/**
 * The lives that may follow when `change` happens at that time and the instant then ends: two where the
 * kubelet's start is due at the very same instant, since their order is a choice. `isMidInstant`: the start
 * may still be to come.
 */
export function livesAfter(
  life: KubeletLife,
  nowMicros: number,
  change: LifeChange = (same) => same,
  isMidInstant = false,
): KubeletLife[] {
  const due = life.down?.untilMicros;
  if (due === undefined || due > nowMicros) return [change(life, nowMicros)];
  const startedFirst = change(started(life), nowMicros);
  if (due < nowMicros) return [startedFirst];
  const changedFirst = change(life, nowMicros);
  const isStillDue = changedFirst.down !== undefined && changedFirst.down.untilMicros <= nowMicros;
  return [startedFirst, ...(isStillDue && !isMidInstant ? [started(changedFirst)] : [changedFirst])];
}

function started(life: KubeletLife): KubeletLife {
  if (life.down === undefined) throw new Error('it is up');
  const { untilMicros, why } = life.down;
  const told = [...life.told, { state: why, atMicros: untilMicros, settings: life.next }];
  return { settings: life.next, next: life.next, upSinceMicros: untilMicros, down: undefined, told };
}
