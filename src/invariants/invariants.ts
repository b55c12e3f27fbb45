import { backOffDoubles } from './back-off-doubles.ts';
import { backOffIsKept } from './back-off-is-kept.ts';
import { bytesConserved } from './bytes-conserved.ts';
import { causesComeBefore } from './causes-come-before.ts';
import { containersHaveTheirImage } from './containers-have-their-image.ts';
import { downloadsWithinSlots } from './downloads-within-slots.ts';
import { everyFetchEnds } from './every-fetch-ends.ts';
import { freedBytesWereOnDisk } from './freed-bytes-were-on-disk.ts';
import { gcNeverRemovesImageInUse } from './gc-never-removes-image-in-use.ts';
import type { Invariant } from './invariant.ts';
import { layersFetchedOnce } from './layers-fetched-once.ts';
import { neverDoesNotPull } from './never-does-not-pull.ts';
import { noLostWaiter } from './no-lost-waiter.ts';
import { nothingRunsTwice } from './nothing-runs-twice.ts';
import { oneSyncAtATime } from './one-sync-at-a-time.ts';
import { plegErrorsKeepRecords } from './pleg-errors-keep-records.ts';
import { plegTellsOnce } from './pleg-tells-once.ts';
import { podPullsOneByOne } from './pod-pulls-one-by-one.ts';
import { presentIsNotPulled } from './present-is-not-pulled.ts';
import { protectedImagesNeedCredentials } from './protected-images-need-credentials.ts';
import { pullingEventIsAnswered } from './pulling-event-is-answered.ts';
import { slotsInOrder } from './slots-in-order.ts';
import { slotsRespected } from './slots-respected.ts';
import { timesAddUp } from './times-add-up.ts';
import { unpacksInChainOrder } from './unpacks-in-chain-order.ts';

/** Every named property of what happened; that a trace has the form of one its reader sees to. */
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
  downloadsWithinSlots,
  unpacksInChainOrder,
  bytesConserved,
  gcNeverRemovesImageInUse,
  freedBytesWereOnDisk,
];
