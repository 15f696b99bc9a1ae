import xml, { type Element } from '@xmpp/xml';
import { bareJid, jidOfUid, uidOfDomainJid } from '../../../contract/jid.ts';
import {
  type LiveStatus,
  PRESENCE_NS,
  readWatch,
  writePresence,
  writeWatchAgain,
} from '../../../contract/people/presence.ts';
import { createDueQueue } from './due-queue.ts';
import type { Here, ServiceOptions, ServicePart } from './service.ts';
import { createRegister, type Watcher } from './watch-register.ts';

/** The database access of presence watches; `server/domains/discovery/watching.ts` implements it. */
export type WatchSource = {
  /** Returns the status of each account, as shown to accounts that may see it. */
  statusOf(uids: readonly number[]): Promise<Map<number, LiveStatus>>;
  /** Loads the blocks between two sets of accounts. `isApart(a, b)`: one of the two has blocked the other. */
  blocksBetween(some: readonly number[], others: readonly number[]): Promise<(a: number, b: number) => boolean>;
  /** Returns which of these streams are open, by the ids that the edges gave them. */
  openStreams(streams: readonly string[]): Promise<ReadonlySet<string>>;
};

/** Times of presence watches, in ms; tests shorten them. */
export type WatchTimes = {
  /** Changes within this time are sent together. */
  readonly gatherMs: number;
  /** A user who reconnects within this time is not shown as offline. */
  readonly graceMs: number;
  /** Interval at which watches are removed whose stream ended unnoticed. */
  readonly sweepMs: number;
};
const TIMES: WatchTimes = { gatherMs: 200, graceMs: 3_000, sweepMs: 60_000 };
const RETRY_MS = 1_000;
/** Maximum number of new watches that one query answers. */
const ASKED_AT_ONCE = 25;
const CALLED_AT_ONCE = 200;
const CALL_PAUSE_MS = 100;
/** How long after a call to watch again newly announced streams are called too: a new stream is written to the database within it. */
const NOTED_LATE_MS = 10_000;
const SWEPT_AT_ONCE = 500;
const SWEEP_PAUSE_MS = 20;

/** Dependencies of `watchPresence`. */
export type WatchersOptions = ServiceOptions<WatchSource> & {
  readonly times?: Partial<WatchTimes>;
  readonly here: () => Here;
};

/** The gate's handler of presence watches in a process, which the database channels of discovery notify. */
export type Watchers = ServicePart & {
  /**
   * Called for each announcement of a changed presence: the streams that watch the account get its status. `payload`: the uid, followed by
   * the id of its stream if that ended, or by `!` if it ended and cannot be resumed.
   */
  changed(payload: string): void;
  /**
   * Called when the blocks of an account changed, with `all` when that may have been missed: its watchers get its status without the grace
   * time.
   */
  policyChanged(uid: number | 'all'): void;
  /**
   * Called when announcements of changed presence may have been missed: checks all watched accounts again, and removes watches whose stream
   * has ended.
   */
  missed(): void;
  online(): void;
  /** For tests: number of entries in memory. */
  size(): { readonly watchers: number; readonly watched: number };
  close(): void;
};

/**
 * Creates the handler that pushes presence: it answers a watch with the status of each watched account, then sends each change. A watch
 * lives as long as the stream that sent it. None is retained for a resume, because a client watches again after every connect. Each
 * process answers its own streams. After it was disconnected from the XMPP server it asks their clients to watch again.
 */
export function watchPresence(options: WatchersOptions): Watchers {
  const { domain, source, log, send, here } = options;
  const times = { ...TIMES, ...options.times };
  const register = createRegister();
  const dueQueue = createDueQueue(work);
  /** When each account disconnected that is still shown as online. */
  const awaySince = new Map<number, number>();
  let newRequests: { readonly watcher: Watcher; readonly id: string }[] = [];
  let working = false;
  /** When this process last asked its clients to watch again; initially never. */
  let calledAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let sweeping: Promise<void> | undefined;
  const sweeper = setInterval(() => void sweep().catch(failed), times.sweepMs);
  sweeper.unref();

  /** Runs rounds one after another, so that the last message contains the latest state. */
  async function work(): Promise<void> {
    if (working) return;
    working = true;
    while (!closed) {
      const newcomers = newRequests.splice(0, ASKED_AT_ONCE);
      const due = dueQueue.takeDue();
      if (newcomers.length === 0 && due.size === 0) break;
      try {
        await round(newcomers, due);
      } catch (error) {
        failed(error);
        for (const { watcher, id } of newcomers) refuse(watcher.jid, id);
        for (const [uid, atOnce] of due) dueQueue.add(uid, RETRY_MS, atOnce);
      }
    }
    working = false;
  }

  async function round(newcomers: typeof newRequests, due: ReadonlyMap<number, boolean>): Promise<void> {
    const affectedWatchers = [...due.keys()].flatMap((uid) => [...register.watchersOf(uid)]);
    const uids = [...new Set([...due.keys(), ...newcomers.flatMap(({ watcher }) => watcher.targets)])];
    const owners = [
      ...new Set([...affectedWatchers, ...newcomers.map(({ watcher }) => watcher)].map(({ uid }) => uid)),
    ];
    const statuses = await source.statusOf(uids);
    const isApart = await source.blocksBetween(owners, uids);
    const seenBy = (watcher: Watcher, uid: number): LiveStatus =>
      isApart(watcher.uid, uid) ? 'offline' : (statuses.get(uid) ?? 'offline');

    for (const [uid, atOnce] of due) {
      if (statuses.get(uid) !== 'offline' || atOnce) awaySince.delete(uid);
      else if (!isGraceOver(uid)) continue;
      for (const watcher of register.watchersOf(uid)) watcher.news(uid, seenBy(watcher, uid));
    }
    for (const { watcher, id } of newcomers) {
      const answer = new Map(watcher.targets.map((uid) => [uid, seenBy(watcher, uid)]));
      watcher.begin(answer);
      send(xml('iq', { type: 'result', to: watcher.jid, id }, writePresence(answer)));
    }
    for (const watcher of new Set(affectedWatchers)) {
      const news = watcher.takeNews();
      if (news.size > 0) send(headline(watcher.jid, writePresence(news)));
    }
  }

  function isGraceOver(uid: number): boolean {
    const since = awaySince.get(uid) ?? performance.now();
    const left = since + times.graceMs - performance.now();
    if (left <= 0) awaySince.delete(uid);
    else {
      awaySince.set(uid, since);
      dueQueue.add(uid, left, false);
    }
    return left <= 0;
  }

  const headline = (to: string, child: Element) => xml('message', { type: 'headline', to }, child);
  const failed = (error: unknown) => log.warn({ err: error }, 'failed to send presence');

  function refuse(to: string, id: string, type = 'wait', condition = 'internal-server-error'): void {
    const error = xml('error', { type }, xml(condition, { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' }));
    send(xml('iq', { type: 'error', to, id }, error));
  }

  /**
   * Removes watches whose stream has ended unnoticed. Recent watches are skipped, because their stream may not be written to the
   * database yet.
   */
  function sweep(): Promise<void> {
    sweeping ??= sweepSlices().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  }
  async function sweepSlices(): Promise<void> {
    // Streams are checked in batches, because a single query would be too large and delay other work.
    for (;;) {
      const old = register.olderThan(times.sweepMs, SWEPT_AT_ONCE);
      if (old.length === 0 || closed) return;
      const open = await source.openStreams(old.map(({ stream }) => stream));
      for (const { stream } of old) {
        if (open.has(stream)) register.isThere(stream);
        else register.drop(stream);
      }
      await new Promise((resolve) => setTimeout(resolve, SWEEP_PAUSE_MS));
    }
  }

  const callOne = (uid: number) => void send(headline(jidOfUid(uid, domain), writeWatchAgain()));

  async function callAgain(): Promise<void> {
    calledAt = performance.now();
    register.clear();
    awaySince.clear();
    const present = [...here().keys()];
    for (let at = 0; at < present.length && !closed; at += CALLED_AT_ONCE) {
      // Clients are asked in batches, or all their answers would arrive at once.
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, CALL_PAUSE_MS));
      for (const uid of present.slice(at, at + CALLED_AT_ONCE)) callOne(uid);
    }
  }

  return {
    /** Handles a watch request and returns true; returns false for any other stanza. */
    take(stanza) {
      const { type, from = '', id = '' } = stanza.attrs;
      const element = stanza.getChild('watch', PRESENCE_NS);
      if (!stanza.is('iq') || type !== 'set' || !element) return false;
      const watch = readWatch(element);
      const uid = uidOfDomainJid(from, domain);
      if (!watch || watch.stream === '' || uid === undefined || bareJid(from) === from) {
        refuse(from, id, 'modify', 'bad-request');
        return true;
      }
      newRequests.push({ watcher: register.put({ uid, jid: from, stream: watch.stream, targets: watch.uids }), id });
      void work();
      return true;
    },

    changed(payload) {
      const [uid = '', rest] = payload.split(' ');
      const atOnce = rest === '!';
      if (rest !== undefined && !atOnce) register.drop(rest);
      // The stream may have opened while the gate was offline, and not have been in the list when clients were asked to watch again.
      if (rest === undefined && performance.now() - calledAt < NOTED_LATE_MS && here().has(Number(uid)))
        callOne(Number(uid));
      if (register.isWatched(Number(uid))) dueQueue.add(Number(uid), times.gatherMs, atOnce);
    },

    policyChanged(uid) {
      const uids = uid === 'all' ? register.watched() : register.isWatched(uid) ? [uid] : [];
      for (const uid of uids) dueQueue.add(uid, times.gatherMs, true);
    },

    missed() {
      for (const uid of register.watched()) dueQueue.add(uid, times.gatherMs, false);
      void sweep().catch(failed);
    },

    /** The component has a new stream: clients that watched on an earlier one must watch again. */
    online: () => void callAgain(),

    // After a new stream every client watches again and gets the complete presence.
    isFleeting: isPresenceNews,

    size: () => ({ watchers: register.size(), watched: register.watched().length }),

    close() {
      closed = true;
      clearInterval(sweeper);
      dueQueue.close();
      register.clear();
      newRequests = [];
    },
  };
}

const isPresenceNews = (stanza: Element): boolean =>
  stanza.is('message') && stanza.getChildElements().some((child) => child.getNS() === PRESENCE_NS);
