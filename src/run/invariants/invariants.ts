import { causesComeBefore } from './causes-come-before.ts';
import type { Invariant } from './invariant.ts';
import { backOffDoubles, backOffIsKept } from './kubelet/back-off.ts';
import {
  containersHaveTheirImage,
  containersHaveTheirVolumes,
  nothingRunsTwice,
} from './kubelet/container-starts.ts';
import { gcNeverRemovesImageInUse } from './kubelet/gc-never-removes-image-in-use.ts';
import { joinedPullsWait } from './kubelet/joined-pulls.ts';
import { noLostWaiter } from './kubelet/no-lost-waiter.ts';
import { oneSyncAtATime } from './kubelet/one-sync-at-a-time.ts';
import { plegErrorsKeepRecords, plegTellsOnce } from './kubelet/pleg-events.ts';
import {
  protectedImagesNeedCredentials,
  strictlyProtectedImages,
} from './kubelet/protected-images-need-credentials.ts';
import { neverDoesNotPull, presentIsNotPulled } from './kubelet/pull-policy.ts';
import { slotsInOrder, slotsRespected } from './kubelet/pull-slots.ts';
import { podPullsOneByOne, pullingEventIsAnswered, timesAddUp } from './kubelet/pulling-events.ts';
import { deletedPodsLeaveNothing, runningPodsAreQuiet } from './kubelet/quiet.ts';
import { downloadsWithinSlots } from './runtime/downloads-within-slots.ts';
import { bytesConserved, freedBytesWereOnDisk } from './runtime/layer-bytes.ts';
import { everyFetchEnds, layersFetchedOnce } from './runtime/layer-fetches.ts';
import { peersSendWhatTheyHave } from './runtime/peers-send-what-they-have.ts';
import { requestsBelongToPulls } from './runtime/requests-belong-to-pulls.ts';
import { unpacksInChainOrder } from './runtime/unpacks-in-chain-order.ts';

/** Every named property of what happened. The reader of traces checks their form. */
export const invariants: readonly Invariant[] = [
  causesComeBefore,
  oneSyncAtATime,
  podPullsOneByOne,
  containersHaveTheirImage,
  containersHaveTheirVolumes,
  nothingRunsTwice,
  plegTellsOnce,
  plegErrorsKeepRecords,
  slotsRespected,
  slotsInOrder,
  joinedPullsWait,
  neverDoesNotPull,
  presentIsNotPulled,
  protectedImagesNeedCredentials,
  backOffDoubles,
  backOffIsKept,
  noLostWaiter,
  everyFetchEnds,
  pullingEventIsAnswered,
  timesAddUp,
  runningPodsAreQuiet,
  deletedPodsLeaveNothing,
  requestsBelongToPulls,
  layersFetchedOnce,
  peersSendWhatTheyHave,
  downloadsWithinSlots,
  unpacksInChainOrder,
  bytesConserved,
  gcNeverRemovesImageInUse,
  freedBytesWereOnDisk,
];

/** The same without regard to known bugs of released kubelets: what these do wrong is a violation. */
export const strictInvariants: readonly Invariant[] = invariants.map((invariant) =>
  invariant === protectedImagesNeedCredentials ? strictlyProtectedImages : invariant,
);
