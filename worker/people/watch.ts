import xml, { type Element } from '@xmpp/xml';
import { type LiveStatus, readPresence, readPresenceNews, writeWatch } from '#contract/people/presence.ts';
import { PRESENCE_WATCH_MAX } from '#contract/people/rules.ts';
import type { Ask } from '../xmpp/iq.ts';

/** Presence by uid. */
export type Statuses = ReadonlyMap<number, LiveStatus>;

/** Delay that combines frequent changes, ms. */
const SETTLE_MS = 150;

/**
 * Creates the presence subscription for the people that any tab shows. It sends their uids, at most PRESENCE_WATCH_MAX, to the gate, which
 * responds with the current statuses and pushes changes. A new stream has no subscription, so the list is sent again on each stream and
 * when the gate asks for it.
 */
export function createPresenceWatch(options: {
  /** Returns all people that any tab shows. */
  readonly wanted: () => readonly number[];
  readonly gate: () => string;
  readonly store: (statuses: Statuses) => void;
  /** Called with the people that any tab shows, at most PRESENCE_WATCH_MAX, after this set has changed. */
  readonly onShown?: (uids: readonly number[]) => void;
  /** Fetches presence in another way while there is no stream, or when the gate does not answer. */
  readonly askOtherwise?: (uids: readonly number[]) => Promise<Statuses>;
}) {
  let ask: Ask | undefined;
  let sentUids = '';
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendList(): Promise<void> {
    const uids = [...new Set(options.wanted())].sort((a, b) => a - b).slice(0, PRESENCE_WATCH_MAX);
    const wish = uids.join(' ');
    const isNew = wish !== shown;
    shown = wish;
    if (isNew) options.onShown?.(uids);
    if (wish === sentUids) return;
    if (!ask) {
      if (isNew) await storeOtherwise(uids);
      return;
    }
    sentUids = wish;
    const askAtStart = ask;
    const answer = await askAtStart(xml('iq', { type: 'set', to: options.gate() }, writeWatch(uids)));
    // The stream ended: the request was repeated on its successor, or the user is signing out.
    if (askAtStart !== ask && (ask !== undefined || wish !== shown)) return;
    const statuses = answer && readPresence(answer);
    if (statuses) options.store(statuses);
    // Without a response the list is sent again at the next change or on the next stream.
    else {
      sentUids = '';
      if (isNew) await storeOtherwise(uids);
    }
  }

  async function storeOtherwise(uids: readonly number[]): Promise<void> {
    const statuses = await options.askOtherwise?.(uids);
    if (statuses && statuses.size > 0) options.store(statuses);
  }

  /** Schedules an update after the shown people changed; scrolling changes them many times per second. */
  function changed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void sendList(), SETTLE_MS);
  }
  function resendList(): void {
    sentUids = '';
    changed();
  }

  return {
    changed,
    /** Sends the list on a new stream. */
    open(next: Ask): void {
      ask = next;
      resendList();
    },
    /** Called when the stream has ended: presence is fetched in another way until the next one. */
    close(): void {
      ask = undefined;
      sentUids = '';
    },
    /** Stops, because the user is signing out. */
    stop(): void {
      clearTimeout(timer);
      ask = undefined;
      sentUids = shown = '';
    },
    /**
     * Called for each incoming stanza: stores pushed statuses, or sends the list again on request. Returns whether it was a presence event
     * of the gate.
     */
    take(stanza: Element): boolean {
      const news = readPresenceNews(stanza, options.gate());
      if (news?.kind === 'watch-again') resendList();
      else if (news) options.store(news.statuses);
      return news !== undefined;
    },
  };
}
