import type { WebSocket } from 'ws';
import { EDGE_PINGS_UNANSWERED_MAX } from '../bounds.ts';

/**
 * Detects clients that vanished without closing the socket (trap 27). The returned function is called once per interval: it pings a
 * client that sent nothing since the last call, and calls `onGone` when more than `EDGE_PINGS_UNANSWERED_MAX` pings are unanswered.
 * The browser itself answers pings, even for a frozen page (RFC 6455, section 5.5.3).
 */
export function checkLiveness(client: WebSocket, onGone: () => void): () => void {
  let unansweredPings = 0;
  const reset = () => {
    unansweredPings = 0;
  };
  client.on('message', reset);
  client.on('pong', reset);
  client.on('ping', reset);
  return () => {
    unansweredPings += 1;
    if (unansweredPings > EDGE_PINGS_UNANSWERED_MAX) onGone();
    else if (client.readyState === client.OPEN) client.ping();
  };
}
