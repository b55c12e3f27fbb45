import type { ContainerStatusView } from '../../../trace/observation.ts';

/** The fields of a status that say whether the pod is initialized. */
interface InitializedStatus {
  readonly containers: readonly ContainerStatusView[];
  /** Only where it does not follow from the containers. */
  readonly initialized?: boolean;
}

/** The condition Initialized of a status. */
export function hasInitialized({ initialized, containers }: InitializedStatus): boolean {
  return initialized ?? deriveInitialized(containers);
}

/** The field of the condition, if it does not follow from these containers. */
export function initializedBeside(
  containers: readonly ContainerStatusView[],
  initialized: boolean,
): Pick<InitializedStatus, 'initialized'> {
  return initialized === deriveInitialized(containers) ? {} : { initialized };
}

/**
 * Whether no container is left to initialize, or a regular one has run. Mirrors
 * `GeneratePodInitializedCondition`.
 */
export function deriveInitialized(containers: readonly ContainerStatusView[]): boolean {
  const isLeft = ({ kind, state, exitCode }: ContainerStatusView) =>
    (kind === 'init' && (state !== 'terminated' || exitCode !== 0)) ||
    (kind === 'sidecar' && state !== 'running');
  return (
    containers.some(({ kind, state }) => kind === 'container' && state !== 'waiting') ||
    !containers.some(isLeft)
  );
}
