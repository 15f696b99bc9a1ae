import { useEffect, useRef, useState } from 'react';
import { type FrameMessage, type PageMessage, readFrameMessage } from '#contract/payments/frame.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';

type Token = Extract<FrameMessage, { type: 'token' }>;
const FIRST_HEIGHT_PX = 200;

/** Address of a frame, with the language and the theme that it is drawn in. */
function dressed(url: string): string {
  const address = new URL(url);
  address.searchParams.set('lang', currentLanguage());
  address.searchParams.set('theme', document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark');
  return address.href;
}

/**
 * Talks to the gateway's frame. A message counts only from the very window of the frame and the exact origin of its address; a
 * token only with the nonce of the last question. All of them are hints.
 */
export function useCardFrame(url: string | undefined, on: { token: (token: Token) => void; done: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const asked = useRef('');
  const told = useRef(on);
  told.current = on;
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const [complete, setComplete] = useState(false);
  const [heard, setHeard] = useState(false);
  const origin = url === undefined ? undefined : new URL(url).origin;
  useEffect(() => {
    setComplete(false);
    setHeard(false);
    if (origin === undefined) return;
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin || !event.source || event.source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(event.data);
      if (!message) return;
      setHeard(true);
      if (message.type === 'size') setHeight(message.height);
      else if (message.type === 'state') setComplete(message.complete);
      else if (message.type === 'done') told.current.done();
      else if (message.nonce === asked.current) {
        asked.current = '';
        told.current.token(message);
      }
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [origin]);
  return {
    frame,
    src: url === undefined ? undefined : dressed(url),
    height,
    complete,
    /** Whether anything was heard of the frame: one that was blocked says nothing. */
    heard,
    submit(): void {
      asked.current = crypto.randomUUID();
      const message: PageMessage = { type: 'submit', nonce: asked.current };
      if (origin) frame.current?.contentWindow?.postMessage(message, origin);
    },
  };
}
