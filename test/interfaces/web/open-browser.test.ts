import { expect, test } from 'vitest';
import { hasBrowser, openBrowser } from '../../../src/interfaces/web/open-browser.ts';

const terminal = (env: Record<string, string> = {}, isTTY = true) => ({ stdout: { isTTY }, env });

test('a browser is opened for a person at a terminal with a display', () => {
  expect(hasBrowser(terminal({ DISPLAY: ':0' }), 'linux')).toBe(true);
  expect(hasBrowser(terminal({ WAYLAND_DISPLAY: 'wayland-0' }), 'linux')).toBe(true);
  expect(hasBrowser(terminal({ WSL_DISTRO_NAME: 'Debian' }), 'linux')).toBe(true);
  expect(hasBrowser(terminal(), 'darwin')).toBe(true);
  expect(hasBrowser(terminal(), 'win32')).toBe(true);
});

test('never in CI, in a pipe, without a display, or on another machine', async () => {
  expect(hasBrowser(terminal({ DISPLAY: ':0', CI: 'true' }), 'linux')).toBe(false);
  expect(hasBrowser(terminal({ DISPLAY: ':0' }, false), 'linux')).toBe(false);
  expect(hasBrowser(terminal({ DISPLAY: '' }), 'linux')).toBe(false);
  expect(hasBrowser(terminal({ SSH_CONNECTION: '10.0.0.1 22 10.0.0.2 22' }), 'darwin')).toBe(false);
  expect(hasBrowser(terminal({ DISPLAY: ':0', BROWSER: 'none' }), 'linux')).toBe(false);
  expect(await openBrowser('http://127.0.0.1:1/', terminal({}, false))).toBe(false);
});
