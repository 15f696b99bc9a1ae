import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import { CallBubble } from './call.tsx';
import { heightOfText, TextBubble } from './text.tsx';
import { UnsupportedBubble } from './unsupported.tsx';

type Bubble<P> = {
  readonly draw: (payload: P, tid: string) => ReactNode;
  /** Estimates the height of what is drawn, px. */
  readonly height: (payload: P) => number;
};

/** One bubble for each kind: a new kind without one does not compile. */
const bubbles = {
  text: { draw: ({ body }, tid) => <TextBubble tid={tid} body={body} />, height: ({ body }) => heightOfText(body) },
  call: { draw: (call, tid) => <CallBubble call={call} tid={tid} />, height: () => 46 },
} satisfies { readonly [K in PayloadKind]: Bubble<Extract<Payload, { readonly kind: K }>> };

// The bubble of that kind takes that payload; TypeScript does not follow the key.
const bubbleOf = ({ kind }: Payload) => bubbles[kind] as Bubble<Payload>;

export const drawPayload = (payload: Payload | undefined, tid: string): ReactNode =>
  payload ? bubbleOf(payload).draw(payload, tid) : <UnsupportedBubble />;

export const heightOfPayload = (payload: Payload | undefined): number =>
  payload ? bubbleOf(payload).height(payload) : heightOfText('');
