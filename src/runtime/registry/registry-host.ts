/**
 * One place where a runtime looks for the images of a registry: containerd's `hosts.toml`, in its order; the registry itself
 * comes last unless the file says otherwise. The first that answers is taken; any failure goes on to the next.
 */
export interface RegistryHost {
  /** The key of the registry that answers, in `SimulationInput.registries`. */
  readonly host: string;
  /** What the host may be asked for: `resolve` is for tags, `pull` for digests. */
  readonly capabilities: readonly ('resolve' | 'pull')[];
}
