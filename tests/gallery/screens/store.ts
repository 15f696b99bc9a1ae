import type { Page } from 'playwright';
import { ACCOUNT, ACCOUNT_ROWS, CONNECTED, VISITOR, withRows } from '../rows/account.ts';
import { TALKED_TO } from '../rows/chat.ts';
import { GIFTS } from '../rows/gifts.ts';
import {
  CARD_FIELDS,
  KNOWN_STORE,
  OP,
  ORDER_PAGE,
  PAID,
  purchase,
  STORE,
  UPI_ORDER,
  WAIT_PAGE,
} from '../rows/store.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const OWN = '/personalhome';
const CHECKOUT = `/checkoutCards?op=${OP}`;
const UPI = `/upi?op=${OP}`;
const openStore = press(/Get gems$/);
const inStore = (words: string | RegExp) => (page: Page) => dialog('Get gems')(page).getByText(words).first();
const withStore = (...state: NonNullable<typeof ACCOUNT_ROWS.state>) => withRows(ACCOUNT_ROWS, { state });
const withOrder = (order: ReturnType<typeof purchase>, store = STORE) =>
  withRows(ACCOUNT_ROWS, { state: [store], orders: [order] });
const card = (change: Parameters<typeof purchase>[0] = {}) => purchase({ next: CARD_FIELDS, ...change });

/** Chooses a gift that costs more than the balance, and opens the store for the rest. */
const wantGift = (page: Page, tab: string, missing: string) =>
  press(
    'More to send',
    'Give a gift',
  )(page)
    .then(() => page.getByRole('tab', { name: tab }).click())
    .then(() => page.getByRole('button', { name: missing }).click());

/** The store, and the states of a payment. */
export const STORE_SCREENS: readonly Screen[] = [
  { name: 'coin store', path: OWN, rows: withStore(STORE), act: openStore, shows: inStore('Once, for your first') },
  {
    name: 'coin store, a pack is chosen',
    path: OWN,
    rows: withStore({ ...KNOWN_STORE, userPayInfo: { ...STORE.userPayInfo, owed: 120 } }),
    async act(page) {
      await openStore(page);
      await page.getByRole('radio', { name: /1,500/ }).check();
    },
    shows: (page) => page.getByRole('button', { name: 'Continue' }),
  },
  {
    name: 'coin store, other countries',
    variant: true,
    path: OWN,
    rows: withStore(STORE),
    act: press(/Get gems$/, /Billing country/),
    shows: inStore('Kuwait'),
  },
  {
    name: 'coin store where much is missing',
    fresh: true,
    path: `/message/u_${TALKED_TO}`,
    rows: withRows(withStore(KNOWN_STORE, { ...ACCOUNT, gemsBalance: 355 }), { gifts: GIFTS }),
    act: (page) => wantGift(page, 'Grand', 'Get 645 more gems'),
    shows: inStore('The cheapest way to have enough'),
  },
  {
    name: 'coin store where little is missing',
    variant: true,
    fresh: true,
    path: `/message/u_${TALKED_TO}`,
    rows: withRows(withStore(KNOWN_STORE, { ...ACCOUNT, gemsBalance: 2 }), { gifts: GIFTS }),
    act: (page) => wantGift(page, 'Sweet', 'Get 3 more gems'),
    shows: inStore('You need 3 more gems.'),
  },
  {
    name: 'coin store offline',
    path: OWN,
    rows: withStore(KNOWN_STORE, { ...CONNECTED, state: 'disconnected', online: false }),
    act: openStore,
    shows: inStore('You are offline'),
  },
  {
    name: 'coin store that is locked',
    variant: true,
    path: OWN,
    rows: withStore({ ...KNOWN_STORE, userPayInfo: { ...STORE.userPayInfo, locked: true } }),
    act: openStore,
    shows: inStore(/on hold/),
  },
  {
    name: 'coin store that sells nothing',
    variant: true,
    path: OWN,
    rows: withStore({ ...STORE, extend_info: { skus: [], channels: [] } }),
    act: openStore,
    // No button is shown if there is nothing to buy.
    shows: (page) =>
      dialog('Get gems')(page).filter({
        hasText: 'not sold here',
        hasNot: page.getByRole('button', { name: /Choose a pack|Continue|Country/ }),
      }),
  },
  {
    name: 'coin store with unfinished purchases',
    path: OWN,
    rows: withRows(withStore(KNOWN_STORE), {
      orders: [
        card(),
        { ...PAID, op: 'paid'.padEnd(21, '-') },
        purchase({}, { op: 'bank'.padEnd(21, '-'), createdAt: 2 }),
        purchase({}, { op: 'unsent'.padEnd(21, '-'), state: 'unsent', createdAt: 1 }),
      ],
    }),
    act: openStore,
    shows: inStore('Waiting for your bank'),
  },
  { name: 'checkout of a new card', path: CHECKOUT, rows: withOrder(card()), shows: text('Save this card') },
  {
    name: 'checkout with kept cards',
    path: CHECKOUT,
    rows: withOrder({ ...card(), cardId: 'visa' }, KNOWN_STORE),
    shows: text('New card'),
  },
  {
    name: 'checkout after a card was declined',
    variant: true,
    path: CHECKOUT,
    rows: withOrder(card({ reason: 'no-funds', attemptsLeft: 4 })),
    shows: text(/Tries left: 4/),
  },
  {
    name: 'checkout on a page of the gateway',
    variant: true,
    // The address after the way back from the gateway; the first visit redirects by itself.
    path: `${CHECKOUT}&left=1`,
    rows: withOrder(
      purchase({ next: { kind: 'redirect', url: 'https://gateway.example/hosted' } }, { channel: 'hosted' }),
    ),
    shows: text('You pay on a page'),
  },
  {
    name: 'checkout that could not begin',
    path: CHECKOUT,
    rows: withOrder({
      ...purchase({}),
      state: 'refused',
      error: { code: 'spend-limit', scope: 'buy', window: 'day', left: 0 },
    }),
    shows: text('more than the limit'),
  },
  {
    name: 'checkout while the bank thinks',
    variant: true,
    path: CHECKOUT,
    rows: withOrder(purchase({ next: { kind: 'wait' } })),
    shows: text('Waiting for your bank'),
  },
  {
    name: 'to keep a card',
    path: `/bindcheckout?op=${OP}`,
    rows: ACCOUNT_ROWS,
    answers: { beginCard: { value: { bindId: 'gallery', next: CARD_FIELDS } } },
    shows: (page) => page.getByRole('button', { name: 'Save card' }),
  },
  { name: 'upi by a code', path: UPI, rows: withOrder(UPI_ORDER), shows: text('Scan this code') },
  {
    name: 'upi that is waited for',
    path: WAIT_PAGE,
    rows: withOrder(UPI_ORDER),
    shows: heading('Approve the payment'),
  },
  { name: 'payment that is paid', path: ORDER_PAGE, rows: withOrder(PAID), shows: text('1,650 gems are yours.') },
  {
    name: 'payment that is not confirmed yet',
    path: ORDER_PAGE,
    rows: withOrder(purchase({ next: { kind: 'wait' } })),
    shows: text('Still being confirmed'),
  },
  {
    name: 'payment that failed',
    path: ORDER_PAGE,
    rows: withOrder(purchase({ payStatus: 'TXN_FAILURE', reason: 'declined', againMs: 0 })),
    shows: text('Your bank declined'),
  },
  {
    name: 'payment that is reviewed',
    variant: true,
    path: ORDER_PAGE,
    rows: withOrder(purchase({ payStatus: 'TXN_REVIEW', againMs: 0 })),
    shows: text('We are checking this'),
  },
  {
    name: 'payment by its ticket, without a login',
    path: `${ORDER_PAGE}&ticket=gallery`,
    rows: VISITOR,
    answers: { readOrder: { value: { payStatus: 'TXN_SUCCESS', againMs: 0 } } },
    shows: text('Your gems are waiting in the app'),
  },
  {
    name: 'upi by an app of the phone',
    path: UPI,
    rows: withOrder(UPI_ORDER),
    // The user agent is read when the page is drawn. This is the last screen, as the page keeps the changed value.
    async act(page) {
      await page.evaluate(() => Object.defineProperty(navigator, 'userAgent', { get: () => 'Android' }));
      for (const language of ['de', 'en'] as const) await page.evaluate((said) => window.gallery.speak(said), language);
    },
    shows: (page) => page.getByRole('link', { name: 'PhonePe' }),
  },
];
