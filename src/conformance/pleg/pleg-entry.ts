import type { PodStatus } from '../../kubelet/pleg/pod-status.ts';
import type { TraceEntry } from '../script-kind.ts';
import type { ScriptStatus } from './script-schema.ts';

/** One entry of a trace, with the fields of its type. */
export interface PlegEntry extends TraceEntry {
  readonly op?: string;
  readonly uid?: string;
  readonly error?: string;
  readonly status?: ScriptStatus | null;
  readonly timestampMs?: number;
  readonly eventType?: string;
  readonly data?: string;
  readonly count?: number;
  readonly ok?: boolean;
  readonly message?: string;
  readonly modifiedMs?: number;
  readonly observedMs?: number;
  readonly globalMs?: number;
  readonly step?: number;
  readonly metric?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly sum?: number;
  readonly buckets?: Readonly<Record<string, number>>;
  readonly value?: number;
}

/** Returns a status as traces write it. An empty name or IP is left out. */
export function statusEntry(status: PodStatus | null): ScriptStatus | null {
  if (status === null) return null;
  const { uid, name, namespace, ips, containers, sandboxes } = status;
  return {
    uid,
    name,
    namespace,
    ips: [...ips],
    containers: containers.map((one) => ({ id: one.id, ...(one.name === '' ? {} : { name: one.name }), state: one.state })),
    sandboxes: sandboxes.map((one) => ({
      id: one.id,
      state: one.isReady ? 'ready' : 'notReady',
      ...(one.ip === '' ? {} : { ip: one.ip }),
    })),
  };
}
