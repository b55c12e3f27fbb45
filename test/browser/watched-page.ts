import type { Browser, Page } from 'playwright-core';
import { complaintsOf } from './chromium.ts';

/** A page, and all that it and its workers complained of so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors, breaches of the content security policy, and requests to anything but 127.0.0.1. */
  readonly complaints: readonly string[];
}

/** Opens the address in a page of its own that is watched from its first moment. */
export async function watchedPage(
  browser: Browser,
  url: string,
  options: NonNullable<Parameters<Browser['newPage']>[0]> = {},
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints = complaintsOf(page);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error('policy:', event.violatedDirective, event.blockedURI),
    );
  });
  await page.goto(url);
  return { page, complaints };
}

/** Waits until the page shows a run. */
export async function runShown(page: Page): Promise<void> {
  await page.waitForSelector('.timeline-canvas[data-bars]');
}

/** Drops files onto the page as a file manager does: over it, then onto it. */
export async function dropFiles(
  page: Page,
  files: Readonly<Record<string, string | readonly number[]>>,
): Promise<void> {
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const [name, content] of Object.entries(given))
      transfer.items.add(new File([typeof content === 'string' ? content : Uint8Array.from(content)], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
  }, files);
}

/** Opens all that can be unfolded. */
export async function openDetails(page: Page): Promise<void> {
  await page.$$eval('details', (all) => {
    for (const details of all) details.setAttribute('open', '');
  });
}

/** Returns where the headers and bars of pods begin on the timeline: below the rows of faults and resources. */
export async function podsStage(
  page: Page,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  const stage = await page.locator('.timeline-stage').boundingBox();
  const pods = await page.locator('.timeline-group:not(.timeline-band)').first().boundingBox();
  if (stage === null || pods === null) throw new Error('no pods');
  return { x: stage.x, y: pods.y, width: stage.width };
}

/** How many headers and rows of pods the timeline has; its body must not be scrolled. */
export async function podRowCount(page: Page): Promise<number> {
  const all = Number(await page.getByRole('treegrid').getAttribute('aria-rowcount'));
  return all - (await page.locator('.timeline-band [role=row]').count());
}
