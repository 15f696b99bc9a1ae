import {
  boolean,
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  number,
  object,
  pipe,
  regex,
  safeParse,
  string,
  variant,
} from 'valibot';
import { token } from './orders.ts';

/**
 * `postMessage` protocol between a payment page and the gateway's frame with the card fields. The card itself is never in it. A frame's
 * address takes `lang` (a language of the app) and `theme` (`dark` or `light`).
 *
 * Receivers check origin and source before parsing:
 * - the page: `event.origin` is exactly the origin of the frame's address, `event.source` is exactly the `contentWindow` of its frame;
 * - the frame: `event.origin` is exactly the page's origin that its session was opened with, `event.source` is `window.parent`.
 * Senders name the target origin, never '*'. All messages are hints: the server decides what was paid.
 */

/** Identifies a `submit` of the page; the `token` that answers it has the same one. */
const nonce = pipe(string(), regex(/^[\w-]{8,64}$/));

const FRAME_HEIGHT_MAX_PX = 2_000;

/** Schema of the message from the payment page to the frame: tokenise the card, and answer with a `token` of the same nonce. */
export const pageMessage = object({ type: literal('submit'), nonce });
/** Request of the payment page to the frame to tokenise the card. */
export type PageMessage = InferOutput<typeof pageMessage>;

/** Schema of the messages from the frame to the payment page. */
export const frameMessage = variant('type', [
  /** Height of the frame's content. */
  object({ type: literal('size'), height: pipe(number(), integer(), minValue(1), maxValue(FRAME_HEIGHT_MAX_PX)) }),
  /** Whether the fields can be submitted. A `submit` of incomplete fields is answered with `complete: false`. */
  object({ type: literal('state'), complete: boolean() }),
  object({
    type: literal('token'),
    nonce,
    token,
    brand: pipe(string(), regex(/^[a-z ]{1,24}$/)),
    last4: pipe(string(), regex(/^\d{4}$/)),
  }),
  /** The challenge ended, with any outcome. */
  object({ type: literal('done') }),
]);
/** Message of the frame: its height, whether the fields are complete, the card's token, or the end of a challenge. */
export type FrameMessage = InferOutput<typeof frameMessage>;

/** Parses a message of the gateway's frame; undefined for anything else. The caller has checked origin and source. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const parsed = safeParse(frameMessage, data);
  return parsed.success ? parsed.output : undefined;
}
