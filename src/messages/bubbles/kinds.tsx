import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { CallBubble } from './call.tsx';
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

/** One bubble for each kind: a new kind without one does not compile. */
const bubbles = {
  text: { draw: ({ body }, tid) => <TextBubble tid={tid} body={body} />, height: ({ body }) => heightOfText(body) },
  call: { draw: (call, tid) => <CallBubble call={call} tid={tid} />, height: () => 46 },
  ...MEDIA_BUBBLES,
  system: line,
  sticker: line,
  friends_request: line,
  gift: line,
  invite_video: line,
  manager_text: line,
  ask_gift: line,
  official_message: line,
  violate_rule: line,
  maintenance: line,
  question_answer: line,
  story_line_call: line,
  attribution_refresh: line,
  add_friend_msg: line,
} satisfies { readonly [K in PayloadKind]: Bubble<Extract<Payload, { readonly kind: K }>> };

// The bubble of that kind takes that payload; TypeScript does not follow the key.
const bubbleOf = ({ kind }: Payload) => bubbles[kind] as Bubble<Payload>;

export const drawPayload = (payload: Payload | undefined, tid: string, row: MessageRow): ReactNode =>
  payload ? bubbleOf(payload).draw(payload, tid, row) : <UnsupportedBubble />;

export const heightOfPayload = (payload: Payload | undefined): number =>
  payload ? bubbleOf(payload).height(payload) : heightOfText('');
