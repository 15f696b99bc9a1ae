import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from './address.ts';
import { SOCKET_IDLE_MS, SOCKETS_IN_ALL, SOCKETS_PER_ADDRESS } from './bounds.ts';

/** Limits of the sockets of an HTTP server: their times and their number. */
export type SocketRules = {
  /** How long a socket may wait for a complete request, and how long a body may make no progress, in ms. */
  readonly idleMs: number;
  /** How long the body of a signed-in account, or a response, may make no progress, in ms: a paused clip is read later. */
  readonly stallMs: number;
  /** Maximum number of sockets without a known account from one address. */
  readonly perAddress: number;
  /** Maximum number of sockets without a known account. */
  readonly inAll: number;
};
const STALL_MS = 60_000;
const LOOK_EVERY_MS = 500;
const RELEASED = 'released';

/** Ends the limits of an HTTP socket; called by the handler of a websocket upgrade, which owns the socket from then on. */
export const releaseSocket = (socket: Duplex): void => void socket.emit(RELEASED);

/** The limits of HTTP sockets of a server without a proxy; `socketRulesFor` adapts them. */
export const SOCKET_RULES: SocketRules = {
  idleMs: SOCKET_IDLE_MS,
  stallMs: STALL_MS,
  perAddress: SOCKETS_PER_ADDRESS,
  inAll: SOCKETS_IN_ALL,
};

type Held = {
  readonly socket: Socket;
  readonly home: string;
  /** Requests that are not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** Returns the account of the last request once its token was accepted; 0 otherwise. */
  uid(): number;
  known: boolean;
  /** Time of the last progress, and the bytes transferred until then. */
  since: number;
  moved: number;
};

/**
 * Manages the sockets of an HTTP server until they become websockets: their errors, how long they may be idle, and how many may
 * exist without a known account. Above a limit the socket that has waited longest for its request is closed, so that a client with
 * many idle sockets cannot lock out others; when all are busy, the new socket is closed.
 */
export function guardSockets(server: Server, rules: SocketRules, clock: { now(): number }) {
  const all = new Map<Socket, Held>();
  /** Sockets without a request, in the order in which they started to wait. */
  const waiting = new Set<Held>();
  const unknown = new Map<string, number>();
  let unknownInAll = 0;

  function count(home: string, by: 1 | -1): void {
    unknownInAll += by;
    const left = (unknown.get(home) ?? 0) + by;
    if (left > 0) unknown.set(home, left);
    else unknown.delete(home);
  }

  function onConnection(socket: Socket): void {
    // Node.js removes its own error listener when a socket is upgraded.
    socket.on('error', () => socket.destroy());
    const held: Held = {
      socket,
      home: networkOf(socket.remoteAddress ?? ''),
      requests: new Set<IncomingMessage>(),
      uid: () => 0,
      known: false,
      since: clock.now(),
      moved: 0,
    };
    const isTooMany = () => unknownInAll >= rules.inAll || (unknown.get(held.home) ?? 0) >= rules.perAddress;
    if (isTooMany()) {
      const inHome = (unknown.get(held.home) ?? 0) >= rules.perAddress;
      longestWaiting(inHome ? held.home : undefined)?.socket.destroy();
    }
    if (isTooMany()) {
      socket.destroy();
      return;
    }
    all.set(socket, held);
    waiting.add(held);
    count(held.home, 1);
    for (const end of [RELEASED, 'close']) socket.once(end, () => forget(held));
  }

  function longestWaiting(home: string | undefined): Held | undefined {
    for (const held of waiting) {
      if (held.known || (home !== undefined && held.home !== home)) continue;
      forget(held);
      return held;
    }
    return undefined;
  }

  function forget(held: Held): void {
    if (!all.delete(held.socket)) return;
    waiting.delete(held);
    if (!held.known) count(held.home, -1);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const held = all.get(request.socket);
    if (!held) return;
    held.requests.add(request);
    waiting.delete(held);
    held.since = clock.now();
    response.once('close', () => {
      if (all.has(held.socket)) know(held);
      held.requests.delete(request);
      held.since = clock.now();
      if (held.requests.size === 0 && all.has(held.socket)) waiting.add(held);
    });
  }

  function know(held: Held): void {
    if (held.known || held.uid() === 0) return;
    held.known = true;
    count(held.home, -1);
  }

  function look(): void {
    const now = clock.now();
    for (const held of all.values()) {
      know(held);
      const allowed = allowedMs(held);
      const moved =
        held.requests.size === 0
          ? held.moved
          : held.socket.bytesRead + held.socket.bytesWritten - held.socket.writableLength;
      if (allowed === undefined || moved !== held.moved) {
        held.moved = moved;
        held.since = now;
      } else if (now - held.since >= allowed) held.socket.destroy();
    }
  }

  /**
   * Returns the allowed time without progress, in ms; undefined while the server itself is busy. Bytes of an incomplete request
   * line or header do not count.
   */
  function allowedMs({ requests, socket, known }: Held): number | undefined {
    if (requests.size === 0) return rules.idleMs;
    const isArriving = [...requests].some(({ complete }) => !complete);
    if (isArriving) return known ? rules.stallMs : rules.idleMs;
    return socket.writableLength > 0 ? rules.stallMs : undefined;
  }

  server.on('connection', onConnection);
  server.on('request', onRequest);
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, rules.idleMs / 4));
  timer.unref();
  return {
    /** Sets the function that returns the account of a socket's request. */
    carries(socket: Socket, uid: () => number): void {
      const held = all.get(socket);
      if (held) held.uid = uid;
    },
    counts: () => ({ all: all.size, unknown: unknownInAll }),
    close: () => clearInterval(timer),
  };
}
