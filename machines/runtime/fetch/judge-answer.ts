import type { RegistryAnswer } from '../../world/registry-protocol.ts';
import * as request from './registry-request.ts';

/** What an answer means for the request that waits for it. */
export type Verdict =
  /** It belongs to a request that was dropped. */
  | 'notAwaited'
  /** Another host has the content, and is asked at once. */
  | 'redirected'
  /** It is what was wanted, and the body of a layer follows. */
  | 'layerFollows'
  /** It is what was wanted, and complete. */
  | 'complete'
  /** The token server has sent a token, and the request is made again with it. */
  | 'tokenFetched'
  | 'tokenRefused'
  /** The registry demands a token. */
  | 'tokenDemanded'
  /** The registry demands a password, and the runtime has one. */
  | 'passwordDemanded'
  /** The request is made again after a rest. */
  | 'retriedAfterRest'
  /** The request is made again at once. */
  | 'retried'
  /** A GET asks for the reason that the answer to a HEAD cannot carry. */
  | 'reasonWanted'
  /** No other request to this host can help. */
  | 'failed';

/**
 * Returns what this answer means for the request. Mirrors `dockerFetcher.open` and `retryRequest` of
 * containerd (core/remotes/docker/fetcher.go, resolver.go), and containers/image where its rules differ.
 */
export function judgeAnswer(context: request.RequestContext, answer: RegistryAnswer): Verdict {
  if (answer.id !== request.requestId(context)) return 'notAwaited';
  const answered = { input: context.input, request: request.answered(context, answer) };
  if (request.isRedirected(answered)) return 'redirected';
  if (request.isGood(answered)) {
    if (answered.request.asked.kind === 'token') return 'tokenFetched';
    if (!request.isAside(answered))
      return request.requireWanted(answered).layer >= 0 ? 'layerFollows' : 'complete';
  }
  if (request.failureKind(answered) === 'tokenRefused') return 'tokenRefused';
  if (request.isWebPage(answered)) return request.mayAskWhy(answered) ? 'reasonWanted' : 'failed';
  return request.isLost(answered) ? 'failed' : judgeRefusal(answered);
}

/** Returns what may still help after an answer that is an error. */
function judgeRefusal(answered: request.RequestContext): Verdict {
  const hasTries = request.hasTries(answered);
  if (hasTries && request.isChallenged(answered, 'bearer')) return 'tokenDemanded';
  if (hasTries && request.isChallenged(answered, 'basic')) return 'passwordDemanded';
  if (request.mayTryAgain(answered))
    return request.restsBeforeRetry(answered) ? 'retriedAfterRest' : 'retried';
  return request.mayAskWhy(answered) ? 'reasonWanted' : 'failed';
}
