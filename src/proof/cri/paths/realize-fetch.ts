import type { ModelPath } from '../../models/exploration/path-goals.ts';
import { CriScriptDraft, type Stage } from './cri-script-draft.ts';

/**
 * Returns a draft that makes a runtime walk a path of the chart that fetches one thing: the registry answers as the
 * path says. Undefined where a path begins with what no registry can cause.
 */
export function realizeFetch({ start, steps }: ModelPath): CriScriptDraft | undefined {
  const draft = new CriScriptDraft();
  const stage = stageOf(start);
  let isCancelled = false;
  for (const { event } of steps) {
    if (/^(DISK|UNPACKINGS|CHUNK)/.test(event)) break;
    isCancelled ||= event === 'FETCH.CANCELLED';
    if (!isCancelled) answer(draft, stage, event);
  }
  if (start.includes('wrong')) {
    draft.fault({ kind: 'wrongDigest', image: 'web', times: 1 });
    draft.pull('web');
  }
  if (isCancelled) {
    if (stage === 'layer') draft.fault({ kind: 'stalledBody', image: 'web', afterBytes: 1_000, times: 1 });
    draft.begin('web', stage === 'tag' ? 'start' : stage);
    draft.cancel('web');
  } else draft.pull('web');
  return draft;
}

function stageOf(start: string): Stage {
  if (start.startsWith('a tag')) return 'tag';
  return start.startsWith('manifest') ? 'manifest' : 'layer';
}

/** Lets the registry answer the next request of this stage as the event says. */
function answer(draft: CriScriptDraft, request: Stage, event: string): void {
  const where = { image: 'web', times: 1 } as const;
  const [, status] = /^HTTP\.ANSWERED \((\d+)/.exec(event) ?? [];
  if (status === '401') {
    draft.registry({ authentication: event.includes('basic') ? 'basic' : 'bearer' });
    draft.as = 'alice';
  } else if (status === '307') draft.registry({ redirects: true });
  else if (Number(status) >= 400)
    draft.fault({ kind: 'badStatus', request, status: Number(status), ...where });
  if (event === 'TOKEN.REFUSED') {
    draft.registry({ isPrivate: true });
    draft.as = 'mallory';
  }
  if (/^HTTP\.(RESET|REFUSED)$/.test(event) || event === 'HTTP.ANSWERED (reset)')
    draft.fault({ kind: 'connectionReset', request, ...where });
  if (event.startsWith('HTTP.ANSWERED (cut'))
    draft.fault({ kind: 'cutBody', afterBytes: event.endsWith('at once)') ? 0 : 1_000, ...where });
  if (event === 'HTTP.ANSWERED (corrupt)') draft.fault({ kind: 'wrongDigest', ...where });
  if (event === 'HTTP.ANSWERED (stalled)') draft.fault({ kind: 'stalledBody', afterBytes: 1_000, ...where });
}
