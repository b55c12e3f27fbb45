import type { ModelPath } from '../../models/exploration/path-goals.ts';
import { CriScriptDraft, type Stage } from './cri-script-draft.ts';

/** What comes before the pull, and what happens to it and to the pull that it shares something with. */
interface PullStory {
  before: 'nothing' | 'all layers' | 'the base';
  /** Another pull at the same time: of the same image, or of one with the same base. */
  beside?: 'web' | 'api';
  /** The other pull gives up what both need. */
  otherEnds?: true;
  end: 'fails' | 'is cancelled' | 'succeeds';
  stage: Stage;
}

/**
 * Returns a draft that makes a runtime walk a path of the chart that pulls one image: what is there before, what
 * another pull brings, and at which stage it fails or is cancelled. What only a disk or an unpacking can do ends the
 * walk.
 */
export function realizeRuntimePull({ start, steps }: ModelPath): CriScriptDraft | undefined {
  if (start === 'an index without the platform') return undefined;
  const story: PullStory = { before: 'nothing', end: 'succeeds', stage: 'tag' };
  for (const { event } of steps) {
    if (/^(UNPACKS\.FAILED|RUNTIME_PULL\.STALLED)/.test(event) || story.end !== 'succeeds') break;
    tell(story, event);
  }
  return written(story);
}

function tell(story: PullStory, event: string): void {
  if (event === 'FETCH.FAILED') story.end = 'fails';
  if (event === 'RUNTIME_PULL.CANCELLED') story.end = 'is cancelled';
  if (event === 'FETCH.FINISHED') story.stage = story.stage === 'tag' ? 'manifest' : 'layer';
  if (event === 'MANIFEST.SHARED') story.beside = 'web';
  if (!event.startsWith('CHAIN.')) {
    if (event.startsWith('BLOB.GRANTED')) story.otherEnds = true;
    return;
  }
  story.stage = 'layer';
  if (event === 'CHAIN.COMPLETE' || event.includes('both present')) story.before = 'all layers';
  else if (event.includes('one present')) story.before = 'the base';
  else if (event === 'CHAIN.SHARED' || event.includes('shared')) story.beside ??= 'api';
}

function written({ before, beside, otherEnds, end, stage }: PullStory): CriScriptDraft {
  const draft = new CriScriptDraft();
  if (before === 'all layers') draft.pull('web');
  if (before === 'the base') draft.pull('api');
  if (beside !== undefined) draft.begin(beside, 'layer');
  if (end === 'fails')
    draft.fault({
      kind: 'badStatus',
      request: stage,
      status: 502,
      image: 'web',
      times: beside === 'web' ? 2 : 1,
    });
  const runsOn = beside !== undefined || end === 'is cancelled';
  if (!runsOn) draft.pull('web');
  else {
    if (end === 'is cancelled' && stage === 'layer')
      draft.fault({ kind: 'stalledBody', image: 'web', afterBytes: 1_000, times: 1 });
    draft.begin('web', end === 'is cancelled' && stage !== 'tag' ? stage : 'start');
  }
  // The pull that began first fetches what both need.
  if (otherEnds && beside === 'api') draft.cancel('api');
  if (end === 'is cancelled') draft.cancel('web');
  return draft;
}
