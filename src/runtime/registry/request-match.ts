import { isSameImage } from '../images/image-location.ts';

/** What a request asks for. `token`: a bearer token from the token server. */
export type RequestKind = 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';

/** Which requests a fault meets: those that match every field, and no more than `times` of them. */
export interface RequestMatch {
  /** A host; absent: every registry. */
  readonly registry?: string;
  /** A name after the default tag, in any spelling; absent: every image. */
  readonly image?: string;
  /** The kinds of requests; absent: every kind but `token`, since tokens come from a server of their own. */
  readonly requests?: readonly RequestKind[];
  /** The layer's place in its manifest, from 0; absent: every layer, and what is no layer. */
  readonly layer?: number;
  /** How many matching requests the fault meets, counted for each registry; absent: all. */
  readonly times?: number;
}

/** Whether a request is one of those meant; `met` of them have been met before. The registry is not looked at. */
export function meetsRequest(
  match: RequestMatch,
  request: { readonly image: string; readonly kind: RequestKind; readonly layer?: number },
  met: number,
): boolean {
  if (match.times !== undefined && met >= match.times) return false;
  if (match.image !== undefined && !isSameImage(match.image, request.image)) return false;
  if (match.layer !== undefined && match.layer !== request.layer) return false;
  return match.requests === undefined ? request.kind !== 'token' : match.requests.includes(request.kind);
}
