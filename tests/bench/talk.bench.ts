import type { Page } from 'playwright';
import { MESSAGE_NS } from '../../contract/chat/message.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { ANNA, BEN, type Browser, FIRST_HOST, openBrowser, signIn, signInBare } from './support/people.ts';
import { bubble, lastInput, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';

const AIM_MS = 10;
const PEER_MS = 35;
const FLOOR_MS = 0.5;
const STORED = 10_000;
const MESSAGES = 20;

type Two = { readonly product: Product; readonly anna: Browser; readonly ben: Browser };
let two: Promise<Two> | undefined;
let said = 0;

async function meet(): Promise<Two> {
  const product = await startProduct();
  const anna = await openBrowser(product);
  const ben = await openBrowser(product);
  await settle(anna, ANNA, BEN);
  await settle(ben, BEN, ANNA);
  return { product, anna, ben };
}

async function settle(browser: Browser, uid: number, peer: number): Promise<void> {
  const conversation = { peer, messages: STORED };
  await signIn(browser, uid);
  await seed(browser.page, [conversation]);
  await browser.page.goto(`/message/u_${peer}`);
  await whenMarked(browser.page, bubble(newestSeeded(conversation)));
  await browser.page.waitForLoadState('networkidle');
}

/** Time at which the bubble with this text was added to the page. */
async function whenSeen(page: Page, words: string): Promise<number> {
  const mid = await page.locator('[data-mid]', { hasText: words }).getAttribute('data-mid');
  return (await whenMarked(page, bubble(mid ?? ''))).at;
}

async function sendToSeen(): Promise<number> {
  two ??= meet();
  const { anna, ben } = await two;
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    said += 1;
    const words = `Number ${said}, do you see me?`;
    await anna.page.locator('textarea').fill(words);
    await anna.page.keyboard.press('Enter');
    const seen = await whenSeen(ben.page, words);
    times.push(seen - (await lastInput(anna.page, 'keydown')));
    // Waits for the receipt, so that the next message does not compete with it.
    await anna.page
      .locator('[data-mid]', { hasText: words })
      .locator('[data-step="seen"], [data-step="delivered"]')
      .waitFor();
  }
  return medianOf(times);
}

let bare: ReturnType<typeof meetBare> | undefined;

async function meetBare() {
  const product = (await two)?.product ?? (await startProduct());
  const from = await signInBare(product, FIRST_HOST);
  const to = await signInBare(product, FIRST_HOST + 1);
  return { product, from, to };
}

async function floor(): Promise<number> {
  bare ??= meetBare();
  const { from, to } = await bare;
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    said += 1;
    const id = `floor-${said}`;
    const start = performance.now();
    from.client.send(
      `<message xmlns='jabber:client' type='chat' id='${id}' to='u_${FIRST_HOST + 1}@${to.domain}'><body>hello</body><x xmlns='${MESSAGE_NS}' type='0' os='web' pkgName='bench' nick='Host' version='1'/></message>`,
    );
    await to.client.take('the message', ({ attrs }) => attrs['id'] === id);
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

export const benches: Benches = [
  {
    name: 'send to seen between two browsers, thread of 10,000',
    unit: 'ms',
    aim: AIM_MS,
    peer: PEER_MS,
    run: sendToSeen,
  },
  { name: 'send to seen between two bare sockets (floor)', unit: 'ms', peer: FLOOR_MS, run: floor },
];

export async function close(): Promise<void> {
  const browsers = await two;
  const sockets = await bare;
  sockets?.from.client.cut();
  sockets?.to.client.cut();
  await browsers?.anna.context.close();
  await browsers?.ben.context.close();
  await (browsers ?? sockets)?.product.stop();
}
