import type { ModelPath } from '../../models/exploration/path-goals.ts';
import { CriScriptDraft } from './cri-script-draft.ts';

/**
 * Returns a draft with the calls of a path of the image service: pulls that begin, end and are cancelled, and images
 * that are removed before, while and after they are pulled. Calls that the CRI has not got are left out.
 */
export function realizeImageService({ steps }: ModelPath): CriScriptDraft | undefined {
  const draft = new CriScriptDraft();
  for (const { event } of steps) {
    if (event.startsWith('IMAGE_PULL.REQUESTED (docker.io')) draft.begin('web', 'start');
    else if (event.startsWith('IMAGE_PULL.CANCELLED') || event.startsWith('KUBELET.GONE'))
      draft.cancel('web');
    else if (event.startsWith('IMAGE_REMOVE.REQUESTED')) draft.remove('web');
    else if (event.startsWith('RUNTIME_PULL.SUCCEEDED') && draft.isRunning('web')) draft.wait();
    else if (event.startsWith('RUNTIME_PULL.FAILED') && draft.isRunning('web')) {
      draft.fault({ kind: 'badStatus', request: 'layer', status: 403, image: 'web', times: 1 });
      draft.wait();
    }
  }
  return draft.isEmpty ? undefined : draft;
}

/**
 * Returns a draft for a path of the content store: pulls of two images with a common layer, one of which drops what
 * it has fetched, is done, or is removed while the other goes on.
 */
export function realizeContentStore({ steps }: ModelPath): CriScriptDraft | undefined {
  const draft = new CriScriptDraft();
  const names: Readonly<Record<string, string>> = { one: 'web', two: 'api' };
  for (const { event } of steps) {
    const pull = names[/\((one|two)\b/.exec(event)?.[1] ?? ''];
    if (event.startsWith('IMAGES.REMOVED')) draft.remove('web', 'id');
    if (pull === undefined) continue;
    if (event.startsWith('MANIFEST.REQUESTED') && !draft.isRunning(pull)) draft.begin(pull, 'layer');
    else if (event.startsWith('CONTENT.DROPPED')) draft.cancel(pull);
    else if (event.startsWith('CONTENT.COMPLETED') && draft.isRunning(pull)) draft.wait();
  }
  return draft.isEmpty ? undefined : draft;
}
