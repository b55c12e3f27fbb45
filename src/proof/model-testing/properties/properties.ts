import { neverDoesNotPull, presentIsNotPulled } from '../../../run/invariants/kubelet/pull-policy.ts';
import { slotsInOrder, slotsRespected } from '../../../run/invariants/kubelet/pull-slots.ts';
import { pullingEventIsAnswered } from '../../../run/invariants/kubelet/pulling-events.ts';
import { backOffWindows } from './back-off-windows.ts';
import {
  eventsAgreeWithResults,
  invalidNamesStayOut,
  onePullPerCall,
  oneResultPerCall,
  pullingIsSaidAtOnce,
} from './properties-of-calls.ts';
import { invariantProperty, type ProtocolProperty } from './protocol-property.ts';
import { tokensByTheBucket } from './tokens-by-the-bucket.ts';

/**
 * The properties by which every system under test is judged, including the invariants for which a protocol
 * trace has enough information.
 */
export const properties: readonly ProtocolProperty[] = [
  oneResultPerCall,
  onePullPerCall,
  pullingIsSaidAtOnce,
  eventsAgreeWithResults,
  invalidNamesStayOut,
  backOffWindows,
  tokensByTheBucket,
  ...[slotsRespected, slotsInOrder, neverDoesNotPull, presentIsNotPulled, pullingEventIsAnswered].map(
    invariantProperty,
  ),
];
