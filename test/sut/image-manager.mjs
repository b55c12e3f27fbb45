import { BackOff } from './back-off.mjs';
import { quote } from './go-text.mjs';
import { parseImageName } from './image-name.mjs';
import { Metrics } from './metrics.mjs';
import { PullRecords } from './pull-records.mjs';
import { RateLimit } from './rate-limit.mjs';
import { releases } from './releases.mjs';
import { Slots } from './slots.mjs';

/**
 * @typedef {import('../../src/proof/conformance/imagemanager/script.ts').Script} Script
 * @typedef {import('../../src/proof/conformance/imagemanager/script.ts').ScriptCall} Call
 * @typedef {{ imageRef: string, error: string, message: string }} Result
 * @typedef {{ image: string, bare: string, spec: import('./world.mjs').Spec }} Wanted
 */

/**
 * The kubelet's image manager, written down once more as plainly as can be: one routine for each call, from
 * top to bottom, which waits where the kubelet's goroutine would. It shares no code with src/ and machines/,
 * on purpose.
 */
export class ImageManager {
  /**
   * @param {Script} script @param {import('./world.mjs').World} world @param {string} release @param {(name:
   * string) => boolean} mutated
   */
  constructor({ kubelet, featureGates = {} }, world, release, mutated) {
    const rules = releases[release];
    if (rules === undefined)
      throw new Error(`unknown release ${release}; known: ${Object.keys(releases).join(', ')}`);
    this.world = world;
    this.rules = rules;
    this.otherRules = releases[release === '1.27' ? '1.31' : '1.27'] ?? rules;
    this.mutated = mutated;
    this.metrics = new Metrics(mutated);
    this.backOff = new BackOff(
      kubelet.imagePullBackOff.initialMs * 1e6,
      kubelet.imagePullBackOff.maxMs * 1e6,
      mutated,
    );
    /** @type {Map<string, number>} */
    this.sizes = new Map();
    /** @type {Set<string>} */
    this.seen = new Set();
    /** @type {Map<string, Readonly<Record<string, string>>>} */
    this.annotations = new Map();
    /** @type {Set<string>} */
    this.underWay = new Set();
    /** @type {Map<string, string>} */
    this.previousErrors = new Map();
    this.rateLimit =
      kubelet.registryPullQPS === 0
        ? undefined
        : new RateLimit(kubelet.registryPullQPS, kubelet.registryBurst, mutated);
    this.slots = new Slots(kubelet, mutated);
    const verifies = rules.tellsPresence && featureGates.KubeletEnsureSecretPulledImages !== false;
    this.records = verifies
      ? new PullRecords(kubelet.imagePullCredentialsVerificationPolicy ?? '', mutated)
      : undefined;
  }

  /** @param {Call} call @param {string} eventType @param {string} reason @param {string} message */
  event(call, eventType, reason, message) {
    this.world.tell(call.id, 'event', { eventType, reason, message });
  }

  /**
   * @param {Call} call @param {string} reason @param {string} error @param {string} message @returns {Result}
   */
  refuse(call, reason, error, message) {
    this.event(call, 'Warning', reason, message);
    return { imageRef: '', error, message };
  }

  /** EnsureImageExists. @param {Call} call @returns {Generator<import('./world.mjs').Wait, Result, any>} */
  *ensureImageExists(call) {
    const { rules, mutated } = this;
    const { image } = call;
    const policy = mutated('policy-any-case') ? inUsualCase(call.policy) : call.policy;
    const count = (
      /** @type {boolean | undefined} */ present,
      /** @type {boolean | undefined} */ required,
    ) => {
      if (rules.countsRequests) this.metrics.requested(policy, present, required);
    };

    const name = parseImageName(image, rules, mutated);
    if ('error' in name) {
      count(undefined, undefined);
      const message = `Failed to apply default image tag ${quote(image)}: ${name.error.replace('QUOTED', () => quote(image))}`;
      return this.refuse(call, 'InspectFailed', 'InvalidImageName', message);
    }
    const own = call.pod.annotations ?? {};
    if (!this.annotations.has(call.pod.uid)) this.annotations.set(call.pod.uid, own);
    const first = this.annotations.get(call.pod.uid) ?? own;
    const annotations = mutated('annotations-not-passed')
      ? {}
      : mutated('annotations-of-first-call')
        ? first
        : own;
    /** @type {import('./world.mjs').Spec} */
    const spec = { image: mutated('default-tag-missing') ? image : name.tagged };
    if (Object.keys(annotations).length > 0) spec.annotations = annotations;
    if (rules.asksSize && (call.runtimeHandler ?? '') !== '') spec.runtimeHandler = call.runtimeHandler ?? '';
    const wanted = { image, bare: name.bare, spec };

    let ref = '';
    let looked = false;
    if (
      rules.inspectsAlways ||
      ['IfNotPresent', 'Never', ...(mutated('policy-always-trusts-presence') ? ['Always'] : [])].includes(
        policy,
      ) ||
      (mutated('policy-unknown-inspects') && policy !== 'Always')
    ) {
      looked = true;
      const { runtimeHandler: _, ...withoutHandler } = spec;
      const asked = mutated('handler-only-in-pull') ? withoutHandler : spec;
      const answer = this.askRef(call, asked, policy);
      if ('error' in answer) {
        count(undefined, undefined);
        if (mutated('inspect-error-backs-off'))
          this.backOff.fail(this.keyOf(call, wanted), this.world.now, this.world.now);
        return this.refuse(
          call,
          'InspectFailed',
          'ImageInspectError',
          rules.inspectFailed(image, answer.error),
        );
      }
      ref = answer.ref;
    }
    const isKnown = policy === 'Always' || policy === 'IfNotPresent' || policy === 'Never';
    let effective = isKnown ? policy : rules.oddPolicyPulls ? 'Always' : 'Never';
    if (effective === 'Always' && mutated('policy-always-trusts-presence')) effective = 'IfNotPresent';
    if (effective === 'Never' && mutated('policy-never-pulls')) effective = 'IfNotPresent';
    if (!isKnown && mutated('policy-unknown-inspects')) effective = 'IfNotPresent';
    if (
      mutated('preloaded-after-removal') &&
      ref !== '' &&
      this.world.removed.has(spec.image) &&
      this.records !== undefined
    )
      this.records.pulled.delete(ref);
    const present = policy === 'Always' ? undefined : looked && ref !== '';
    const neverPresent = `Container image ${quote(image)} is not present with pull policy of Never`;
    if (
      effective === 'Never' &&
      mutated('back-off-for-never') &&
      this.backOff.isActive(this.keyOf(call, wanted), this.world.now)
    )
      return this.refuse(call, 'BackOff', 'ImagePullBackOff', `Back-off pulling image ${quote(image)}`);
    if (effective === 'Never' && ref === '') {
      count(false, undefined);
      return this.refuse(call, 'ErrImageNeverPull', 'ErrImageNeverPull', neverPresent);
    }

    const trusts =
      effective === 'Never' || (effective === 'IfNotPresent' && !mutated('policy-if-not-present-pulls'));
    if (ref !== '' && trusts) {
      const { records } = this;
      const intent = this.intentOf(call, wanted);
      if (mutated('record-lost-on-removal') && this.world.removed.delete(spec.image))
        records?.pulled.delete(ref);
      if (records === undefined || !records.mustPull(intent, this.recordName(wanted), ref)) {
        count(present, false);
        if (mutated('token-for-present-image')) this.rateLimit?.tryAccept(this.world.now);
        return this.usePresent(call, ref);
      }
      if (effective === 'Never') {
        count(present, true);
        if (mutated('never-answers-with-policy-text'))
          return this.refuse(
            call,
            'ErrImageNeverPull',
            'ErrImageNeverPull',
            `${neverPresent} or not accessible`,
          );
        return this.refuse(call, 'ErrImageNeverPull', 'ErrImageNeverPull', neverPresent);
      }
    }
    const result = yield* this.pullImage(call, wanted);
    count(present, true);
    return result;
  }

  /** @param {Call} call @param {string} imageRef @returns {Result} */
  usePresent(call, imageRef) {
    const short = `Container image ${quote(call.image)} already present on machine`;
    const message = this.records === undefined ? short : `${short} and can be accessed by the pod`;
    this.event(call, 'Normal', 'Pulled', message);
    if (!this.rules.tellsPresence) return { imageRef, error: '', message: '' };
    this.world.tell(call.id, 'pulling', { state: 'finished' });
    return { imageRef, error: '', message };
  }

  /**
   * @param {Call} call @param {Wanted} wanted @returns {Generator<import('./world.mjs').Wait, Result, any>}
   */
  *pullImage(call, wanted) {
    const { mutated, records, world } = this;
    const intent = this.intentOf(call, wanted);
    const presentRef = world.images.get(wanted.spec.image)?.ref ?? '';
    records?.begin(intent);
    const result = yield* this.pullUnlessBackingOff(call, wanted);
    if (mutated('intent-left-by-back-off') && result.error === 'ImagePullBackOff') return result;
    const isOld = mutated('record-for-present-reference') && presentRef !== '';
    const leavesRecord = result.error !== '' && mutated('record-of-failed-pull') && presentRef !== '';
    const ref = leavesRecord
      ? presentRef
      : result.error === ''
        ? isOld
          ? presentRef
          : result.imageRef
        : undefined;
    records?.end(intent, this.recordName(wanted), ref);
    return result;
  }

  /** The name in an intent. @param {Call} call @param {Wanted} wanted */
  intentOf(call, { image, bare, spec }) {
    const name = this.records?.intentName(image, spec.image, bare) ?? image;
    return this.mutated('intent-lost-with-pod') ? `${call.pod.uid} ${name}` : name;
  }

  /** The name in a record. @param {Wanted} wanted */
  recordName({ image, bare }) {
    if (this.mutated('record-with-tag')) return image;
    if (!this.mutated('record-of-canonical-name')) return bare;
    const isHost = /^[^/]*[.:][^/]*\/|^localhost\//.test(bare);
    return isHost ? bare : `docker.io/${bare.includes('/') ? '' : 'library/'}${bare}`;
  }

  /** @param {Call} call @param {import('./world.mjs').Spec} spec @param {string} policy */
  askRef(call, spec, policy) {
    const there = this.world.images.get(spec.image);
    if (this.mutated('presence-cached') && this.seen.has(spec.image) && there !== undefined)
      return { ref: there.ref };
    const answer = this.world.getImageRef(call.id, spec);
    if ('error' in answer)
      return this.mutated('inspect-error-pulls') && policy === 'IfNotPresent' ? { ref: '' } : answer;
    if (answer.ref !== '') this.seen.add(spec.image);
    if (
      this.mutated('presence-by-reference') &&
      policy === 'Never' &&
      there !== undefined &&
      answer.ref === ''
    )
      return { ref: 'unknown' };
    return answer;
  }

  /** @param {Call} call @param {Wanted} wanted */
  keyOf(call, { image, spec }) {
    if (this.mutated('back-off-key-without-pod')) return image;
    if (this.mutated('back-off-key-by-pod-name')) return `${call.pod.namespace}/${call.pod.name}_${image}`;
    if (this.mutated('back-off-key-without-image')) return call.pod.uid;
    const key = `${call.pod.uid}_${this.mutated('back-off-key-normalized') ? spec.image : image}`;
    return this.mutated('back-off-key-in-lower-case') ? key.toLowerCase() : key;
  }

  /**
   * @param {Call} call @param {Wanted} wanted @returns {Generator<import('./world.mjs').Wait, Result, any>}
   */
  *pullUnlessBackingOff(call, wanted) {
    const { world, mutated } = this;
    const { image } = wanted;
    const key = this.keyOf(call, wanted);
    if (this.backOff.isActive(key, world.now)) {
      const text = `Back-off pulling image ${quote(image)}`;
      this.event(call, 'Normal', 'BackOff', text);
      const previous = this.previousErrors.get(mutated('previous-error-by-image') ? image : key);
      const tells =
        this.rules.tellsPresence && previous !== undefined && !mutated('previous-error-forgotten');
      if (mutated('back-off-extended-by-refusal')) this.backOff.fail(key, world.now, world.now);
      return { imageRef: '', error: 'ImagePullBackOff', message: tells ? `${text}: ${previous}` : text };
    }
    if (!mutated('previous-error-is-first')) this.previousErrors.delete(key);

    world.tell(call.id, 'pulling', { state: 'started' });
    const late = mutated('pulling-event-late');
    const announce = () => {
      if (!mutated('pulling-event-missing'))
        this.event(call, 'Normal', 'Pulling', `Pulling image ${quote(image)}`);
    };
    if (!late) announce();
    const asked = world.now;
    const outcome = yield* this.pullInSlot(call, wanted, late ? announce : () => {});

    if ('error' in outcome) {
      this.event(call, 'Warning', 'Failed', `Failed to pull image ${quote(image)}: ${outcome.error}`);
      const isSpared =
        (mutated('back-off-not-after-throttle') && outcome.error === 'pull QPS exceeded') ||
        (mutated('back-off-not-after-signature') && outcome.error.startsWith('SignatureValidationFailed'));
      if (!isSpared) this.backOff.fail(key, world.now, asked);
      if (mutated('finished-after-failure')) world.tell(call.id, 'pulling', { state: 'finished' });
      const failure = this.nameFailure(image, outcome.error);
      const remembered = mutated('previous-error-by-image') ? image : key;
      if (!mutated('previous-error-is-first') || !this.previousErrors.has(remembered))
        this.previousErrors.set(remembered, `${failure.error}: ${failure.message}`);
      return { imageRef: '', ...failure };
    }
    const waiting = world.now - (mutated('waiting-left-out') ? outcome.started : asked);
    world.tell(call.id, 'pulling', { state: 'finished' });
    const wording = mutated('pulled-text-of-another-release') ? this.otherRules : this.rules;
    const isLong = mutated('waiting-rounded-up') && waiting >= 60e9;
    const half = mutated('duration-rounded') ? 5e5 : 0;
    const text = wording.pulled(
      image,
      world.now - outcome.started + half,
      isLong ? Math.floor(waiting / 1e9) * 1e9 : waiting + half,
      outcome.size,
    );
    this.event(
      call,
      'Normal',
      'Pulled',
      mutated('hours-told-as-minutes') ? text.replaceAll(/\b(\d+)h\d+m/g, '$1m') : text,
    );
    const measured = mutated('duration-metric-without-wait') ? world.now - outcome.started : waiting;
    if (this.rules.asksSize) this.metrics.pulled(outcome.size, Math.floor(measured / 1e6) * 1e6);
    this.backOff.sweep(key, world.now);
    const keeps = mutated('pulled-message-kept') && waiting > world.now - outcome.started;
    return { imageRef: outcome.ref, error: '', message: keeps ? text : '' };
  }

  /**
   * @param {Call} call @param {Wanted} wanted @param {() => void} announce
   * @returns {Generator<import('./world.mjs').Wait, { error: string } | { ref: string, size: number, started:
   *   number }, any>}
   */
  *pullInSlot(call, { spec }, announce) {
    const { world, mutated } = this;
    const hasToken = () => this.rateLimit === undefined || this.rateLimit.tryAccept(world.now);
    const early = mutated('token-taken-at-call') ? hasToken() : undefined;
    const isShared = mutated('slot-free-for-same-image') && this.underWay.has(spec.image);
    const granted = isShared || (yield (resume) => this.slots.request(resume));
    const release = () => {
      this.underWay.delete(spec.image);
      if (!isShared) this.slots.release();
    };
    if (!granted) return { error: 'too many image pulls are queued' };
    announce();
    const started = world.now;
    if (!(early ?? hasToken())) {
      if (!mutated('slot-leaked-on-refusal')) this.slots.release();
      if (mutated('slot-freed-twice-on-refusal')) this.slots.release();
      return { error: 'pull QPS exceeded' };
    }
    const there = world.images.get(spec.image);
    if (mutated('presence-rechecked') && call.policy === 'IfNotPresent' && there !== undefined) {
      this.slots.release();
      return { ref: there.ref, size: there.size, started };
    }
    this.underWay.add(spec.image);
    const answer = yield* world.pullImage(call.id, spec);
    if ('error' in answer) {
      if (!mutated('slot-leaked-on-failure')) release();
      if (mutated('token-back-after-failure') && this.rateLimit !== undefined) this.rateLimit.tokens += 1;
      return answer;
    }
    const asksSize = this.rules.asksSize && answer.ref !== '' && !mutated('size-not-asked');
    const told = asksSize ? world.getImageSize(call.id, spec) : 0;
    const size = mutated('size-of-first-pull') ? (this.sizes.get(spec.image) ?? told) : told;
    this.sizes.set(spec.image, size);
    if (answer.ref !== '' || !mutated('slot-kept-by-empty-reference')) release();
    return { ref: answer.ref, size, started };
  }

  /**
   * @param {string} image @param {string} text of the runtime @returns {{ error: string, message: string }}
   */
  nameFailure(image, text) {
    if (this.rules.knowsCriErrors && !this.mutated('cri-error-prefix-ignored')) {
      for (const [error = '', why] of [
        ['RegistryUnavailable', 'the registry is unavailable'],
        ['SignatureValidationFailed', 'the signature validation failed'],
      ]) {
        const isInside = this.mutated('error-prefix-order') && text.includes(error) && text.startsWith('Sig');
        const isMeant = this.mutated('error-prefix-anywhere') ? text.includes(error) : text.startsWith(error);
        if (isMeant || isInside) {
          return {
            error,
            message: `image pull failed for ${image} because ${why}${text.slice(error.length)}`,
          };
        }
      }
    }
    return { error: 'ErrImagePull', message: text };
  }
}

/** @param {string} policy */
function inUsualCase(policy) {
  return (
    ['Always', 'IfNotPresent', 'Never'].find((one) => one.toLowerCase() === policy.toLowerCase()) ?? policy
  );
}
