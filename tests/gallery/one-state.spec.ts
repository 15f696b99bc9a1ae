import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { AppRow } from '../../worker/db/schema.ts';
import { test } from './base.ts';
import { ACCOUNT_ROWS, withRows } from './rows/account.ts';
import { ended, talking } from './rows/calls.ts';
import { TALKED_TO } from './rows/chat.ts';
import { press, type Screen, text } from './screen.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { HOSTING_SCREENS } from './screens/hosting.ts';
import { LIFE_SCREENS } from './screens/life.ts';
import { drawFirst, PATIENCE_MS } from './sweep.ts';

/** The screen of this name. */
function screenOf(screens: readonly Screen[], name: string): Screen {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new RangeError(`There is no screen ${name}`);
  return found;
}
const strip = (page: Page) => page.getByRole('complementary', { name: /^In a call with/ });
const edgeOf = async (of: Locator, edge: 'top' | 'bottom') => {
  const box = await of.boundingBox();
  return box ? box.y + (edge === 'bottom' ? box.height : 0) : Number.NaN;
};

test('the newest message and the box of a conversation stay visible while a call is minimised', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const conversation = screenOf(CHAT_SCREENS, 'conversation with every bubble');
  await drawFirst(page, network, [
    { ...conversation, rows: (tab) => withRows(ACCOUNT_ROWS, { state: [talking(tab)] }), shows: strip },
  ]);
  const newest = page.getByRole('log').getByRole('article').last();
  const box = page.getByRole('textbox').last();
  await expect(async () => {
    expect(await edgeOf(newest, 'bottom')).toBeLessThanOrEqual(await edgeOf(strip(page), 'top'));
    expect(await edgeOf(strip(page), 'bottom')).toBeLessThanOrEqual(await edgeOf(box, 'top'));
  }).toPass({ timeout: PATIENCE_MS });
  await box.fill('one\ntwo\nthree\nfour');
  await expect(async () => {
    expect(await edgeOf(strip(page), 'bottom')).toBeLessThanOrEqual(await edgeOf(box, 'top'));
  }).toPass({ timeout: PATIENCE_MS });
});

test('the end of a page can be scrolled out from under a minimised call', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await drawFirst(page, network, [
    {
      name: 'the settings during a call',
      path: '/settings',
      rows: (tab) => withRows(ACCOUNT_ROWS, { state: [talking(tab)] }),
      shows: strip,
    },
  ]);
  const last = page.getByRole('button', { name: 'Sign out', exact: true });
  await last.scrollIntoViewIfNeeded();
  await page.getByTestId('scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect(async () => {
    expect(await edgeOf(last, 'bottom')).toBeLessThanOrEqual(await edgeOf(strip(page), 'top'));
  }).toPass({ timeout: PATIENCE_MS });
});

test('a caller reads that a minute that begins counts in full, and the host does not', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const rule = page.getByText('each minute that begins counts in full', { exact: false });
  const receiptOf = (change: Parameters<typeof ended>[2]): Screen => {
    const call = ended('hangUp', 47, change);
    return {
      name: 'the receipt of a call',
      path: `/video/${encodeURIComponent(call.peer.jid)}`,
      rows: withRows(ACCOUNT_ROWS, { state: [call] }),
      shows: () => page.getByRole('heading', { name: 'Call ended' }),
    };
  };
  await drawFirst(page, network, [receiptOf({})]);
  await expect(rule).toBeVisible();
  await drawFirst(page, network, [receiptOf({ direction: 'in' })]);
  await expect(page.getByText('You earned')).toBeVisible();
  await expect(rule).toBeHidden();
});

test('an applicant who cannot apply yet reads what is still open below the button', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await drawFirst(page, network, [screenOf(HOSTING_SCREENS, 'application to be a host')]);
  await expect(page.getByText(/^Missing: A portrait · About you.* · I accept these rules$/)).toBeVisible();
});

test('a host who has earned enough but named no account reads what a payout still needs', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const studio = screenOf(HOSTING_SCREENS, 'studio of a host who takes calls');
  const rows = typeof studio.rows === 'function' ? studio.rows('') : studio.rows;
  const without = (rows.state ?? []).map((row) => (row.key === 'payouts' ? { ...row, account: null } : row));
  await drawFirst(page, network, [{ ...studio, rows: withRows(rows, { state: without }) }]);
  await expect(page.getByRole('button', { name: 'Request a payout' })).toBeDisabled();
  await expect(page.getByText('Missing: Payout account')).toBeVisible();
});

test('a guest who has bought gems is warned at sign-out only until they have set a password', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const row = (hasPassword: boolean): AppRow => ({
    key: 'sessions',
    hasPassword,
    proof: 'device',
    canMove: true,
    secrets: [],
    sessions: [],
  });
  const settings = (hasPassword: boolean): Screen => ({
    name: 'signing out',
    path: '/settings',
    rows: withRows(ACCOUNT_ROWS, { state: [row(hasPassword)] }),
    act: () => page.getByRole('button', { name: 'Sign out', exact: true }).click(),
    shows: () => page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }),
  });
  await drawFirst(page, network, [settings(false)]);
  await expect(page.getByRole('dialog')).toContainText('You bought gems as a guest');
  await drawFirst(page, network, [settings(true)]);
  await expect(page.getByRole('dialog')).not.toContainText('You bought gems as a guest');
});

test('a refused password is not marked any more once another one is typed', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await drawFirst(page, network, [
    {
      ...screenOf(LIFE_SCREENS, 'account and security of a guest'),
      answers: { setPassword: { code: 'password-common' } },
    },
  ]);
  const field = page.getByLabel('New password');
  await field.fill('12345678');
  await page.getByRole('button', { name: 'Save password' }).click();
  const refusal = page.getByText('Too easy to guess. Choose another one.');
  await expect(refusal).toBeVisible();
  await field.fill('velvet-tram-91');
  await expect(refusal).toBeHidden();
});

const THERE = `/message/u_${TALKED_TO}`;
const CANCELLED = { code: 'cancelled' } as const;
const failure = text('That was stopped before it finished.');

test('a location stays in its tool when its message was not stored', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 52.5, longitude: 13.4 });
  await drawFirst(page, network, [
    {
      name: 'a location that was not sent',
      path: THERE,
      rows: ACCOUNT_ROWS,
      answers: { send: CANCELLED },
      act: press('More to send', 'Location', 'Find my location', 'Send my location'),
      shows: failure,
    },
  ]);
  await expect(page.getByRole('textbox', { name: 'Name of the place' })).toBeVisible();
});

test('a recording stays in its tool when it could be neither sent nor stored', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const recorder = page.getByRole('region', { name: 'Record', exact: true });
  const send = recorder.getByRole('button', { name: 'Send', exact: true });
  await drawFirst(page, network, [
    {
      name: 'a recording that was not sent',
      path: THERE,
      rows: ACCOUNT_ROWS,
      answers: { sendMedia: CANCELLED, keepVoice: CANCELLED },
      clockRuns: true,
      async act() {
        await page.getByRole('button', { name: 'Voice', exact: true }).press('Enter');
        await expect(recorder.getByRole('timer')).toHaveText(/[1-9]$/);
        // From before the press: the message goes by itself.
        await Promise.all([failure(page).waitFor(), send.click()]);
      },
      shows: () => send,
    },
  ]);
  await expect(send).toBeEnabled();
  await page.evaluate(() => window.gallery.takeCalls());
  await send.click();
  await expect
    .poll(() => page.evaluate(() => window.gallery.takeCalls()))
    .toContainEqual(expect.stringMatching(/"sendMedia"/));
});
