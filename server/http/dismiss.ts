import type { Duplex } from 'node:stream';

/** Long enough for the answer to arrive; what is destroyed with unread bytes takes its answer along. */
const LINGER_MS = 1_000;

/** Ends a socket that nobody needs: the answer goes out, what still comes is thrown away, and soon it is gone. */
export function dismiss(socket: Duplex, answer: string): void {
  // It may break at any moment, and nobody else listens any more.
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
