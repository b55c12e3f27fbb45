import type { Script, ScriptRuntime } from '../conformance/imagemanager/script.ts';

const digest = /^sha256:[0-9a-f]{64}$/;

/**
 * Returns a reference as a runtime gives it, a digest, for a short name of it. Equal names give equal digests;
 * the empty one stays: some runtimes have no reference.
 */
export function digestOf(name: string): string {
  if (name === '' || digest.test(name)) return name;
  const codes = [...new TextEncoder().encode(name.replace(/^sha256:/, ''))];
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
  return `sha256:${hex.slice(0, 64).padEnd(64, '0')}`;
}

/** Returns the script with references that are digests, and with sizes that an image can have. */
export function inRealWorld(script: Script): Script {
  const { runtime } = script;
  const sizeOf = (size: number) => Math.max(1, size);
  const { pulls } = runtime;
  return {
    ...script,
    runtime: {
      ...runtime,
      images: runtime.images.map((image) => ({
        ...image,
        ref: digestOf(image.ref),
        size: sizeOf(image.size),
      })),
      ...(pulls === undefined
        ? {}
        : {
            pulls: Object.fromEntries(
              Object.entries(pulls).map(([name, outcomes]) => [
                name,
                outcomes.map((outcome) =>
                  isFailure(outcome)
                    ? outcome
                    : { ...outcome, ref: digestOf(outcome.ref ?? ''), size: sizeOf(outcome.size ?? 0) },
                ),
              ]),
            ),
          }),
    },
  };
}

/**
 * Returns what no world has that the script needs: an image without bytes, a reference that is no digest, a
 * failure without a text. `before` is a script that may have such things; what it has is not named.
 */
export function unrealIn({ runtime }: Script, before: Script): readonly string[] {
  const known = new Set(oddities(before.runtime));
  return oddities(runtime).filter((oddity) => !known.has(oddity));
}

function oddities({ images, pulls = {} }: ScriptRuntime): readonly string[] {
  const pulled = Object.values(pulls)
    .flat()
    .filter((outcome) => !isFailure(outcome));
  return [...images, ...pulled].flatMap(({ ref = '', size = 0 }) => [
    ...(size > 0 ? [] : [`runtime: an image of ${size} bytes`]),
    ...(digest.test(ref) ? [] : [`runtime: the reference ${JSON.stringify(ref)}, which is no digest`]),
  ]);
}

function isFailure({ error = '' }: { readonly error?: string }): boolean {
  return error !== '';
}
