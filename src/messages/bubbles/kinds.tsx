import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { Later, nothing, type Part, partOf } from '../../ui/later.tsx';
import { CallBubble } from './call.tsx';
import { GIFT_PX, STICKER_PX, WISH_FOOT_PX, WISH_HEAD_PX } from './heights.ts';
import { LineBubble } from './line.tsx';
import { MEDIA_BUBBLES } from './media.tsx';
import { heightOfText, TextBubble } from './text.tsx';
import { UnsupportedBubble } from './unsupported.tsx';

type Bubble<P> = {
  readonly draw: (payload: P, tid: string, row: MessageRow) => ReactNode;
  /** Estimates the height of what is drawn, px. */
  readonly height: (payload: P) => number;
};

/** Drawn as its line. */
const line: Bubble<Payload> = { draw: (payload) => <LineBubble payload={payload} />, height: () => heightOfText('') };

const giftPart = partOf(() => import('./gift.tsx'));
const askGiftPart = partOf(() => import('./ask-gift.tsx'));
const stickerPart = partOf(() => import('./sticker.tsx'));

/** Comes with the first of its kind. Until then the place is as high as the bubble will be, so that nothing moves. */
const later = <P extends object>(part: Part<P>, height: number, props: P): ReactNode => (
  <div style={{ minBlockSize: height }}>
    <Later part={part} with={props} missing={nothing} />
  </div>
);
const heightOfWords = (words: string) => (words === '' ? 0 : heightOfText(words));
const heightOfWish = ({ body }: { readonly body: string }) => WISH_HEAD_PX + WISH_FOOT_PX + heightOfWords(body);

/** One bubble for each kind: a new kind without one does not compile. */
const bubbles = {
  text: { draw: ({ body }, tid) => <TextBubble tid={tid} body={body} />, height: ({ body }) => heightOfText(body) },
  call: { draw: (call, tid) => <CallBubble call={call} tid={tid} />, height: () => 46 },
  ...MEDIA_BUBBLES,
  system: line,
  sticker: {
    draw: ({ id, name }, tid) => later(stickerPart, STICKER_PX, { id, name, tid }),
    height: () => STICKER_PX,
  },
  friends_request: line,
  gift: { draw: (gift) => later(giftPart, GIFT_PX, { gift }), height: () => GIFT_PX },
  invite_video: line,
  manager_text: line,
  ask_gift: {
    draw: (wish, tid, { mid }) => later(askGiftPart, WISH_HEAD_PX + heightOfWords(wish.body), { wish, tid, mid }),
    height: heightOfWish,
  },
  official_message: line,
  violate_rule: line,
  maintenance: line,
  question_answer: line,
  story_line_call: line,
  attribution_refresh: line,
  add_friend_msg: line,
} satisfies { readonly [K in PayloadKind]: Bubble<Extract<Payload, { readonly kind: K }>> };

/** Undefined for a newer build's kind: another tab may have stored it already. */
const bubbleOf = ({ kind }: Payload): Bubble<Payload> | undefined =>
  // The bubble of that kind takes that payload; TypeScript does not follow the key.
  Object.hasOwn(bubbles, kind) ? (bubbles[kind] as Bubble<Payload>) : undefined;

export const drawPayload = (payload: Payload | undefined, tid: string, row: MessageRow): ReactNode =>
  (payload && bubbleOf(payload)?.draw(payload, tid, row)) ?? <UnsupportedBubble />;

export const heightOfPayload = (payload: Payload | undefined): number =>
  (payload && bubbleOf(payload)?.height(payload)) ?? heightOfText('');
