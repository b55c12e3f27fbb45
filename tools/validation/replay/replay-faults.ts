import type { Fault } from '../../../src/rules/runtime/fault.ts';
import type { RequestKind, RequestMatch } from '../../../src/rules/runtime/registry/request-fault.ts';
import type { RecordedRequest, RecordedRule, RecordedRun } from '../recorded-run.ts';

/**
 * Returns the faults that the rules of a recorded run's registry come to; authentication and ranges are none
 * of them.
 */
export function replayFaults(run: RecordedRun): readonly Fault[] {
  return faultsOfRules(run).map(({ fault }) => fault);
}

/** Returns the same with the rules that they come from. */
export function faultsOfRules(
  run: RecordedRun,
): readonly { readonly rule: RecordedRule; readonly fault: Fault }[] {
  return (run.header.registry.rules ?? []).flatMap((rule) => {
    const fault = faultOf(rule, run);
    return fault === undefined ? [] : [{ rule, fault }];
  });
}

/** The registry of the recordings waits so long before it closes a connection whose body has come so far. */
const pauseMicros = 20_000;

function faultOf(rule: RecordedRule, run: RecordedRun): Fault | undefined {
  if (
    rule.kind === 'norange' ||
    rule.noAuth === true ||
    (rule.match === '.' && rule.status === 401) ||
    rule.status === 200
  )
    return undefined;
  const match: RequestMatch = {
    ...matchOf(rule, run),
    ...(rule.count === undefined ? {} : { times: rule.count }),
  };
  const afterBytes = rule.after ?? 0;
  switch (rule.kind) {
    case undefined: {
      const message = messageOf(rule.body);
      const body = rule.body === undefined ? ({ emptyBody: true } as const) : {};
      return {
        kind: 'badStatus',
        status: rule.status ?? 500,
        ...match,
        ...(message === undefined ? {} : { message }),
        ...body,
      };
    }
    case 'reset':
      return { kind: 'connectionReset', afterBytes, pauseMicros, ...match };
    case 'resetconn':
      return { kind: 'connectionReset', ...match };
    case 'eof':
      return { kind: 'cutBody', afterBytes, pauseMicros, ...match };
    case 'stall':
      return { kind: 'stalledBody', afterBytes, ...match };
    case 'hang':
      return { kind: 'unanswered', ...match };
    case 'corrupt':
      return { kind: 'wrongDigest', ...match };
  }
}

function matchOf({ match, method, kind, status }: RecordedRule, run: RecordedRun): RequestMatch {
  if (match === '/v2/token') return { requests: ['token'] };
  if (match === 'manifests/')
    return { requests: method === 'HEAD' ? ['tag'] : method === 'GET' ? manifest : ['tag', ...manifest] };
  if (!match.startsWith('blobs/')) throw new Error(`${run.header.run}: no way to replay a rule for ${match}`);
  const blob = faultyBlob(run, String(kind ?? status));
  const [, layer] = /\/layer(\d+)$/.exec(blob) ?? [];
  return layer === undefined ? { requests: ['config'] } : { requests: ['layer'], layer: Number(layer) };
}

const manifest: readonly RequestKind[] = ['manifest', 'index'];

/** The rule names a digest; the request that it hit says which blob that is. */
function faultyBlob(run: RecordedRun, fault: string): string {
  const hit = run.events.find(
    (event): event is RecordedRequest =>
      event.ev === 'http' && event.kind === 'blobs' && String(event.fault) === fault,
  );
  if (hit === undefined) throw new Error(`${run.header.run}: no request for a blob was hit`);
  return hit.blob;
}

/**
 * What a runtime shows of a registry's error body: code and message, or the code alone where the message is
 * the code's own.
 */
function messageOf(body: string | undefined): string | undefined {
  const [, code, message] = /"code":"([A-Z_]+)"(?:,"message":"([^"]*)")?/.exec(body ?? '') ?? [];
  if (code === undefined) return undefined;
  const name = code.replaceAll('_', ' ').toLowerCase();
  return message === undefined || ownMessages.has(message) ? name : `${name}: ${message}`;
}

/** distribution/registry/api/errcode */
const ownMessages: ReadonlySet<string> = new Set([
  'requested access to the resource is denied',
  'authentication required',
]);
