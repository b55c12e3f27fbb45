import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromiumFlags, chromiumPath } from '../../bench/chromium.mjs';

const quieter = [
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
];

/**
 * How long a browser may take to start, and a page to show what a test waits for. A limit against a hang, not
 * a measure: machines differ, and are busy.
 */
const patienceMs = 120_000;

/**
 * Tests in a real browser, one for the whole group; `use` gives a fresh page. Skipped with a visible word
 * where there is no Chromium, which .ci/run installs.
 */
export function describeInBrowser(name: string, tests: (use: () => Browser) => void): void {
  if (chromiumPath === undefined) {
    describe.skip(`${name} (SKIPPED: no Chromium here; apt-get install chromium, or set CHROMIUM)`, () =>
      tests(noBrowser));
    return;
  }
  // No retry: what a page shows a moment later is waited for, and a race is a defect.
  describe(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: chromiumPath ?? '',
        args: [...chromiumFlags, ...quieter],
        timeout: patienceMs,
      });
      browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
    });
    afterAll(async () => browser?.close());
    tests(() => browser ?? noBrowser());
  });
}

/**
 * What the page has complained of: errors, and requests that left the machine. Read it at the end of a test.
 */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['127.0.0.1', 'localhost', ''].includes(url.hostname)) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

function noBrowser(): never {
  throw new Error('no browser');
}
