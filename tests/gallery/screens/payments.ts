import { ACCOUNT, ACCOUNT_ROWS, CONFIG, withRows } from '../rows/account.ts';
import {
  CARDS,
  GEM_LINES,
  GIFT_PACK,
  LIMITS,
  ODD_LINES,
  ORDERS,
  records,
  SILVER_LINES,
  store,
} from '../rows/payments.ts';
import { dialog, press, type Screen, text } from '../screen.ts';

const HISTORY = '/paymenthistory';
const OFFLINE = { code: 'offline' } as const;
const withRecords = (...rows: readonly ReturnType<typeof records>[]) => withRows(ACCOUNT_ROWS, { records: rows });
const purchases = withRecords(records('orders', { orders: [...ORDERS], nextCursor: 'more' }));
const limits = { spendLimits: { value: { limits: LIMITS } } };

/** Purchases, wallet history, saved cards, limits and offers. */
export const PAYMENT_SCREENS: readonly Screen[] = [
  { name: 'purchases', path: HISTORY, rows: purchases, shows: text(/On its way/) },
  {
    name: 'purchases, before the first',
    path: HISTORY,
    rows: withRecords(records('orders')),
    shows: text('No purchases yet'),
  },
  {
    name: 'purchases as they were, offline',
    path: HISTORY,
    rows: purchases,
    answers: { refreshRecords: OFFLINE },
    shows: text('This is from when you were last online'),
  },
  {
    name: 'purchases that were never fetched, offline',
    path: HISTORY,
    rows: ACCOUNT_ROWS,
    answers: { refreshRecords: OFFLINE },
    shows: text('This could not be loaded'),
  },
  {
    name: 'the receipt of a purchase that can be given back',
    path: HISTORY,
    rows: purchases,
    act: press(/Gems: 1,650.*Paid/),
    shows: (page) => dialog('Receipt')(page).getByRole('button', { name: 'Refund' }),
  },
  {
    name: 'the question before gems are given back',
    path: HISTORY,
    rows: purchases,
    act: press(/Gems: 1,650.*Paid/, 'Refund'),
    shows: text('Refund these gems?'),
  },
  {
    name: 'the receipt of a purchase that is disputed',
    variant: true,
    path: HISTORY,
    rows: purchases,
    act: press(/Disputed with the bank/),
    shows: (page) => dialog('Receipt')(page).getByText('Payment returned'),
  },
  {
    name: 'gems that add up',
    path: `${HISTORY}?tab=gems`,
    rows: withRecords(records('gems', { lines: GEM_LINES })),
    shows: text('It adds up'),
  },
  {
    name: 'gems that do not add up',
    path: `${HISTORY}?tab=gems`,
    rows: withRecords(records('gems', { lines: ODD_LINES })),
    shows: text('Something does not add up'),
  },
  {
    name: 'silver that came and went',
    variant: true,
    path: `${HISTORY}?tab=silver`,
    rows: withRecords(records('silver', { lines: SILVER_LINES })),
    shows: text('It adds up'),
  },
  {
    name: 'cards that are kept',
    path: `${HISTORY}?tab=cards`,
    rows: withRows(ACCOUNT_ROWS, { state: [store(CARDS)] }),
    shows: text(/4242/),
  },
  {
    name: 'no card that is kept',
    variant: true,
    path: `${HISTORY}?tab=cards`,
    rows: withRows(ACCOUNT_ROWS, { state: [store([])] }),
    shows: text('No saved cards'),
  },
  {
    name: 'limits',
    path: `${HISTORY}?tab=limits`,
    rows: ACCOUNT_ROWS,
    answers: limits,
    shows: text('Gems you spend in 7 days'),
  },
  {
    name: 'a limit that is no number',
    variant: true,
    path: `${HISTORY}?tab=limits`,
    rows: ACCOUNT_ROWS,
    answers: limits,
    act: (page) => page.getByLabel('New limit').first().fill('1.5'),
    shows: text(/A whole number up to/),
  },
  {
    name: 'new gift pack',
    path: '/personalhome',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...ACCOUNT, paid: false }, GIFT_PACK] }),
    shows: (page) => dialog('Starter offer')(page).getByRole('button', { name: 'Get it' }),
  },
  {
    name: 'how the app comes onto this device',
    path: '/personalhome',
    rows: withRows(ACCOUNT_ROWS, {
      state: [{ ...CONFIG, stores: { iosUrl: 'https://example.com/ios', androidUrl: 'https://example.com/android' } }],
    }),
    act: press('Get the app'),
    shows: dialog('Get the app'),
  },
];
