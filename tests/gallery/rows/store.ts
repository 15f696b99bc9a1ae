import { MINUTE_MS } from '../../../contract/durations.ts';
import type { OrderStatus } from '../../../contract/payments/orders.ts';
import type { OrderRow, StoreRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { CARDS, store } from './payments.ts';

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' }) as const;
const inr = (amountMinor: number) => ({ amountMinor, currency: 'INR' }) as const;
const LINES = ['g100 100 0 99', 'g300 300 0 289', 'g700 700 35 649', 'g1500 1500 150 1299', 'g3000 3000 450 2499'];

const sold = (line: string, at: number): StoreRow['extend_info']['skus'][number] => {
  const [sku = '', ...numbers] = line.split(' ');
  const [gems = 0, bonus = 0, minor = 0] = numbers.map(Number);
  return { sku, priceId: at + 2, kind: 'pack', gems, bonus, price: usd(minor) };
};
const NOTHING_KEPT = store([]);

/** All demo packs in dollars, and three payment channels. */
export const STORE: StoreRow = {
  ...NOTHING_KEPT,
  countries: [
    { country: '', currency: 'USD', selected: false },
    ...['DE EUR', 'US USD', 'IN INR', 'GB GBP', 'BR BRL', 'KW KWD', 'TR TRY', 'AE AED'].map((line) => {
      const [country = '', currency = ''] = line.split(' ');
      return { country, currency, selected: country === 'US' };
    }),
  ],
  extend_info: {
    skus: [
      ...NOTHING_KEPT.extend_info.skus,
      ...[...LINES, 'g7000 7000 1400 5499'].map(sold),
      { sku: 'exact', priceId: 9, kind: 'exact', gems: 100, bonus: 0, price: usd(99) },
    ],
    channels: (['card', 'hosted', 'upi'] as const).map((channel) => ({ channel, frameOrigin: '' })),
  },
};
/** After the first purchase: the first pack is gone, two cards are saved. */
export const KNOWN_STORE: StoreRow = {
  ...STORE,
  cards: CARDS,
  extend_info: { ...STORE.extend_info, skus: STORE.extend_info.skus.filter(({ kind }) => kind !== 'first') },
};

/** Card fields as in a gateway's frame, in a `data:` document that needs no request. */
const FRAME = `data:text/html,${encodeURIComponent(
  '<!doctype html><html lang="en"><title>Card</title><p><input size="30" value="4242 4242 4242 4242"><p><input size="8" value="12 / 30"> <input size="5" value="123"><!--',
)}`;
export const CARD_FIELDS = { kind: 'frame', url: FRAME } as const;

const ORDER = 'gallery-order'.padEnd(21, '-');
export const OP = 'gallery-op'.padEnd(21, '-');
/** A purchase of this device, with the last status from the server. */
export const purchase = (status: Partial<OrderStatus>, change: Partial<OrderRow> = {}): OrderRow => ({
  op: OP,
  uid: 264_457_900,
  state: 'made',
  orderId: ORDER,
  ticket: 'ticket',
  priceId: 5,
  channel: 'card',
  scene: { source: 'balance', root: 'store', storyId: '', step: '', targetJid: '', sid: '' },
  returnTo: { to: 'store' },
  pack: { gems: 1_500, bonus: 150, price: usd(1_299) },
  createdAt: GALLERY_NOW - MINUTE_MS,
  status: { payStatus: 'PENDING', againMs: MINUTE_MS, ...status },
  ...change,
});
export const ORDER_PAGE = `/payresult?order=${ORDER}`;
export const WAIT_PAGE = `/upiprocess?order=${ORDER}`;

const UPI_URI = `upi://pay?pa=gemcall@demobank&pn=gemcall&mc=5816&tr=${ORDER}&tn=1500%20gems&am=1149.00&cu=INR`;
export const UPI_ORDER = purchase(
  { channel: 'upi', next: { kind: 'upi', uri: UPI_URI, until: GALLERY_NOW + 9 * MINUTE_MS } },
  { channel: 'upi', pack: { gems: 1_500, bonus: 150, price: inr(114_900) } },
);

export const PAID = purchase({
  payStatus: 'TXN_SUCCESS',
  receipt: {
    paidAt: GALLERY_NOW,
    sku: 'g1500',
    price: usd(1_299),
    gems: 1_500,
    bonus: 150,
    channel: 'card',
    card: { brand: 'visa', last4: '4242' },
  },
  againMs: 0,
});
