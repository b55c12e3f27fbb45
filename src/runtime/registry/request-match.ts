import { isSameImage } from '../images/image-location.ts';

/** What a runtime may ask a registry for; `token`: of the server that hands out bearer tokens. */
export type RequestKind = 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';

/** Which requests a fault meets: all that agree with what is said here, and no more than `times` of them. */
export interface RequestMatch {
  /** A host; absent: every registry. */
  readonly registry?: string;
  /** A name after the default tag, in any spelling; absent: every image. */
  readonly image?: string;
  /** Absent: every kind but `token`, as tokens come from a server of their own. */
  readonly requests?: readonly RequestKind[];
  /** The layer's place in its manifest, from 0; absent: every layer, and what is no layer. */
  readonly layer?: number;
  /** The first so many requests that agree, counted for each registry by itself; absent: all. */
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
