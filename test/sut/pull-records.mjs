/**
 * What the kubelet pulled itself: the gate KubeletEnsureSecretPulledImages, for pods without pull secrets.
 */
export class PullRecords {
  /**
   * @param {string} policy imagePullCredentialsVerificationPolicy @param {(name: string) => boolean} mutated
   */
  constructor(policy, mutated) {
    this.policy = policy;
    this.mutated = mutated;
    /** Pulls under way, by the name as written. @type {Map<string, number>} */
    this.intents = new Map();
    /**
     * Image reference → names, without tag and digest, that it was pulled by. @type {Map<string,
     * Set<string>>}
     */
    this.pulled = new Map();
  }

  /** @param {string} image as written @param {string} tagged @param {string} bare */
  intentName(image, tagged, bare) {
    if (this.mutated('intent-by-repository')) return bare;
    return this.mutated('intent-by-tagged-name') ? tagged : image;
  }

  /** @param {string} image */
  begin(image) {
    if (!this.mutated('intent-not-recorded')) this.intents.set(image, (this.intents.get(image) ?? 0) + 1);
  }

  /** @param {string} image @param {string} name @param {string | undefined} ref undefined: the pull failed */
  end(image, name, ref) {
    const left = (this.intents.get(image) ?? 0) - 1;
    if (left > 0 && !this.mutated('intent-closed-by-first')) this.intents.set(image, left);
    else if (ref === undefined && this.mutated('intent-left-by-failure')) this.intents.set(image, 1);
    else this.intents.delete(image);
    if (ref !== undefined) {
      const names = (this.mutated('record-replaced') ? undefined : this.pulled.get(ref)) ?? new Set();
      this.pulled.set(ref, names.add(name));
    } else if (this.mutated('record-lost-on-failure')) {
      for (const names of this.pulled.values()) names.delete(name);
    }
  }

  /**
   * Whether a present image must be pulled again. @param {string} image @param {string} name @param {string}
   * ref
   */
  mustPull(image, name, ref) {
    if (this.policy === 'NeverVerify')
      return this.mutated('never-verify-sees-intents') && this.intents.has(image);
    if (this.policy === 'NeverVerifyAllowlistedImages' && this.mutated('allowlist-empty-allows'))
      return false;
    if (
      this.policy === 'AlwaysVerify' &&
      this.mutated('always-verify-trusts-preloaded') &&
      !this.pulled.has(ref) &&
      !this.intents.has(image)
    )
      return false;
    const pulledByKubelet = this.pulled.has(ref) || this.intents.has(image);
    if (this.policy !== 'AlwaysVerify' && this.policy !== 'NeverVerifyAllowlistedImages' && !pulledByKubelet)
      return false;
    return this.pulled.get(ref)?.has(name) !== true;
  }
}
