import type { Payload } from '../../../contract/chat/payload.ts';
import { stanzaIdOfMid } from '../../../contract/ids.ts';
import type { MessageRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { message, TALKED_TO } from './chat.ts';

const item = { url: '', thumb: '', w: 1_200, h: 900, blur: '' };
const pay = (n: number, payPrice: number) => ({ payNeed: true, payPrice, lockId: `lock-${n}`.padEnd(21, '-') });

let locks = 0;
function locked(price: number, change: Partial<MessageRow> & { readonly count?: number } = {}): MessageRow {
  locks += 1;
  const { count = 1, ...others } = change;
  const items = Array.from({ length: count }, () => item);
  const row = message(TALKED_TO, {
    type: 2,
    payload: { kind: 'image', items, body: '', ...pay(locks, price) },
    ...others,
  });
  return { ...row, date: GALLERY_NOW - 600_000 + locks * 60_000 };
}

/** A service message about a lock; it changes another message and is not drawn. */
function said({ mid, payload }: MessageRow, key: 'opened' | 'givenBack', gems: string): MessageRow {
  const of = stanzaIdOfMid(mid);
  const lock = payload && 'lockId' in payload ? payload.lockId : '';
  const told: Payload = { kind: 'system', key, args: { of, lock, gems }, about: TALKED_TO };
  return { ...message(TALKED_TO, { type: 5, payload: told, answers: of }), tid: `#u_${TALKED_TO}` };
}

export const LOCKED = locked(30);
const GONE = locked(50, { lock: 'void' });
const BACK = locked(20);
const MINE = locked(80, { out: true });
const SOLD = locked(30, { out: true, count: 3 });
const CLIP = locked(120, {
  type: 16,
  payload: {
    kind: 'short_video',
    url: '',
    thumbUrl: '',
    w: 480,
    h: 640,
    ms: 14_000,
    blur: '',
    body: 'For you',
    ...pay(90, 120),
  },
});
const BEHIND = locked(10, {
  type: 20,
  payload: { kind: 'image_with_gift', items: [item], lockId: 'lock-91'.padEnd(21, '-'), giftId: 'rose', giftPrice: 10 },
});

/** Paid messages in each of their states. */
export const LOCK_MESSAGES: readonly MessageRow[] = [
  LOCKED,
  CLIP,
  BEHIND,
  GONE,
  BACK,
  MINE,
  SOLD,
  said(BACK, 'givenBack', '20'),
  said(SOLD, 'opened', '18'),
];
