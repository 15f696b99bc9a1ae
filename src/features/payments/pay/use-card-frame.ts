import { useEffect, useRef, useState } from 'react';
import { type FrameMessage, type PageMessage, readFrameMessage } from '#contract/payments/frame.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';

type Token = Extract<FrameMessage, { type: 'token' }>;
const FIRST_HEIGHT_PX = 200;

/** Adds the language and the theme to the URL of the frame. */
function dressed(url: string): string {
  const address = new URL(url);
  address.searchParams.set('lang', currentLanguage());
  address.searchParams.set('theme', document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark');
  return address.href;
}

/**
 * Exchanges messages with the gateway's iframe. A message is accepted only from the frame's window and the origin of its URL; a
 * token only with the nonce of the last `submit`. The server verifies everything.
 */
export function useCardFrame(url: string | undefined, on: { token: (token: Token) => void; done: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const pendingNonce = useRef('');
  const handlers = useRef(on);
  handlers.current = on;
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
      else if (message.type === 'done') handlers.current.done();
      else if (message.nonce === pendingNonce.current) {
        pendingNonce.current = '';
        handlers.current.token(message);
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
    /** Whether a message has arrived from the frame; a blocked frame sends none. */
    heard,
    /** Asks the frame for a token of its card fields, which `on.token` receives. */
    submit(): void {
      pendingNonce.current = crypto.randomUUID();
      const message: PageMessage = { type: 'submit', nonce: pendingNonce.current };
      if (origin) frame.current?.contentWindow?.postMessage(message, origin);
    },
  };
}
