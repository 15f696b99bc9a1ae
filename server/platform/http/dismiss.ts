import type { Duplex } from 'node:stream';

/** Long enough for the answer to arrive; destroying a socket with unread bytes would lose the answer. */
const LINGER_MS = 1_000;

/** Closes a useless socket: sends the answer, discards further input, then destroys it. */
export function dismiss(socket: Duplex, answer: string): void {
  // It may fail at any moment, and no other error listener is left.
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
