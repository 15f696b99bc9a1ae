import xml, { type Element } from '@xmpp/xml';
import { readPresence, readPresenceNews, type Status, writeWatch } from '#contract/people/presence.ts';
import { PRESENCE_WATCH_MAX } from '#contract/people/rules.ts';
import type { Ask } from '../xmpp/iq.ts';

export type Statuses = ReadonlyMap<number, Status>;

const SETTLE_MS = 150;

/**
 * Keeps the presence of the people that any tab shows: sends their uids to the gate, which answers with the current statuses
 * and pushes each change. A new stream watches no one, so the list is sent again there, and whenever the gate asks for it.
 */
export function createPresenceWatch(options: {
  /** Returns all people that any tab shows. */
  readonly wanted: () => readonly number[];
  readonly gate: () => string;
  readonly store: (statuses: Statuses) => void;
  /** Others are shown than before. */
  readonly onShown?: (uids: readonly number[]) => void;
  /** Where no stream answers. */
  readonly askOtherwise?: (uids: readonly number[]) => Promise<Statuses>;
}) {
  let ask: Ask | undefined;
  let sentUids = '';
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(): Promise<void> {
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
    const asked = ask;
    const answer = await asked(xml('iq', { type: 'set', to: options.gate() }, writeWatch(uids)));
    // Over a stream that is gone: its successor has been asked.
    if (asked !== ask) return;
    const statuses = answer && readPresence(answer);
    if (statuses) options.store(statuses);
    // No answer: the next change, or the next stream, sends it again.
    else {
      sentUids = '';
      if (isNew) await storeOtherwise(uids);
    }
  }

  async function storeOtherwise(uids: readonly number[]): Promise<void> {
    const statuses = await options.askOtherwise?.(uids);
    if (statuses && statuses.size > 0) options.store(statuses);
  }

  /** Somebody else is shown now. Scrolling changes that many times a second. */
  function changed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), SETTLE_MS);
  }
  function again(): void {
    sentUids = '';
    changed();
  }

  return {
    changed,
    /** A new stream is up. */
    open(next: Ask): void {
      ask = next;
      again();
    },
    /** Stops: no user is signed in any more. */
    leave(): void {
      ask = undefined;
      sentUids = '';
    },
    /** True when the stanza was the gate's news of presence. */
    take(stanza: Element): boolean {
      const news = readPresenceNews(stanza, options.gate());
      if (news?.kind === 'watch-again') again();
      else if (news) options.store(news.statuses);
      return news !== undefined;
    },
  };
}
