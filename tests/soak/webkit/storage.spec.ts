import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'playwright/test';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { openWebKit, startDisplay, type WebKit } from '../../harness/browser/webkit.ts';
import { stopSharedPostgres } from '../../harness/postgres/database.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

const VIEWER = 100001;
const HOST = 9014;
const PASSWORD = 'gemcall';
const RESTARTS = 10;
const LEAVES = 40;
const LEAVE_FROM_MS = 100;
const LEAVE_TO_MS = 200;
const SOON_MS = 3_000;
/** How long a late page is still watched. */
const WATCHED_MS = 20_000;
const CONVERSATION = `/message/u_${HOST}`;

/** Runs in the page: leaves it after the delay that the page before has set, and records when something is first drawn. */
const IN_PAGE = `
  const leaveAfter = sessionStorage.getItem('test-leave-after');
  sessionStorage.removeItem('test-leave-after');
  if (leaveAfter !== null) setTimeout(() => location.assign(${JSON.stringify(CONVERSATION)} + '?left'), Number(leaveAfter));
  const startedAt = Date.now();
  const looking = setInterval(() => {
    if (!document.getElementById('root')?.firstElementChild) return;
    window.testDrawnAt = Date.now() - startedAt;
    clearInterval(looking);
  }, 10);`;

const COMPOSER = `document.querySelector('textarea[aria-label^="Message to "], [role=textbox][aria-label^="Message to "]')`;
const BUTTON = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.innerText.trim() === ${JSON.stringify(name)})`;
const FIELD = (name: string) =>
  `const label = [...document.querySelectorAll('label')].find((one) => one.innerText.trim().startsWith(${JSON.stringify(name)}));
   return label?.control ?? document.querySelector('input[aria-label=' + ${JSON.stringify(JSON.stringify(name))} + ']')`;
const IS_SENT = `return [...document.querySelectorAll('[role=log] article, [role=log] [role=article]')].some((one) =>
  one.innerText.includes(arguments[0]) && one.querySelector('[aria-label=Sent], [aria-label=Delivered], [aria-label=Seen]'))`;

let product: Product;
let display: Awaited<ReturnType<typeof startDisplay>>;

test.beforeAll(async () => {
  product = await startProduct();
  display = await startDisplay();
});
test.afterAll(async () => {
  await display?.stop();
  await product?.stop();
  await stopSharedPostgres();
});

async function signIn(browser: WebKit): Promise<void> {
  await browser.goto(`${product.url}/userpassword?next=${encodeURIComponent(CONVERSATION)}`);
  await browser.type('the user id', FIELD('User ID'), String(VIEWER));
  await browser.type('the password', FIELD('Password'), PASSWORD);
  await browser.click('the sign-in button', `return ${BUTTON('Sign in')}`);
  await browser.until('the conversation', `return location.pathname === ${JSON.stringify(CONVERSATION)}`);
  const start = await browser.until(
    'the conversation',
    `if (${COMPOSER}) return 'open'; if (${BUTTON('Start a chat')}) return 'new'`,
  );
  if (start === 'new') await browser.click('the start of a chat', `return ${BUTTON('Start a chat')}`);
  await browser.until('the composer', `return ${COMPOSER} !== null`);
}

/** Sends a message. Returns the ms until the server accepted it, or undefined if it did not within `WATCHED_MS`. */
async function send(browser: WebKit, text: string): Promise<number | undefined> {
  // The composer is drawn again when the conversation has been fetched from the archive.
  while (!(await browser.run(`return ${COMPOSER}?.value === arguments[0]`, text).catch(() => false))) {
    await browser.run(`${COMPOSER}?.select()`).catch(() => undefined);
    await browser.type('the composer', `return ${COMPOSER}`, text);
  }
  const sentAt = performance.now();
  await browser.click('the send button', `return document.querySelector('button[aria-label=Send]')`);
  const arrived = await browser.until('the message', IS_SENT, [text], WATCHED_MS).catch(() => undefined);
  return arrived === undefined ? undefined : Math.round(performance.now() - sentAt);
}

type Start = { readonly drawnAfterMs: number | undefined; readonly sawLogin: boolean };

/** State of the page, for error messages. */
const describePage = (browser: WebKit) =>
  browser.run(
    `return location.href + ' | ' + document.readyState + ' | ' + (document.getElementById('root')?.innerText ?? 'no root').slice(0, 400)`,
  );

/** Follows the page of a signed-in user from its start until its composer is there. */
async function watchStart(browser: WebKit): Promise<Start> {
  const deadline = Date.now() + WATCHED_MS;
  let [drawnAfterMs, sawLogin]: [number | undefined, boolean] = [undefined, false];
  while (Date.now() < deadline) {
    const seen = (await browser
      .run(
        `return { drawn: window.testDrawnAt, login: location.pathname.startsWith('/login'), ready: ${COMPOSER} !== null }`,
      )
      .catch(() => ({}))) as { drawn?: number | null; login?: boolean; ready?: boolean };
    // WebDriver returns null for undefined.
    drawnAfterMs ??= seen.drawn ?? undefined;
    sawLogin ||= seen.login === true;
    if (seen.ready || sawLogin) return { drawnAfterMs, sawLogin };
    await wait(20);
  }
  console.log(`the composer did not come: ${await describePage(browser).catch(String)}`);
  return { drawnAfterMs, sawLogin };
}

const worst = (values: readonly (number | undefined)[]) =>
  values.map((value) => value ?? Number.POSITIVE_INFINITY).reduce((a, b) => Math.max(a, b), 0);
const isLate = (value: number | undefined) => value === undefined || value > SOON_MS;

test('a message is sent within 3 s after each of ten browser restarts', async () => {
  const profile = temporaryFolder('webkit');
  const times: (number | undefined)[] = [];
  const starts: Start[] = [];
  let browser = await openWebKit({ display: display.name, profile, script: IN_PAGE });
  try {
    await signIn(browser);
    times.push(await send(browser, 'before any restart'));
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      await browser.close();
      browser = await openWebKit({ display: display.name, profile, script: IN_PAGE });
      await browser.goto(product.url + CONVERSATION);
      starts.push(await watchStart(browser));
      times.push(starts.at(-1)?.sawLogin ? undefined : await send(browser, `after restart ${restart}`));
      console.log(
        `restart ${restart}: drawn ${starts.at(-1)?.drawnAfterMs} ms, sent ${times.at(-1)} ms, login ${starts.at(-1)?.sawLogin}`,
      );
    }
  } finally {
    await browser.close();
    removeFolder(profile);
  }
  console.log(
    `restarts: sent after ms ${times.join(' ')}; drawn after ms ${starts.map(({ drawnAfterMs }) => drawnAfterMs).join(' ')}`,
  );
  console.log(`restarts: late ${times.filter(isLate).length} of ${times.length}, worst ${worst(times)} ms`);
  expect(starts.filter(({ sawLogin }) => sawLogin)).toEqual([]);
  expect(times.filter(isLate)).toEqual([]);
  expect(starts.filter(({ drawnAfterMs }) => isLate(drawnAfterMs))).toEqual([]);
});

test('the next page reaches its data when a page is left 100 to 200 ms after its start', async () => {
  const profile = temporaryFolder('webkit');
  const times: (number | undefined)[] = [];
  const starts: Start[] = [];
  const browser = await openWebKit({ display: display.name, profile, script: IN_PAGE });
  try {
    await signIn(browser);
    await send(browser, 'before any page is left');
    for (let leave = 0; leave < LEAVES; leave += 1) {
      const ms = LEAVE_FROM_MS + ((LEAVE_TO_MS - LEAVE_FROM_MS) * leave) / (LEAVES - 1);
      await browser.run(
        `sessionStorage.setItem('test-leave-after', String(arguments[0])); location.assign(${JSON.stringify(CONVERSATION)} + '?leave=' + arguments[1])`,
        ms,
        leave,
      );
      await browser.until('the page after', `return location.search === '?left'`);
      starts.push(await watchStart(browser));
      if (starts.at(-1)?.sawLogin) {
        times.push(undefined);
        break;
      }
      times.push(await send(browser, `after page ${leave}`));
      console.log(
        `page left after ${Math.round(ms)} ms: drawn ${starts.at(-1)?.drawnAfterMs} ms, sent ${times.at(-1)} ms`,
      );
    }
  } finally {
    await browser.close();
    removeFolder(profile);
  }
  const drawn = starts.map(({ drawnAfterMs }) => drawnAfterMs);
  console.log(`left pages: sent after ms ${times.join(' ')}; drawn after ms ${drawn.join(' ')}`);
  console.log(
    `left pages: ${times.length}, late ${times.filter(isLate).length}, worst ${worst(times)} ms; blank for more than 3 s ${drawn.filter(isLate).length}, worst ${worst(drawn)} ms; login ${starts.filter(({ sawLogin }) => sawLogin).length}`,
  );
  expect(starts.filter(({ sawLogin }) => sawLogin)).toEqual([]);
  expect(times.filter(isLate)).toEqual([]);
  expect(drawn.filter(isLate)).toEqual([]);
});
