import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { leadsSomewhere } from '../../paths.ts';
import { Lazy, type LazyPart, partOf, renderNothing } from '../../ui/lazy.tsx';
import { CallBubble } from './call.tsx';
import {
  ANSWER_PX,
  ASKS_WORDS_PX,
  BADGE_PX,
  CARD_BUTTON_PX,
  CARD_GEMS_PX,
  CARD_PICTURE_PX,
  CARD_TITLE_PX,
  CARD_WIDTH_PX,
  CARD_WORDS_PX,
  GIFT_PX,
  GIFT_WIDTH_PX,
  HELLO_PX,
  heightOfOptions,
  heightOfViolation,
  INVITE_HEAD_PX,
  mediaWidth,
  QUESTION_WORDS_PX,
  STICKER_PX,
  WISH_FOOT_PX,
  WISH_HEAD_PX,
} from './heights.ts';
import { LineBubble } from './line.tsx';
import { MEDIA_BUBBLES } from './media.tsx';
import { heightOfText, TextBubble } from './text.tsx';
import { UnsupportedBubble } from './unsupported.tsx';

type Bubble<P> = {
  readonly draw: (payload: P, tid: string, row: MessageRow) => ReactNode;
  /** Estimates the height of what is drawn, px. */
  readonly height: (payload: P) => number;
};

/** Drawn as one line of text, like the preview in the conversation list. */
const line: Bubble<Payload> = { draw: (payload) => <LineBubble payload={payload} />, height: () => heightOfText('') };

const giftPart = partOf(() => import('./gift.tsx'));
const askGiftPart = partOf(() => import('./ask-gift.tsx'));
const stickerPart = partOf(() => import('./sticker.tsx'));
const serviceTextPart = partOf(() => import('./service-text.tsx'));
const cardPart = partOf(() => import('./card.tsx'));
const questionPart = partOf(() => import('./question.tsx'));

/**
 * Draws a component that is loaded with the first bubble of its kind. Until then the placeholder has the final height, and the final
 * width where it is known, so that the layout does not shift.
 */
const later = <P extends object>(part: LazyPart<P>, height: number, props: P, width = 0): ReactNode => (
  <div style={{ minBlockSize: height, minInlineSize: Math.min(width, mediaWidth(innerWidth)) }}>
    <Lazy part={part} with={props} missing={renderNothing} />
  </div>
);
const heightOfWords = (words: string) => (words === '' ? 0 : heightOfText(words));
const heightOfWish = ({ body }: { readonly body: string }) => WISH_HEAD_PX + WISH_FOOT_PX + heightOfWords(body);

type Of<K extends PayloadKind> = Extract<Payload, { readonly kind: K }>;

const serviceText = <P extends Of<'friends_request' | 'add_friend_msg' | 'manager_text' | 'violate_rule'>>(
  height: (payload: P) => number,
): Bubble<P> => ({ height, draw: (payload, tid) => later(serviceTextPart, height(payload), { payload, tid }) });

const card = <P extends Of<'official_message' | 'story_line_call'>>(height: (payload: P) => number): Bubble<P> => ({
  height,
  draw: (payload, tid, { mid }) => later(cardPart, height(payload), { payload, tid, mid }, CARD_WIDTH_PX),
});

const heightOfQuestion = (question: Of<'question_answer'>): number => {
  if (question.to !== undefined) return ANSWER_PX;
  return (question.q === undefined ? heightOfText(question.body) : QUESTION_WORDS_PX) + heightOfOptions(question);
};

/** One bubble for each payload kind; a kind without one does not compile. */
const bubbles = {
  text: { draw: ({ body }, tid) => <TextBubble tid={tid} body={body} />, height: ({ body }) => heightOfText(body) },
  call: { draw: (call, tid) => <CallBubble call={call} tid={tid} />, height: () => 46 },
  ...MEDIA_BUBBLES,
  system: line,
  sticker: {
    draw: ({ id, name }, tid) => later(stickerPart, STICKER_PX, { id, name, tid }, STICKER_PX),
    height: () => STICKER_PX,
  },
  friends_request: serviceText(({ body }) => ASKS_WORDS_PX + heightOfWords(body) + CARD_BUTTON_PX),
  gift: { draw: (gift) => later(giftPart, GIFT_PX, { gift }, GIFT_WIDTH_PX), height: () => GIFT_PX },
  invite_video: {
    height: () => INVITE_HEAD_PX + CARD_BUTTON_PX,
    // Only the invited user has the call button.
    draw: (payload, tid, { mid, out }) =>
      later(cardPart, INVITE_HEAD_PX + (out ? 0 : CARD_BUTTON_PX), { payload, tid, mid }, CARD_WIDTH_PX),
  },
  manager_text: serviceText(({ body }) => BADGE_PX + heightOfText(body)),
  ask_gift: {
    draw: (wish, tid, { mid }) => later(askGiftPart, WISH_HEAD_PX + heightOfWords(wish.body), { wish, tid, mid }),
    height: heightOfWish,
  },
  official_message: card(
    ({ args, body, picture, route }) =>
      (picture === undefined ? 0 : CARD_PICTURE_PX) +
      CARD_TITLE_PX +
      CARD_WORDS_PX +
      (args['gems'] === undefined ? 0 : CARD_GEMS_PX) +
      heightOfWords(body) +
      (leadsSomewhere(route) ? CARD_BUTTON_PX : 0),
  ),
  violate_rule: serviceText(heightOfViolation),
  maintenance: line,
  question_answer: {
    draw: (question, tid, { mid }) => later(questionPart, heightOfQuestion(question), { question, tid, mid }),
    height: heightOfQuestion,
  },
  retraction: line,
  correction: line,
  reaction: line,
  story_line_call: card(() => CARD_PICTURE_PX + CARD_TITLE_PX + CARD_BUTTON_PX),
  attribution_refresh: line,
  add_friend_msg: serviceText(() => heightOfText('') + HELLO_PX),
} satisfies { readonly [K in PayloadKind]: Bubble<Extract<Payload, { readonly kind: K }>> };

/**
 * Returns the bubble of a payload's kind; undefined for a kind of a newer build, as another tab may run that build and share the database.
 */
const bubbleOf = ({ kind }: Payload): Bubble<Payload> | undefined =>
  // The cast is needed because TypeScript cannot relate `bubbles[kind]` to the payload of the same kind.
  Object.hasOwn(bubbles, kind) ? (bubbles[kind] as Bubble<Payload>) : undefined;

/** Draws the content of a message by the bubble of its kind; an unknown or missing payload is drawn as unsupported. */
export const drawPayload = (payload: Payload | undefined, tid: string, row: MessageRow): ReactNode =>
  (payload && bubbleOf(payload)?.draw(payload, tid, row)) ?? <UnsupportedBubble />;

/** Estimates the height of a message's content by the rule of its kind, px. The virtualized list uses it before the message is measured. */
export const heightOfPayload = (payload: Payload | undefined): number =>
  (payload && bubbleOf(payload)?.height(payload)) ?? heightOfText('');
