import type { WebSocket } from 'ws';
import { EDGE_PINGS_UNANSWERED_MAX } from './bounds.ts';

/**
 * Who is switched off says no goodbye, and the kernel waits a quarter of an hour for them. Called at each interval, pings
 * whoever was silent since the last one; `gone` once, when so many pings brought nothing. Answers to pings (RFC 6455,
 * section 5.5.3) come from the browser itself, also for a page that is frozen.
 */
export function watchOver(client: WebSocket, gone: () => void): () => void {
  let silent = 0;
  const heard = () => {
    silent = 0;
  };
  client.on('message', heard);
  client.on('pong', heard);
  client.on('ping', heard);
  return () => {
    silent += 1;
    if (silent > EDGE_PINGS_UNANSWERED_MAX) gone();
    else if (client.readyState === client.OPEN) client.ping();
  };
}
