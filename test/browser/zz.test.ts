import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { chromium } from 'playwright-core';
import { servePage, bootOf } from './served-page.ts';
test('shots', async () => {
const text = readFileSync('/tmp/w/askpage/examples/web-rollout.yaml','utf8');
const server = await servePage(bootOf(text,'web-rollout.yaml'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args:['--no-sandbox','--disable-gpu'] });
for (const [w,h,scheme] of [[1280,800,'light'],[400,844,'dark']] as const) {
  const page = await browser.newPage({ viewport:{width:w,height:h}, colorScheme: scheme });
  page.on('console', m => { if (m.type()==='error') console.log('console', m.text()); });
  page.on('pageerror', e => console.log('pageerror', e.message));
  await page.goto(server.url);
  await page.waitForSelector('.timeline-canvas[data-bars]');
  await page.getByRole('button',{name:'Ask', exact:true}).click();
  await page.screenshot({path:`/tmp/shot-${w}-open.png`});
  for (const [kind] of [['compare'],['sweep'],['recommend'],['container'],['fleet'],['fix'],['lint'],['upgrade']]) {
    await page.getByRole('combobox',{name:'Question'}).selectOption(kind);
    await page.locator('.ask-submit').click();
    await Promise.race([page.locator('.ask-answer').waitFor(), page.locator('.ask-result .ask-problem').waitFor()]);
    await page.waitForFunction(() => !document.querySelector('.ask-waiting'));
    await page.screenshot({path:`/tmp/shot-${w}-${kind}.png`, fullPage:false});
    const first = await page.locator('.ask-first').textContent().catch(()=>'-');
    console.log(w, kind, first);
    if (w === 400) { await page.locator('.ask').evaluate(e => { e.scrollTop = e.querySelector('.ask-result').offsetTop - 60 }); await page.screenshot({path:`/tmp/shot-${w}-${kind}-b.png`}); await page.locator('.ask').evaluate(e => { e.scrollTop = 0 }); }
    console.log('width', await page.evaluate(() => document.documentElement.scrollWidth));
  }
  await page.close();
}
await browser.close(); await server.close();
}, 300000);
