import { duration, quote } from './go-text.mjs';

/**
 * @typedef {object} Release
 * @property {boolean} modern image names are read as from 1.28 on
 * @property {boolean} boundsWholeName a name's 255 characters count the host too
 * @property {boolean} inspectsAlways GetImageRef is called for policy Always too
 * @property {boolean} oddPolicyPulls a policy that is none, "" among them, pulls without looking; else it is
 *   like Never
 * @property {boolean} tellsPresence presence has a result message, ends the recording of the pulling time,
 *   and the gate exists
 * @property {boolean} asksSize the image's size is asked, and the runtime handler passed on
 * @property {boolean} knowsCriErrors two errors of the runtime have their own names
 * @property {boolean} countsRequests kubelet_image_manager_ensure_image_requests_total exists
 * @property {(image: string, error: string) => string} inspectFailed
 * @property {(image: string, nanos: number, waitingNanos: number, size: number) => string} pulled
 */

/** @type {(image: string, error: string) => string} */
const namesImage = (image, error) => `Failed to inspect image ${quote(image)}: ${error}`;

const wholeMillis = (/** @type {number} */ nanos) => Math.floor(nanos / 1e6) * 1e6;

/** @type {Release['pulled']} */
const precise = (image, nanos, waiting) =>
  `Successfully pulled image ${quote(image)} in ${duration(nanos)} (${duration(waiting)} including waiting)`;

/** @type {Release['pulled']} */
const withSize = (image, nanos, waiting, size) =>
  `${precise(image, wholeMillis(nanos), wholeMillis(waiting), size)}. Image size: ${size} bytes.`;

/** @type {Release} */
const v27 = {
  modern: false,
  boundsWholeName: true,
  inspectsAlways: true,
  oddPolicyPulls: false,
  tellsPresence: false,
  asksSize: false,
  knowsCriErrors: false,
  countsRequests: false,
  inspectFailed: namesImage,
  pulled: precise,
};

/** @type {Release} */
const v31 = { ...v27, modern: true, asksSize: true, knowsCriErrors: true, pulled: withSize };

/** @type {Release} */
const v36 = {
  ...v31,
  boundsWholeName: false,
  inspectsAlways: false,
  oddPolicyPulls: true,
  tellsPresence: true,
  countsRequests: true,
  inspectFailed: (_image, error) => `Failed to inspect image "": ${error}`,
};

/**
 * The releases of the kubelet whose behaviour is known, by name. @type {Readonly<Record<string, Release>>}
 */
export const releases = { 1.27: v27, 1.31: v31, 1.36: v36 };
