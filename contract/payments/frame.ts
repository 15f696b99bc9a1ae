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
 * What a payment page and the gateway's frame with the card fields say to each other by `postMessage`. The card itself is never in
 * it. A frame's address takes `lang` (a language of the app) and `theme` (`dark` or `light`).
 *
 * Who listens checks both where a message came from and who sent it, before it is parsed:
 * - the page: `event.origin` is exactly the origin of the frame's address, `event.source` is exactly the `contentWindow` of its frame;
 * - the frame: `event.origin` is exactly the page's origin that its session was opened with, `event.source` is `window.parent`.
 * Who speaks names the origin it speaks to, never '*'. All of it is a hint: what was paid is asked of the server.
 */
const nonce = pipe(string(), regex(/^[\w-]{8,64}$/));

const FRAME_HEIGHT_MAX_PX = 2_000;

/** Page to frame: take the card, and answer with a `token` that bears the same nonce. */
export const pageMessage = object({ type: literal('submit'), nonce });
export type PageMessage = InferOutput<typeof pageMessage>;

/** Frame to page. */
export const frameMessage = variant('type', [
  /** How high its content is. */
  object({ type: literal('size'), height: pipe(number(), integer(), minValue(1), maxValue(FRAME_HEIGHT_MAX_PX)) }),
  /** Whether the fields could be submitted now. After a `submit` of fields that could not: `complete: false`. */
  object({ type: literal('state'), complete: boolean() }),
  object({
    type: literal('token'),
    nonce,
    token,
    brand: pipe(string(), regex(/^[a-z ]{1,24}$/)),
    last4: pipe(string(), regex(/^\d{4}$/)),
  }),
  /** The challenge is over, however it ended. */
  object({ type: literal('done') }),
]);
export type FrameMessage = InferOutput<typeof frameMessage>;

/** Undefined for what is none of these. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const parsed = safeParse(frameMessage, data);
  return parsed.success ? parsed.output : undefined;
}
