import { type GenericSchema, object, variant } from 'valibot';
import { PRICED_PER_DAY, SHORT_VIDEO_MAX_LENGTH_MS } from '../../kind-rules.ts';
import { defineKind } from '../kind.ts';
import { type Clip, clipOf, lockedClip, openClip, readClip, writeClip } from './clip.ts';
import {
  caption,
  idsIn,
  lockedPay,
  mediaId,
  openPay,
  type Pay,
  payOf,
  priceIn,
  readPay,
  sentPrice,
  writePay,
  writeSentItem,
  writeSentPay,
} from './items.ts';

const schema: GenericSchema<unknown, Clip & Pay> = variant('payNeed', [
  object({ ...openClip(SHORT_VIDEO_MAX_LENGTH_MS), ...openPay }),
  object({ ...lockedClip(SHORT_VIDEO_MAX_LENGTH_MS), ...lockedPay }),
]);

/** Message kind `short_video` (type 16): a short clip, recorded or trimmed in the app, with a caption; a host may lock it at a price. */
export const shortVideo = defineKind({
  type: 16,
  kind: 'short_video',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema,
  write: (clip, build) => ({
    body: clip.body,
    children: [...writePay(clip, build), writeClip(clip, clip.payNeed, build)],
  }),
  read(body, x) {
    const pay = readPay(x);
    return { ...readClip(body, x, pay.payNeed), ...pay };
  },
  sent: {
    schema: object({ id: mediaId, price: sentPrice, body: caption }),
    read: (body, x) => ({ id: idsIn(x)[0], price: priceIn(x), body }),
    write: (clip, build) => ({
      body: clip.body,
      children: [writeSentItem(clip.url, build), ...writeSentPay(clip, build)],
    }),
  },
  needs: ({ id, price }) => ({ media: [id], ...(price > 0 && { daily: 'priced', lock: { price } }) }),
  complete(facts, { id, price, body }) {
    const clip = clipOf(facts, id, body, SHORT_VIDEO_MAX_LENGTH_MS, price > 0);
    if (!clip) return 'foreign-item';
    if (price > 0 && facts.today >= PRICED_PER_DAY) return 'too-many';
    return { ...clip, ...payOf(price, facts) };
  },
});
