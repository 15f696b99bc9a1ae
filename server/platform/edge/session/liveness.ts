import type { WebSocket } from 'ws';
import { EDGE_PINGS_UNANSWERED_MAX } from '../bounds.ts';

/**
 * Detects a client that vanished without closing its socket (trap 27). The returned function is called once per `EDGE_PING_INTERVAL_MS`:
 * it sends a ping, or calls `onGone` when the last `EDGE_PINGS_UNANSWERED_MAX` pings were followed by no message, ping or pong of the
 * client. The browser itself answers pings, even for a frozen page (RFC 6455, section 5.5.3).
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
