import type { ReactNode } from 'react';
import type { Payload, PayloadKind } from '#contract/chat/payload.ts';
import { CallBubble } from './call.tsx';
import { TextBubble } from './text.tsx';
import { UnsupportedBubble } from './unsupported.tsx';

type Of<K extends PayloadKind> = Extract<Payload, { readonly kind: K }>;

/** One bubble for each kind: a new kind without one does not compile. */
const bubbles: { readonly [K in PayloadKind]: (payload: Of<K>, tid: string) => ReactNode } = {
  text: ({ body }, tid) => <TextBubble tid={tid} body={body} />,
  call: (call, tid) => <CallBubble call={call} tid={tid} />,
};

export function drawPayload(payload: Payload | undefined, tid: string): ReactNode {
  if (!payload) return <UnsupportedBubble />;
  // The bubble of that kind takes that payload; TypeScript does not follow the key.
  const draw = bubbles[payload.kind] as (payload: Payload, tid: string) => ReactNode;
  return draw(payload, tid);
}
