import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { endpoints } from '../../contract/endpoints.ts';
import { UPLOAD_PATH } from '../../contract/media/media.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { envelope } from '../harness/envelope.ts';
import type { Benches } from './bench.ts';
import { CALLERS } from './support/call.ts';
import { recodeClip, recordClip } from './support/clip.ts';
import { ANNA, BEN, type Browser, FIRST_HOST, openBrowser, PASSWORD, signIn } from './support/people.ts';
import { bubble, lastInput, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';

const AIM_BUBBLE_MS = 100;
const AIM_SHRINK_MS = 600;
const AIM_VOICE_MS = 80;
const AIM_CLIP_MS = 1_500;
const CLIP_SECONDS = 60;
const FLOOR = 'the same clip decoded and encoded (floor)';
const LARGE = { width: 4_000, height: 3_000 };
const CONVERSATION = { peer: FIRST_HOST, messages: 500 };

type Open = Browser & { readonly product: Product };
let opened: Promise<Open> | undefined;

async function open(): Promise<Open> {
  const product = await startProduct();
  const browser = await openBrowser(product, CALLERS);
  await signIn(browser, BEN);
  await seed(browser.page, [CONVERSATION]);
  await browser.page.goto(`/message/u_${CONVERSATION.peer}`);
  await whenMarked(browser.page, bubble(newestSeeded(CONVERSATION)));
  return { ...browser, product };
}

let large: Promise<Buffer> | undefined;
/** A 12-megapixel picture, as a camera writes it. */
const largePicture = () => {
  large ??= sharp(randomBytes(800 * 600 * 3), { raw: { width: 800, height: 600, channels: 3 } })
    .resize(LARGE)
    .jpeg({ quality: 85 })
    .toBuffer();
  return large;
};

const primary = '[role="dialog"] button[data-look="primary"]';

/** Time from the choice of a file until it can be sent, in ms. Leaves the dialog open for the next action. */
async function pick(page: Page, buffer: Buffer): Promise<number> {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  const input = page.getByLabel('Photos and videos');
  await input.waitFor({ state: 'attached' });
  const made = page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let from: number | undefined;
        addEventListener('change', ({ timeStamp }) => (from ??= timeStamp), { capture: true, once: true });
        const look = () => {
          if (from === undefined || !document.querySelector(`${selector}:not(:disabled)`)) return;
          observer.disconnect();
          resolve(performance.now() - from);
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, attributes: true });
      }),
    primary,
  );
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  return made;
}

/** Time from the press until the bubble of the own message is in the page, in ms. */
async function pressToBubble(page: Page, press: () => Promise<void>): Promise<number> {
  const before = await page.locator('[data-out]').last().getAttribute('data-mid');
  await press();
  await page.waitForFunction(
    (mid) => [...document.querySelectorAll('[data-out]')].at(-1)?.getAttribute('data-mid') !== mid,
    before,
  );
  const mid = await page.locator('[data-out]').last().getAttribute('data-mid');
  return (await whenMarked(page, bubble(mid ?? ''))).at - (await lastInput(page, 'click'));
}

async function pictureToBubble(): Promise<number> {
  opened ??= open();
  const { page } = await opened;
  await pick(page, await largePicture());
  return pressToBubble(page, () => page.locator(primary).click());
}

async function shrink(): Promise<number> {
  opened ??= open();
  const { page } = await opened;
  const ms = await pick(page, await largePicture());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return ms;
}

async function voiceToBubble(): Promise<number> {
  opened ??= open();
  const { page } = await opened;
  await page.getByRole('button', { name: 'Voice', exact: true }).click();
  const recorder = page.getByRole('region', { name: 'Record' });
  await recorder.getByText(/0?0:01/).waitFor();
  return pressToBubble(page, () => recorder.getByRole('button', { name: 'Send', exact: true }).click());
}

async function tokenOf(product: Product): Promise<string> {
  const response = await fetch(`${product.url}${endpoints.userPwdLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(envelope({ uid: ANNA, passwd: PASSWORD }, undefined, 'bench-clip')),
  });
  const { data } = (await response.json()) as { data: { userInfo: { vcToken: string } } };
  return data.userInfo.vcToken;
}

let clip: Promise<Blob> | undefined;

/** Time from the first byte until the answer with the clip's address, in ms. */
async function transcode(): Promise<number> {
  opened ??= open();
  const { product } = await opened;
  clip ??= recordClip(CLIP_SECONDS);
  const [file, token] = [await clip, await tokenOf(product)];
  const name = `${randomBytes(16).toString('hex')}.mp4`;
  const ask = async (whole: boolean) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ token, filename: name, purpose: 'chat' })) form.set(field, value);
    if (whole) form.set('file', file, name);
    const response = await fetch(`${product.url}${UPLOAD_PATH}`, { method: 'POST', body: form });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly url?: string };
  };
  const start = performance.now();
  let answer = await ask(true);
  // While the server still transcodes, it answers without an address.
  while (answer.url === undefined) answer = await ask(false);
  return performance.now() - start;
}

async function recode(): Promise<number> {
  clip ??= recordClip(CLIP_SECONDS);
  return recodeClip(await clip);
}

export const benches: Benches = [
  { name: 'preparing a 12-megapixel picture', unit: 'ms', aim: AIM_SHRINK_MS, run: shrink },
  { name: 'picture: send to own bubble', unit: 'ms', aim: AIM_BUBBLE_MS, run: pictureToBubble },
  { name: 'voice: send to own bubble', unit: 'ms', aim: AIM_VOICE_MS, run: voiceToBubble },
  {
    name: 'clip of 60 s (720p, 10 frames a second): upload to address',
    unit: 'ms',
    aim: AIM_CLIP_MS,
    floor: FLOOR,
    runs: 3,
    run: transcode,
  },
  { name: FLOOR, unit: 'ms', runs: 3, run: recode },
];

export async function close(): Promise<void> {
  const all = await opened;
  await all?.context.close();
  await all?.product.stop();
}
