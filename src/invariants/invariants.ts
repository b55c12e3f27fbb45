import { causesComeBefore } from './causes-come-before.ts';
import type { Invariant } from './invariant.ts';
import { backOffDoubles } from './kubelet/back-off-doubles.ts';
import { backOffIsKept } from './kubelet/back-off-is-kept.ts';
import { containersHaveTheirImage } from './kubelet/containers-have-their-image.ts';
import { gcNeverRemovesImageInUse } from './kubelet/gc-never-removes-image-in-use.ts';
import { neverDoesNotPull } from './kubelet/never-does-not-pull.ts';
import { noLostWaiter } from './kubelet/no-lost-waiter.ts';
import { nothingRunsTwice } from './kubelet/nothing-runs-twice.ts';
import { oneSyncAtATime } from './kubelet/one-sync-at-a-time.ts';
import { plegErrorsKeepRecords } from './kubelet/pleg-errors-keep-records.ts';
import { plegTellsOnce } from './kubelet/pleg-tells-once.ts';
import { podPullsOneByOne } from './kubelet/pod-pulls-one-by-one.ts';
import { presentIsNotPulled } from './kubelet/present-is-not-pulled.ts';
import { protectedImagesNeedCredentials } from './kubelet/protected-images-need-credentials.ts';
import { pullingEventIsAnswered } from './kubelet/pulling-event-is-answered.ts';
import { slotsInOrder } from './kubelet/slots-in-order.ts';
import { slotsRespected } from './kubelet/slots-respected.ts';
import { timesAddUp } from './kubelet/times-add-up.ts';
import { bytesConserved } from './runtime/bytes-conserved.ts';
import { downloadsWithinSlots } from './runtime/downloads-within-slots.ts';
import { everyFetchEnds } from './runtime/every-fetch-ends.ts';
import { freedBytesWereOnDisk } from './runtime/freed-bytes-were-on-disk.ts';
import { layersFetchedOnce } from './runtime/layers-fetched-once.ts';
import { peersSendWhatTheyHave } from './runtime/peers-send-what-they-have.ts';
import { unpacksInChainOrder } from './runtime/unpacks-in-chain-order.ts';

/** Every named property of what happened. The reader of traces checks their form. */
export const invariants: readonly Invariant[] = [
  causesComeBefore,
  oneSyncAtATime,
  podPullsOneByOne,
  containersHaveTheirImage,
  nothingRunsTwice,
  plegTellsOnce,
  plegErrorsKeepRecords,
  slotsRespected,
  slotsInOrder,
  neverDoesNotPull,
  presentIsNotPulled,
  protectedImagesNeedCredentials,
  backOffDoubles,
  backOffIsKept,
  noLostWaiter,
  everyFetchEnds,
  pullingEventIsAnswered,
  timesAddUp,
  layersFetchedOnce,
  peersSendWhatTheyHave,
  downloadsWithinSlots,
  unpacksInChainOrder,
  bytesConserved,
  gcNeverRemovesImageInUse,
  freedBytesWereOnDisk,
];
