/** What shows whether a person is at the terminal; see Terminal in src/interfaces/cli. */
export interface Surroundings {
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens the address in the person's browser if there is a display and a person. Returns whether it did. Never
 * throws.
 */
export async function openBrowser(url: string, surroundings: Surroundings): Promise<boolean> {
  if (!hasBrowser(surroundings, process.platform)) return false;
  try {
    // Loaded on demand: most commands open nothing.
    const { default: open } = await import('open');
    const opener = await open(url);
    // A desktop without a browser is no failure: the address has been printed.
    opener.on('error', () => {});
    opener.unref();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether somebody can look: a terminal that is not CI's, and a display. BROWSER=none says no, as elsewhere.
 */
export function hasBrowser({ stdout, env }: Surroundings, platform: string): boolean {
  if (stdout.isTTY !== true || (env.CI ?? '') !== '' || env.BROWSER === 'none') return false;
  if ((env.SSH_CONNECTION ?? '') !== '' && (env.DISPLAY ?? '') === '') return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME].some((value) => (value ?? '') !== '');
}
