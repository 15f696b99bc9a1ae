import type { GiftRow, MessageRow, WallRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { message, TALKED_TO } from './chat.ts';

const CATALOGUE = [
  'wink 1 1 5',
  'clover 1 1 8',
  'rose 1 1 10',
  'lollipop 1 1 15',
  'coffee 1 1 20',
  'cupcake 1 1 30',
  'paper-boat 2 2 50',
  'bouquet 2 2 66',
  'teddy 2 2 88',
  'music-box 2 2 99',
  'balloon 2 2 120',
  'fireflies 2 2 160',
  'perfume 2 3 200',
  'guitar 2 3 280',
  'lanterns 2 3 380',
  'carousel 3 3 500',
  'fireworks 3 3 680',
  'gem-ring 3 3 880',
  'sailboat 3 4 1000',
  'piano 3 4 1500',
  'aurora 3 4 2000',
  'castle 3 4 3000',
  'comet 3 4 5000',
  'galaxy 3 4 10000',
];

/** The initial catalogue. */
export const GIFTS: readonly GiftRow[] = CATALOGUE.map((line, index) => {
  const [id = '', type, tab, price] = line.split(' ');
  return {
    id,
    type: type === '1' ? 1 : type === '2' ? 2 : 3,
    gemsPrice: Number(price),
    tabId: Number(tab),
    priority: (index % 6) + 1,
    title: id,
    iconUrl: `/gifts/${id}-96.webp`,
    isActive: true,
    showArea: 15,
  };
});

export const WALL: WallRow = {
  uid: 9_010,
  received: [
    { id: 'galaxy', count: 1 },
    { id: 'teddy', count: 12 },
    { id: 'rose', count: 1_204 },
  ],
  given: 340,
  givers: [],
};
export const OWN_WALL: WallRow = {
  ...WALL,
  uid: 264_457_900,
  given: 0,
  givers: [
    { uid: 9_002, gems: 10_880 },
    { uid: 9_003, gems: 25 },
  ],
};

let gifts = 0;
function giftOf(id: string, count: number, from: number, ask?: string): MessageRow {
  gifts += 1;
  const op = `gift${gifts}`.padEnd(21, '-');
  const found = GIFTS.find((one) => one.id === id) ?? GIFTS[0];
  if (!found) throw new RangeError(`no gift is ${id}`);
  const out = from !== TALKED_TO;
  const sale = { op, count, total: count, combo: op, from, to: out ? TALKED_TO : 264_457_900 };
  return {
    ...message(TALKED_TO, { type: 13, out }),
    mid: `gift/${op}`,
    date: GALLERY_NOW - 60_000 + gifts * 1_000,
    payload: { kind: 'gift', ...found, id, ...sale, ...(ask === undefined ? {} : { ask }) },
  };
}
const wish = (giftId: string, body: string): MessageRow =>
  message(TALKED_TO, { type: 19, payload: { kind: 'ask_gift', giftId, giftPrice: 88, body, isSend: false } });

const FULFILLED = wish('teddy', 'It would sit beside my lamp.');

/** Gifts, wishes and stickers of both sides, and a gift without a picture in this build. */
export const GIFT_MESSAGES: readonly MessageRow[] = [
  FULFILLED,
  wish('rose', ''),
  message(TALKED_TO, { type: 6, payload: { kind: 'sticker', id: 'gem/hello', name: 'Hello' } }),
  message(TALKED_TO, { type: 6, out: true, payload: { kind: 'sticker', id: 'fox/hug', name: 'Hug' } }),
  giftOf('teddy', 1, 264_457_900, FULFILLED.mid.slice(FULFILLED.mid.indexOf('/') + 1)),
  giftOf('rose', 99, 264_457_900),
  giftOf('crown-of-stars', 1, TALKED_TO),
];
