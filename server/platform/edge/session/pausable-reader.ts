import type { WebSocket } from 'ws';

/**
 * A reason for which a stream's socket is not read. Each reason has one owner, which sets and releases it. The socket is read again when
 * no reason is left.
 */
export type HoldReason =
  /** The connection to the XMPP server is not open yet. */
  | 'opening'
  /** The stream's other socket, to which the frames are forwarded, does not drain its send buffer. */
  | 'slow-reader'
  /** A lookup that the rules need for a stanza is running. */
  | 'look-up'
  /** A token is being checked. */
  | 'login'
  /** The stream has used up its frames of this interval. */
  | 'pace'
  /** A stanza was refused after too many recent refusals of the account; released after `FLOOD_PAUSE_MS`. */
  | 'flood'
  /** Too many stanzas of the stream wait until messages before them are archived. */
  | 'archive';

/** Pauses and resumes the reading of a stream's socket, by reason. */
export type Holder = { hold(reason: HoldReason): void; release(reason: HoldReason): void };
type Pausable = Pick<WebSocket, 'pause' | 'resume'>;

/** Creates the flow control of a stream's socket. `freed` is called after the last reason is released; by default it resumes the socket. */
export function holder(socket: Pausable, freed: () => void = () => socket.resume()) {
  const reasons = new Set<HoldReason>();
  let stopped = false;
  return {
    isHeld: () => reasons.size > 0,
    hold(reason: HoldReason): void {
      if (stopped) return;
      reasons.add(reason);
      socket.pause();
    },
    release(reason: HoldReason): void {
      if (reasons.delete(reason) && reasons.size === 0) freed();
    },
    /** Releases all reasons permanently: a paused socket would never read its closing handshake. */
    stop(): void {
      stopped = true;
      reasons.clear();
      socket.resume();
    },
  };
}

/**
 * Creates the reader that passes the frames of a client to `take` in order. While the client is paused, frames that were already read
 * wait in a queue, because a paused socket still delivers its last chunk.
 */
export function pausableReader(socket: Pausable, take: (text: string) => void) {
  const held = holder(socket, drain);
  let waiting: string[] = [];
  let draining = false;
  let stopped = false;

  function drain(): void {
    if (draining) return;
    draining = true;
    let next = 0;
    for (; next < waiting.length && !held.isHeld() && !stopped; next += 1) take(waiting[next] ?? '');
    waiting = stopped ? [] : waiting.slice(next);
    draining = false;
    if (!held.isHeld()) socket.resume();
  }

  return {
    hold: held.hold,
    release: held.release,
    receive(text: string): void {
      if (stopped) return;
      if (held.isHeld() || draining) waiting.push(text);
      else take(text);
    },
    stop(): void {
      stopped = true;
      waiting = [];
      held.stop();
    },
  };
}
