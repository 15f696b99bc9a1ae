import { DAY_MS } from '../../../contract/durations.ts';
import type { OrderRecord } from '../../../contract/payments/orders.ts';
import type { SpendLimit } from '../../../contract/wallet/limits.ts';
import type { WalletLine } from '../../../contract/wallet/records.ts';
import type { GiftPackRow, RecordsRow, StoreRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT } from './account.ts';
import { person } from './people.ts';

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' }) as const;

let orders = 0;
function order(change: Partial<OrderRecord> = {}): OrderRecord {
  orders += 1;
  return {
    orderId: `gallery-${orders}`.padEnd(21, '-'),
    at: GALLERY_NOW - orders * DAY_MS,
    payStatus: 'TXN_SUCCESS',
    sku: 'g1500',
    gems: 1_500,
    bonus: 150,
    price: usd(1_299),
    channel: 'card',
    receipt: null,
    reversals: [],
    refundable: null,
    ...change,
  };
}
const paid = (change: Partial<OrderRecord> = {}): OrderRecord => {
  const made = order(change);
  const { sku, price, gems, bonus, channel, at } = made;
  const card = channel === 'card' ? { brand: 'Visa', last4: '4242' } : null;
  return { ...made, receipt: { paidAt: at, sku, price, gems, bonus, channel, card } };
};
const reversal = (change: Partial<OrderRecord['reversals'][number]>) =>
  ({
    kind: 'refund',
    state: 'done',
    gems: 300,
    price: usd(289),
    at: GALLERY_NOW,
    ...change,
  }) as OrderRecord['reversals'][number];

/** One order per state; unused gems of the first can be refunded. */
export const ORDERS: readonly OrderRecord[] = [
  paid({ refundable: { gems: 900, price: usd(708) } }),
  order({ payStatus: 'PENDING', channel: 'upi', price: { amountMinor: 114_900, currency: 'INR' } }),
  order({ payStatus: 'TXN_FAILURE' }),
  order({ payStatus: 'TXN_EXPIRED', channel: 'hosted' }),
  order({ payStatus: 'TXN_REVIEW', price: { amountMinor: 16_900, currency: 'KWD' } }),
  paid({ sku: 'g300', gems: 300, bonus: 0, price: usd(289), reversals: [reversal({})] }),
  paid({
    reversals: [
      reversal({ kind: 'dispute', state: 'asked', gems: 1_650, price: usd(1_299) }),
      reversal({ kind: 'surplus', gems: 0, price: usd(1_299) }),
    ],
  }),
];

export const records = (kind: RecordsRow['kind'], change: Partial<RecordsRow> = {}): RecordsRow => ({
  kind,
  orders: [],
  lines: [],
  nextCursor: '',
  balance: kind === 'silver' ? ACCOUNT.silverBalance : ACCOUNT.gemsBalance,
  fetchedAt: GALLERY_NOW,
  ...change,
});

const { uid, nickName } = person(9_002);
const peer = { uid, nickName };
type Moved = Pick<WalletLine, 'subject' | 'amount'> & Partial<Pick<WalletLine, 'peer'>>;

/** Wallet postings, newest first, that lead to this balance. */
const linesOf = (balance: number, moved: readonly Moved[]): WalletLine[] => {
  let after = balance;
  return moved.map((line, at) => {
    const made = { peer: null, ...line, id: 100 - at, at: GALLERY_NOW - at * 7_200_000, after, subjectId: 'gallery' };
    after -= line.amount;
    return made;
  });
};
/** One posting per subject. */
export const GEM_LINES = linesOf(ACCOUNT.gemsBalance, [
  { subject: 'call', amount: -240, peer },
  { subject: 'gift', amount: -99, peer },
  { subject: 'media', amount: -30, peer },
  { subject: 'reversal', amount: -300 },
  { subject: 'order', amount: 1_650 },
  { subject: 'adjust', amount: 10 },
  { subject: 'welcome', amount: 60 },
  { subject: 'open', amount: 11_294 },
]);
/** The fourth posting does not match the third, so the page warns. */
export const ODD_LINES = GEM_LINES.map((line, at) => (at > 2 ? { ...line, after: line.after + 7 } : line));
export const SILVER_LINES = linesOf(ACCOUNT.silverBalance, [
  { subject: 'call', amount: -100, peer },
  { subject: 'lucky', amount: 50 },
  { subject: 'task', amount: 40 },
]);

export const LIMITS: readonly SpendLimit[] = [
  { scope: 'buy', window: 'day', gems: 2_000, used: 1_650, next: 5_000, nextAt: GALLERY_NOW + DAY_MS },
  { scope: 'buy', window: 'week', gems: null, used: 1_650, next: null, nextAt: null },
  { scope: 'use', window: 'day', gems: 0, used: 369, next: null, nextAt: GALLERY_NOW + DAY_MS },
  { scope: 'use', window: 'week', gems: 10_000, used: 369, next: 10_000, nextAt: null },
];

const FIRST: NonNullable<GiftPackRow['pack']> = {
  sku: 'first300',
  priceId: 1,
  kind: 'first',
  gems: 300,
  bonus: 300,
  price: usd(199),
};
export const GIFT_PACK: GiftPackRow = { key: 'giftPack', fetchedAt: GALLERY_NOW, pack: FIRST };

export const store = (cards: StoreRow['cards']): StoreRow => ({
  key: 'store',
  fetchedAt: GALLERY_NOW,
  countries: [{ country: '', currency: 'USD', selected: true }],
  cards,
  gpayIsHide: true,
  userPayInfo: { paid: true, locked: false, owed: 0, limits: [] },
  extend_info: { skus: [FIRST], channels: [{ channel: 'card', frameOrigin: 'https://gateway.example' }] },
});
export const CARDS: StoreRow['cards'] = [
  { cardId: 'visa', brand: 'Visa', last4: '4242', expires: '2030-04' },
  { cardId: 'mastercard', brand: 'Mastercard', last4: '4444', expires: '2027-12' },
];
