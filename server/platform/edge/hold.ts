import type { WebSocket } from 'ws';

/**
 * Counts the reasons for which a socket is not read. Each reason has one owner, who sets and releases it. The socket is read
 * again only when no reason is left.
 */
export type HoldReason =
  /** The server side is not open yet. */
  | 'opening'
  /** The other side does not read what we send it. */
  | 'slow-reader'
  /** The rules wait for a policy that is being loaded. */
  | 'look-up'
  /** A token is being checked. */
  | 'login'
  /** Other streams have their turn. */
  | 'pace'
  /** Too many recent refusals of the account. */
  | 'flood'
  /** Too many messages wait to be archived. */
  | 'archive';

export type Holder = { hold(reason: HoldReason): void; release(reason: HoldReason): void };
type Pausable = Pick<WebSocket, 'pause' | 'resume'>;

/** Creates the holder of a socket. `freed` is called after the last reason is released; by default it resumes the socket. */
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
    /** Releases all holds for good: a paused socket would never read its own closing handshake. */
    stop(): void {
      stopped = true;
      reasons.clear();
      socket.resume();
    },
  };
}

/**
 * Hands the frames of a client to `take` one after the other. While the client is held, frames that were read already (a
 * paused socket still delivers its last chunk) wait in order.
 */
export function intake(socket: Pausable, take: (text: string) => void) {
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
