/** A condition of the Node changed: `Ready`, `DiskPressure`. The texts are those of `kubectl describe node`. */
export interface ConditionObservation {
  readonly type: 'condition';
  readonly condition: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}
