/**
 * Returns what `begin` resolves with; undefined as soon as the signal aborts. What `begin` returns is called when
 * either has happened.
 */
export async function unlessAborted<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void) => (() => void) | undefined,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  return await new Promise<T | undefined>((resolve) => {
    let release: (() => void) | undefined;
    const done = (value: T | undefined): void => {
      signal.removeEventListener('abort', leave);
      release?.();
      resolve(value);
    };
    const leave = (): void => done(undefined);
    signal.addEventListener('abort', leave);
    release = begin(done);
  });
}
