import { expect, test } from 'vitest';
import { messagesOfActor } from '../../../src/interfaces/page/sequence/sequence-messages.ts';
import { complaintsOf, describeInBrowser } from '../chromium.ts';
import { historyOf, mounted, opener, pull, pullHistory, withPanels } from './panel-page.ts';

withPanels();

describeInBrowser('the sequence diagram of an actor', (browser) => {
  const open = opener(browser);

  test('the sequence has each message that the actor got and sent, and marks the playhead', async () => {
    const page = await open(mounted({ actor: pull.actor, panel: 'sequence', playheadMs: 16_000 }));
    const complaints = complaintsOf(page);
    const messages = messagesOfActor(pullHistory);
    const rows = page.locator('.sequence-row');
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe(String(messages.length));
    const before = messages.filter(({ at }) => at <= 16_000).length;
    await expect
      .poll(() => page.locator('.sequence-current').getAttribute('aria-posinset'))
      .toBe(String(before));
    // The line of the playhead is below what has happened.
    const bottomOf = (one: Element) => one.getBoundingClientRect().bottom;
    const line = await page.locator('.sequence-playhead').evaluate((one) => one.getBoundingClientRect().top);
    expect(Math.abs(line - (await page.locator('.sequence-current').evaluate(bottomOf)))).toBeLessThan(2);
    // A click goes there, also among several at one instant.
    const shared = messages.findIndex(({ at }, place) => place > 2 && messages[place + 1]?.at === at);
    await page.locator('.sequence').evaluate((one, to) => one.scrollTo(0, to), shared * 34);
    await page.locator(`[data-row="${shared}"] .sequence-seek`).click();
    await expect.poll(() => page.evaluate(() => window.playheadMs)).toBe(messages[shared]?.at);
    await expect
      .poll(() => page.locator('.sequence-current').getAttribute('aria-posinset'))
      .toBe(String(shared + 1));
    // In words for those who do not see it, and with both ends on lifelines.
    const { event = '', from = '' } = messages[shared] ?? {};
    const words = await page.locator(`[data-row="${shared}"] .visually-hidden`).textContent();
    expect(words).toContain(from === pull.actor ? `sends ${event} to` : event);
    const ends = await page.locator('.sequence-row').evaluateAll((all) =>
      all.map((row) => {
        const path = row.querySelector('path')?.getAttribute('d') ?? '';
        return [...path.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x));
      }),
    );
    const lines = await page
      .locator('.sequence-lifeline')
      .evaluateAll((all) => all.map((one) => Number.parseFloat((one as HTMLElement).style.left)));
    expect(ends.flat().filter((x) => !lines.some((at) => Math.abs(at - x) < 1))).toEqual([]);
    expect(ends.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the sequence is walked through by keyboard, and a name chooses that actor', async () => {
    const page = await open(mounted({ actor: pull.actor, panel: 'sequence' }));
    await page.locator('[data-row="0"] .sequence-seek').focus();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'));
    await page.keyboard.press('End');
    const last = messagesOfActor(pullHistory).length - 1;
    await expect.poll(focused).toBe(String(last));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => window.playheadMs))
      .toBe(messagesOfActor(pullHistory)[last]?.at);
    await page.getByRole('button', { name: /^pullBackOff/ }).click();
    await expect.poll(() => page.locator('.statechart-title').textContent()).toMatch(/pullbackoff/i);
    expect(await page.locator('.sequence-head.sequence-centre').textContent()).toContain('pullBackOff');
    await page.close();
  });

  test('a sequence of 50,000 messages scrolls: only what is in view is in the page', async () => {
    const slots = 'node-1/kubelet/pullSlots';
    const history = historyOf(slots);
    const sent = Array.from({ length: 50_000 }, (_, at) => ({
      step: 100_000 + at,
      at,
      to: pull.actor,
      event: 'SLOT.GRANTED',
    }));
    const page = await open(
      mounted({ actor: slots, panel: 'sequence', histories: { [slots]: { ...history, steps: [], sent } } }),
    );
    const list = page.locator('.sequence');
    await expect.poll(() => page.locator('.sequence-row').count()).toBeGreaterThan(5);
    await list.evaluate((one) => one.scrollTo(0, 25_000 * 34));
    await expect.poll(() => page.locator('[data-row="25000"]').count()).toBe(1);
    expect(await page.locator('.sequence-row').count()).toBeLessThan(70);
    await page.close();
  });
});
