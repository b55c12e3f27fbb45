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

  /** @param {string} image */
  begin(image) {
    if (!this.mutated('intent-not-recorded')) this.intents.set(image, (this.intents.get(image) ?? 0) + 1);
  }

  /** @param {string} image @param {string} name @param {string | undefined} ref undefined: the pull failed */
  end(image, name, ref) {
    const left = (this.intents.get(image) ?? 0) - 1;
    if (left > 0) this.intents.set(image, left);
    else this.intents.delete(image);
    if (ref !== undefined) {
      const names = this.pulled.get(ref) ?? new Set();
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
    if (this.policy === 'NeverVerify') return false;
    const pulledByKubelet = this.pulled.has(ref) || this.intents.has(image);
    if (this.policy !== 'AlwaysVerify' && this.policy !== 'NeverVerifyAllowlistedImages' && !pulledByKubelet)
      return false;
    return this.pulled.get(ref)?.has(name) !== true;
  }
}
