import { randomBytes } from 'node:crypto';
import xml from '@xmpp/xml';
import { nanoid } from 'nanoid';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { REQUEST_ID_LENGTH } from '../../contract/api/rules.ts';
import { writeMessage } from '../../contract/chat/message.ts';
import { writeSent } from '../../contract/chat/payload.ts';
import { writeGiftRequest } from '../../contract/gifts/buy.ts';
import { UPLOAD_PATH } from '../../contract/media/media.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { ANNA, type Bare, BEN, type Browser, FIRST_HOST, openBrowser, signIn, signInBare } from './support/people.ts';
import { bubble, lastInput, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';

const AIM_GIFT_MS = 300;
const AIM_UNLOCK_MS = 500;
const STORED = 500;
const GIFTS = 6;
const BARE_GIFTS = 20;
/** Alternated, as a second gift of the same kind within seconds would join the first one's bubble. */
const CHEAP = [
  { name: 'Wink', gems: 5 },
  { name: 'Clover', gems: 8 },
] as const;
const LOCK_GEMS = 20;
const PICTURE = { width: 1_280, height: 960 };
const FLOOR = 'gift between two bare sockets (floor)';

type Two = { readonly product: Product; readonly ben: Browser; readonly host: Browser };
let two: Promise<Two> | undefined;

async function meet(): Promise<Two> {
  const product = await startProduct();
  const [ben, host] = [await openBrowser(product), await openBrowser(product)];
  await settle(ben, BEN, FIRST_HOST);
  await settle(host, FIRST_HOST, BEN);
  return { product, ben, host };
}

async function settle(browser: Browser, uid: number, peer: number): Promise<void> {
  const conversation = { peer, messages: STORED };
  await signIn(browser, uid);
  if (peer === FIRST_HOST) {
    // The profile page stores that this peer is a host, to whom gifts can be given.
    await browser.page.goto(`/anchorprofile?uid=${peer}`);
    await browser.page.getByRole('button', { name: 'Give a gift', exact: true }).waitFor();
  }
  await seed(browser.page, [conversation]);
  await browser.page.goto(`/message/u_${peer}`);
  await whenMarked(browser.page, bubble(newestSeeded(conversation)));
  await browser.page.waitForLoadState('networkidle');
}

const newest = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('[data-mid]')].at(-1)?.getAttribute('data-mid') ?? '');

/** Time at which a bubble below this one was added to the page. */
async function whenBelow(page: Page, before: string): Promise<number> {
  const last = await page.waitForFunction((mid) => {
    const now = [...document.querySelectorAll('[data-mid]')].at(-1)?.getAttribute('data-mid');
    return now !== mid && now;
  }, before);
  return (await whenMarked(page, bubble(String(await last.jsonValue())))).at;
}

/** Time from the press to the bubble on both pages, whichever is later. */
async function giftOnBothSides(): Promise<number> {
  two ??= meet();
  const { ben, host } = await two;
  const sheet = ben.page.getByRole('dialog', { name: /^A gift for / });
  if ((await sheet.count()) === 0) {
    await ben.page.getByRole('button', { name: 'More to send' }).click();
    const tray = ben.page.getByRole('group', { name: 'More to send' });
    await tray.getByRole('button', { name: 'Give a gift', exact: true }).click();
  }
  const times: number[] = [];
  for (let n = 0; n < GIFTS; n += 1) {
    const { name, gems } = CHEAP[n % 2 === 0 ? 0 : 1];
    await sheet.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const before = [await newest(ben.page), await newest(host.page)] as const;
    await sheet.getByRole('button', { name: `Give ${name} for ${gems}` }).click();
    const seen = [await whenBelow(ben.page, before[0]), await whenBelow(host.page, before[1])];
    times.push(Math.max(...seen) - (await lastInput(ben.page, 'click')));
  }
  return medianOf(times);
}

let bare: Promise<{ product: Product; giver: Bare; host: Bare }> | undefined;

async function meetBare() {
  two ??= meet();
  const { product } = await two;
  return { product, giver: await signInBare(product, ANNA), host: await signInBare(product, FIRST_HOST + 1) };
}

/** Time from the purchase to the gift's message on both sockets. */
async function bareGift(): Promise<number> {
  bare ??= meetBare();
  const { giver, host } = await bare;
  const times: number[] = [];
  for (let n = 0; n < BARE_GIFTS; n += 1) {
    const op = nanoid(REQUEST_ID_LENGTH);
    const order = { op, gift: 'wink', price: CHEAP[0].gems, to: FIRST_HOST + 1, count: 1, where: 'chat' } as const;
    const data = { ...order, sid: '', combo: op, ask: '', lock: '' };
    const to = `gift.${giver.domain}`;
    const start = performance.now();
    giver.client.send(
      xml('iq', { xmlns: 'jabber:client', type: 'set', id: op, to }, writeGiftRequest({ name: 'GiftBuy', data })),
    );
    const isIt = (frame: { is(name: string): boolean; toString(): string }) =>
      frame.is('message') && frame.toString().includes(op);
    await Promise.all([giver, host].map(({ client }) => client.take('the gift', isIt)));
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

let picture: Promise<Buffer> | undefined;
const pictureFile = () => {
  picture ??= sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .resize(PICTURE)
    .jpeg({ quality: 85 })
    .toBuffer();
  return picture;
};

async function upload(product: Product, token: string): Promise<string> {
  const form = new FormData();
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  for (const [field, value] of Object.entries({ token, filename: name, purpose: 'chat' })) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(await pictureFile())], { type: 'image/jpeg' }), name);
  const response = await fetch(`${product.url}${UPLOAD_PATH}`, { method: 'POST', body: form });
  const { url } = (await response.json()) as { readonly url?: string };
  if (url === undefined) throw new Error(`upload: ${response.status}`);
  return url;
}

/** A host without a browser sends Ben a locked picture. Returns its mid. */
async function sendLocked(product: Product, uid: number): Promise<string> {
  const { client, domain, token } = await signInBare(product, uid);
  const url = await upload(product, token);
  const id = nanoid();
  const { width: w, height: h } = PICTURE;
  const message = writeMessage(
    {
      id,
      to: `u_${BEN}@${domain}`,
      thread: `u_${uid}`,
      os: 'web',
      pkgName: 'bench',
      nick: '',
      textAction: '',
      payload: {
        kind: 'image',
        items: [{ url, thumb: url, w, h, blur: '' }],
        body: '',
        payNeed: true,
        payPrice: LOCK_GEMS,
        lockId: '',
      },
    },
    writeSent,
  );
  message.attrs['xmlns'] = 'jabber:client';
  client.send(message);
  return `u_${uid}/${id}`;
}

/** Each host sends one picture only, because the number per day is limited. */
let seller = FIRST_HOST + 1;

/** Time from the press on the price until the picture is shown. */
async function unlock(): Promise<number> {
  two ??= meet();
  const { product, ben } = await two;
  const { page } = ben;
  seller += 1;
  await page.goto('/message');
  const mid = await sendLocked(product, seller);
  await page.locator(`a[href="/message/u_${seller}"]`).click();
  await whenMarked(page, bubble(mid));
  await page
    .locator(`[data-mid="${mid}"]`)
    .getByRole('button', { name: `Open for ${LOCK_GEMS}` })
    .click();
  const buy = page.getByRole('dialog').getByRole('button', { name: `Open for ${LOCK_GEMS}` });
  await buy.waitFor();
  await page.waitForLoadState('networkidle');
  const filled = page.evaluate(
    (mid) =>
      new Promise<number>((resolve) => {
        const look = ({ target }: Event) => {
          if (!(target instanceof HTMLImageElement) || !target.currentSrc.includes('/media/p/')) return;
          if (target.closest('[data-mid]')?.getAttribute('data-mid') !== mid) return;
          document.removeEventListener('load', look, true);
          resolve(performance.timeOrigin + performance.now());
        };
        document.addEventListener('load', look, true);
      }),
    mid,
  );
  await buy.click();
  const pressed = lastInput(page, 'click');
  return (await filled) - (await pressed);
}

export const benches: Benches = [
  { name: 'gift on both sides', unit: 'ms', aim: AIM_GIFT_MS, floor: FLOOR, run: giftOnBothSides },
  { name: FLOOR, unit: 'ms', run: bareGift },
  { name: 'unlock: press to the picture in its place', unit: 'ms', aim: AIM_UNLOCK_MS, run: unlock },
];

export async function close(): Promise<void> {
  const sockets = await bare;
  sockets?.giver.client.cut();
  sockets?.host.client.cut();
  const browsers = await two;
  await browsers?.ben.context.close();
  await browsers?.host.context.close();
  await browsers?.product.stop();
}
