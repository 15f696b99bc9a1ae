import type { Duplex } from 'node:stream';

/** Time for the answer to arrive. Destroying a socket with unread bytes at once would lose the answer. */
const LINGER_MS = 1_000;

/**
 * Rejects a raw socket (malformed request, refused upgrade): sends the answer, discards further input, then destroys it after a second at
 * most.
 */
export function dismiss(socket: Duplex, answer: string): void {
  // The socket may fail at any time, and it has no other error listener.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(answer);
}
