import type { Payload } from '#contract/chat/payload.ts';
import { ANSWERS_OF_QUESTIONS } from '#contract/chat/questions.ts';
import { albumRows } from '../album-rows.ts';

/** Payloads that are laid out as an album. */
type Sized = Extract<Payload, { readonly kind: 'image' | 'image_with_gift' | 'video' | 'short_video' }>;
/** Payloads whose bubbles show media: pictures, clips, voice messages and locations. */
export type MediaPayload = Sized | Extract<Payload, { readonly kind: 'audio' | 'location' }>;

const WIDEST_PX = 280;
/** Share of the log's width for a bubble; the padding of the log, and that of a bubble, px. */
const [SHARE, LOG_EDGES_PX, BUBBLE_EDGES_PX] = [0.78, 32, 28];
const CAPTION_LINE_PX = 24;
const CAPTION_GAP_PX = 6;
const CAPTION_CHAR_PX = 7.4;
/** Height of a voice message, px. */
export const VOICE_PX = 52;
/** Size of the map of a location, px. On a narrow screen it is smaller, in the same proportions. */
export const MAP = { w: 240, h: 140 } as const;
const NAME_PX = 26;

/** Returns the width of media in a message list of `logWidth` px. */
export const mediaWidth = (logWidth: number): number =>
  Math.max(120, Math.min(WIDEST_PX, Math.floor((logWidth - LOG_EDGES_PX) * SHARE) - BUBBLE_EDGES_PX));

/** Returns the items of a payload that are laid out as an album: the pictures of a message, or the thumbnail of its clip. */
export const sizesIn = (payload: Sized) => ('items' in payload ? payload.items : [payload]);

/** Caption of a message; empty for a kind without one. */
export const captionOf = (payload: Sized): string => ('body' in payload ? payload.body : '');

function captionHeight(caption: string, width: number): number {
  if (caption === '') return 0;
  const perLine = Math.max(1, Math.floor(width / CAPTION_CHAR_PX));
  const lines = caption.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return CAPTION_GAP_PX + lines * CAPTION_LINE_PX;
}

/**
 * Height of a media bubble's content in a log of the given width, px. It depends only on the payload and the width, so that loading
 * media does not shift the layout.
 */
export function heightOfMedia(payload: MediaPayload, logWidth: number): number {
  const width = mediaWidth(logWidth);
  if (payload.kind === 'audio') return VOICE_PX;
  if (payload.kind === 'location') {
    const map = Math.round((Math.min(width, MAP.w) * MAP.h) / MAP.w);
    return map + (payload.name === '' ? 0 : NAME_PX);
  }
  return albumRows(sizesIn(payload), width).height + captionHeight(captionOf(payload), width);
}

/** Width reserved until the component of a bubble is loaded, px. Own bubbles are aligned to the end, so a change of width moves them. */
export function widthOfMedia({ kind }: MediaPayload, logWidth: number): number {
  const width = mediaWidth(logWidth);
  return kind === 'audio' || kind === 'location' ? Math.min(width, MAP.w) : width;
}

// The sizes below, in px, are of bubbles whose components are loaded on demand.

/** Height of the picture of a gift, px. */
export const GIFT_PICTURE_PX = 128;
/** Width of a gift bubble, px. */
export const GIFT_WIDTH_PX = 176;
/** Height of the title of a gift, px. */
export const GIFT_TITLE_PX = 28;
/** Height of a gift bubble, px. */
export const GIFT_PX = GIFT_PICTURE_PX + GIFT_TITLE_PX;
/** Height of the header of a gift request, px. */
export const WISH_HEAD_PX = 56;
/** Height of the button or result of a gift request, px. */
export const WISH_FOOT_PX = 52;
/** Height and width of a sticker, px. */
export const STICKER_PX = 160;

/** Width of official messages, stories, invitations, friend requests and questions, px. It is fixed, so that their heights are known. */
export const CARD_WIDTH_PX = 260;
/** Height of the picture of a card, px. */
export const CARD_PICTURE_PX = 132;
/** Height of the title of a card, px. */
export const CARD_TITLE_PX = 26;
/** Height of the text of a card, px: three lines. */
export const CARD_WORDS_PX = 66;
/** Height of the amount of gems on a card, px. */
export const CARD_GEMS_PX = 30;
/** Height of the button of a card, px. */
export const CARD_BUTTON_PX = 52;
/** Height of the first sentence of a friend request, px. */
export const ASKS_WORDS_PX = 48;
/** Height of the badge and name above a message of the support team, px. */
export const BADGE_PX = 26;
/** Height of one line of a moderation note, px. */
export const LINE_PX = 20;
/** Height of the button below the message about a new friendship, px. */
export const HELLO_PX = 52;
/** Height of the text of a built-in question, px. */
export const QUESTION_WORDS_PX = 66;
/** Height of an answer to a question, which is a message of its own, px. */
export const ANSWER_PX = 24;
/** Height of the header of an invitation to call, px. */
export const INVITE_HEAD_PX = 56;
/** Height of the link to the rules in a moderation note, px. */
export const RULES_PX = 44;
const [OPTION_PX, OPTION_GAP_PX, OPTION_LINE_PX, OPTION_CHARS_PER_LINE] = [44, 6, 18, 24];

/** Returns the height of one answer option of a question, px: at least 44, into which the options of built-in questions fit. */
export const heightOfOption = (words: string): number =>
  Math.max(OPTION_PX, Math.ceil(words.length / OPTION_CHARS_PER_LINE) * OPTION_LINE_PX + 12);

type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;

/** Returns the height of all answer options of a question, px; 0 for a built-in question that this build does not know. */
export function heightOfOptions({ q, options }: Of<'question_answer'>): number {
  const heights =
    q === undefined
      ? options.map(heightOfOption)
      : Array.from({ length: ANSWERS_OF_QUESTIONS[q - 1] ?? 0 }, () => OPTION_PX);
  return heights.reduce((sum, height) => sum + height + OPTION_GAP_PX, 0);
}

/**
 * Returns the height of a moderation note, px: two lines and the link to the rules, plus one line each for the deadline and the
 * count if present.
 */
export const heightOfViolation = ({ count, until }: Of<'violate_rule'>): number =>
  (2 + (until === undefined ? 0 : 1) + (count > 0 ? 1 : 0)) * LINE_PX + RULES_PX;
