const count = 72;

/** Returns candidate rates around a first guess, from a fifth of it to 200 times as much, in equal steps of their logarithm. */
export function rateCandidates(guess: number): number[] {
  const step = Math.log(1_000) / (count - 1);
  return Array.from({ length: count }, (_, index) => (guess / 5) * Math.exp(index * step));
}
