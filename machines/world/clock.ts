/** The virtual clock that machines read in `assign`, in whole microseconds since the start of the run. */
export interface Clock {
  readonly nowMicros: () => number;
}
