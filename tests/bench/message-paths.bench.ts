import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { MESSAGE_NS } from '../../contract/chat/message.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { MESSAGE_CHANGES } from '../../worker/db/reads/message-changes.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { ANNA, type Bare, BEN, type Browser, openBrowser, signIn, signInBare } from './support/people.ts';
import { bubble, lastInput, whenMarked } from './support/probe.ts';
import { seed } from './support/seed.ts';
import { shared } from './support/shared-runs.ts';

/** With more extra time than this, the channel beside the live query stays (docs/decisions.md). */
const AIM_MS = 5;
const STORED = 2_000;
const SAMPLES = 30;
const WARM_UP = 5;
/** Pause before each message, so that it does not compete with the receipts of the last one. */
const PAUSE_MS = 150;

type Stage = { readonly product: Product; readonly ben: Browser; readonly anna: Bare };
type Figures = { readonly received: number; readonly sent: number };
let stage: Promise<Stage> | undefined;
let count = 0;

/** Pages ignore the announcements of messages while `isMuted` is set, and draw by the live query alone. */
function muteChannel(name: string): void {
  const state = globalThis as typeof globalThis & { isMuted?: boolean };
  const { addEventListener } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.addEventListener = function listen(
    this: BroadcastChannel,
    type: string,
    listener: unknown,
  ) {
    const heard = (event: Event) => {
      if (!state.isMuted || this.name !== name) (listener as (event: Event) => void)(event);
    };
    addEventListener.call(this, type, heard);
  };
}

async function open(): Promise<Stage> {
  const product = await startProduct();
  const ben = await openBrowser(product);
  await ben.context.addInitScript(muteChannel, MESSAGE_CHANGES);
  await signIn(ben, BEN);
  await seed(ben.page, [{ peer: ANNA, messages: STORED }]);
  return { product, ben, anna: await signInBare(product, ANNA) };
}

/** From the stanza of the peer to its bubble in the page. */
async function receive(page: Page, { client, domain }: Bare): Promise<number> {
  count += 1;
  const id = `path-${count}`;
  const at = performance.timeOrigin + performance.now();
  client.send(
    `<message xmlns='jabber:client' type='chat' id='${id}' to='u_${BEN}@${domain}'><body>Message ${count}</body><thread>paths</thread><x xmlns='${MESSAGE_NS}' type='0' os='web' pkgName='bench' nick='Anna' version='1'/></message>`,
  );
  return (await whenMarked(page, bubble(`u_${ANNA}/${id}`))).at - at;
}

/** From Enter to the own bubble in the page. */
async function send(page: Page): Promise<number> {
  count += 1;
  const words = `My message ${count}`;
  await page.locator('textarea').fill(words);
  await page.keyboard.press('Enter');
  const mid = await page.locator('[data-mid]', { hasText: words }).last().getAttribute('data-mid');
  return (await whenMarked(page, bubble(mid ?? ''))).at - (await lastInput(page, 'keydown'));
}

/** How much later messages are in the page by the live query alone: the difference of the medians, both ways alternating. */
async function extra(tabs: number): Promise<Figures> {
  stage ??= open();
  const { ben, anna } = await stage;
  const { context, page } = ben;
  while (context.pages().length < tabs) await context.newPage();
  for (const tab of context.pages()) {
    await tab.goto(`/message/u_${ANNA}`);
    await tab.locator('[data-mid]').last().waitFor();
  }
  await page.bringToFront();
  const times = {
    channel: { received: [] as number[], sent: [] as number[] },
    query: { received: [] as number[], sent: [] as number[] },
  };
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    for (const path of n % 2 === 0 ? (['channel', 'query'] as const) : (['query', 'channel'] as const)) {
      for (const tab of context.pages())
        await tab.evaluate((isMuted) => void Object.assign(globalThis, { isMuted }), path === 'query');
      await wait(PAUSE_MS);
      const received = await receive(page, anna);
      await wait(PAUSE_MS);
      const sent = await send(page);
      if (n < WARM_UP) continue;
      times[path].received.push(received);
      times[path].sent.push(sent);
    }
  }
  const differenceOf = (kind: keyof Figures) => medianOf(times.query[kind]) - medianOf(times.channel[kind]);
  return { received: differenceOf('received'), sent: differenceOf('sent') };
}

const benchesOf = (tabs: number): Benches => {
  const figures = shared(() => extra(tabs));
  const where = tabs === 1 ? 'in one tab' : `in one of ${tabs} tabs`;
  return [
    {
      name: `a received message without the channel, later ${where}`,
      unit: 'ms',
      aim: AIM_MS,
      run: figures('received'),
    },
    { name: `an own message without the channel, later ${where}`, unit: 'ms', aim: AIM_MS, run: figures('sent') },
  ];
};

export const benches: Benches = [...benchesOf(1), ...benchesOf(5)];

export async function close(): Promise<void> {
  const all = await stage;
  all?.anna.client.cut();
  await all?.ben.context.close();
  await all?.product.stop();
}
