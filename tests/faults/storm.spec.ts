import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { RECONNECT_FIRST_CHECK_MS } from '../../contract/chat/rules.ts';
import { signIn, test } from '../e2e/base.ts';
import { loginByPassword } from '../harness/browser/login.ts';
import type { Product } from '../harness/browser/product.ts';
import { onlineSince, storedMessages, storedTexts } from '../harness/browser/rows.ts';
import { composerOf, startChat } from '../harness/chat.ts';
import { openRaw, signIn as signInRaw } from '../harness/raw-client.ts';
import { startProxy, type TcpProxy } from '../harness/servers/proxy.ts';

const WRITER = 264457002;
const READER = 9007;
const MESSAGES = 1_000;
const CUTS = 100;
const KILLS = 5;
/**
 * The limit for the 95th percentile of reconnection: 1 s, or on a slow machine the delay before the attempt and a multiple of the sign-in
 * time of a bare client.
 */
const BACK_MS = 1_000;
const BACK_PER_SIGN_IN = 25;
const BARE = 9008;
const KINDS = ['reset', 'fin', 'bytes', 'black hole'] as const;

test.use({
  ownProduct: true,
  allowedProblems: [/WebSocket (connection|is already in CLOSING)|ERR_|Failed to load resource/],
});

type Person = { readonly page: Page; readonly proxy: TcpProxy };

/** Breaks the connections of a user in one of four ways. Returns the time at which the server was reachable again. */
async function cut({ proxy, page }: Person, kind: (typeof KINDS)[number], random: () => number): Promise<number> {
  switch (kind) {
    case 'reset':
      proxy.reset();
      break;
    case 'fin':
      proxy.fin();
      break;
    case 'bytes':
      // Within a frame: the connection is cut after so many more bytes.
      proxy.cutAfterBytes(1 + Math.floor(random() * 400));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      // Cuts the connection if it sent fewer bytes.
      proxy.reset();
      break;
    case 'black hole':
      proxy.blackhole(true);
      // Long enough to lose messages.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
      proxy.reset();
      proxy.blackhole(false);
      break;
  }
  return Date.now();
}

/** Waits until the user's core is online again, and returns the milliseconds after `since`. */
async function backAfter({ page }: Person, brokenAt: number, since: number): Promise<number> {
  await expect.poll(() => onlineSince(page), { intervals: [20], timeout: 15_000 }).toBeGreaterThanOrEqual(brokenAt);
  return Math.max(0, (await onlineSince(page)) - since);
}

/** Signs in a client without page, database and worker, and disconnects it. Returns the duration in milliseconds. */
async function signInBare({ url }: Product, token: string): Promise<number> {
  const began = performance.now();
  const client = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url);
  await signInRaw(client, { user: `u_${BARE}`, token, domain: 'localhost' });
  const ms = performance.now() - began;
  client.cut();
  return ms;
}

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const at = (times: readonly number[], part: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const summary = (times: readonly number[]) =>
  `${at(times, 0.5)} ms (median), ${at(times, 0.95)} ms (p95), ${at(times, 1)} ms (worst) of ${times.length}`;

test('1,000 messages arrive once and in order through 100 cuts of the connection and 5 kills of Prosody', {
  tag: '@timed',
}, async ({ openBrowser, product }) => {
  test.setTimeout(1_200_000);
  const enter = async (uid: number): Promise<Person> => {
    const proxy = await startProxy(product.port);
    const context: BrowserContext = await openBrowser({ baseURL: proxy.url });
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, uid);
    return { page, proxy };
  };
  const writer = await enter(WRITER);
  const reader = await enter(READER);
  await startChat(writer.page, String(READER));
  await expect.poll(() => onlineSince(reader.page)).toBeGreaterThan(0);
  await expect.poll(() => onlineSince(writer.page)).toBeGreaterThan(0);

  const seed = Date.now() % 2_147_483_647;
  console.log(`storm seed ${seed}`);
  const random = seeded(seed);
  const rounds = CUTS / 2;
  await composerOf(writer.page).focus();
  let typed = 0;
  const type = async (count: number) => {
    for (const end = typed + count; typed < end; typed += 1) {
      await writer.page.keyboard.insertText(`message ${typed}`);
      await writer.page.keyboard.press('Enter');
    }
  };

  const token = await loginByPassword(product.url, BARE, 'gemcall');
  const bare: number[] = [];
  const back: number[] = [];
  const backAfterKill: number[] = [];
  const breakOne = async (person: Person, kind: (typeof KINDS)[number]) => {
    const brokenAt = Date.now();
    const reachable = await cut(person, kind, random);
    back.push(await backAfter(person, brokenAt, reachable));
  };
  const kindOf = (round: number) => KINDS[round % KINDS.length] ?? 'reset';
  for (let round = 0; round < rounds; round += 1) {
    const typing = type(MESSAGES / rounds);
    // Each user is cut in another way, so that one is often online again while the other is not.
    const breaking = [breakOne(writer, kindOf(round)), breakOne(reader, kindOf(round + 1))];
    bare.push(await signInBare(product, token));
    await Promise.all(breaking);
    if (round % (rounds / KILLS) === 3) {
      const before = product.prosodyPid() ?? 0;
      const killedAt = Date.now();
      await product.killProsody();
      await product.prosodyBack(before);
      const listening = Date.now();
      const both = [writer, reader].map((person) => backAfter(person, killedAt, listening));
      backAfterKill.push(...(await Promise.all(both)));
    }
    await typing;
  }

  const expected = Array.from({ length: MESSAGES }, (_, index) => `message ${index}`);
  await expect
    .poll(async () => (await storedTexts(reader.page, `u_${WRITER}`)).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(MESSAGES);
  expect(await storedTexts(reader.page, `u_${WRITER}`)).toEqual(expected);
  const isSettled = async () =>
    (await storedMessages(writer.page, `u_${READER}`)).every(({ state }) => state === 'success');
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
  expect(await storedTexts(writer.page, `u_${READER}`)).toEqual(expected);

  const [cuts, kills, floor] = [sorted(back), sorted(backAfterKill), at(sorted(bare), 0.5)];
  console.log(
    `back online after a cut: ${summary(cuts)}; after a kill: ${summary(kills)}; ` +
      `a bare client signs in within ${floor.toFixed(0)} ms (median)`,
  );
  const limit = Math.max(BACK_MS, RECONNECT_FIRST_CHECK_MS + BACK_PER_SIGN_IN * floor);
  expect(at(cuts, 0.95), 'p95 after a cut').toBeLessThanOrEqual(limit);
  expect(at(kills, 0.95), 'p95 after a kill').toBeLessThanOrEqual(limit);
  await Promise.all([writer.proxy.close(), reader.proxy.close()]);
});

/** Mulberry32: the same seed gives the same sequence. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
