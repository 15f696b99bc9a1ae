import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import { CallBubble } from './call.tsx';
import { LineBubble } from './line.tsx';
import { heightOfText, TextBubble } from './text.tsx';
import { UnsupportedBubble } from './unsupported.tsx';

type Bubble<P> = {
  readonly draw: (payload: P, tid: string) => ReactNode;
  /** Estimates the height of what is drawn, px. */
  readonly height: (payload: P) => number;
};

/** Drawn as its line. */
const line: Bubble<Payload> = { draw: (payload) => <LineBubble payload={payload} />, height: () => heightOfText('') };

/** One bubble for each kind: a new kind without one does not compile. */
const bubbles = {
  text: { draw: ({ body }, tid) => <TextBubble tid={tid} body={body} />, height: ({ body }) => heightOfText(body) },
  call: { draw: (call, tid) => <CallBubble call={call} tid={tid} />, height: () => 46 },
  location: line,
  image: line,
  audio: line,
  video: line,
  system: line,
  sticker: line,
  friends_request: line,
  gift: line,
  short_video: line,
  invite_video: line,
  manager_text: line,
  ask_gift: line,
  image_with_gift: line,
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

export const drawPayload = (payload: Payload | undefined, tid: string): ReactNode =>
  payload ? bubbleOf(payload).draw(payload, tid) : <UnsupportedBubble />;

export const heightOfPayload = (payload: Payload | undefined): number =>
  payload ? bubbleOf(payload).height(payload) : heightOfText('');
