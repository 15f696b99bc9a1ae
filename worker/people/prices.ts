import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { PRICES_KEPT_MS } from '#contract/discovery/rules.ts';
import { PRESENCE_TARGETS_MAX } from '#contract/people/rules.ts';
import type { Api } from '../api/client.ts';
import type { AppDb } from '../db/schema.ts';

type Ports = { readonly app: AppDb; readonly api: Pick<Api, 'call'>; readonly now: () => number };

/**
 * Creates the fetcher of the prices of a call minute with hosts and of their availability, for lists that come without prices (friends,
 * favourites, conversations). It fetches prices that are unknown or older than PRICES_KEPT_MS.
 */
export function createPrices({ app, api, now }: Ports) {
  const requestedAt = new Map<number, number>();

  return {
    /** Fetches unknown or outdated prices of shown hosts, at most PRESENCE_TARGETS_MAX at once and each at most once per PRICES_KEPT_MS. */
    async refresh(uids: readonly number[]): Promise<void> {
      const people = await app.people.bulkGet([...uids]);
      const due = people.filter((person) => {
        if (person?.role !== ROLE_ANCHOR) return false;
        const known = person.price > 0 ? person.fetchedAt : 0;
        return now() - Math.max(known, requestedAt.get(person.uid) ?? 0) > PRICES_KEPT_MS;
      });
      const targets = due.flatMap((person) => person ?? []).slice(0, PRESENCE_TARGETS_MAX);
      if (targets.length === 0) return;
      for (const { uid } of targets) requestedAt.set(uid, now());
      const answer = await api.call('anchorAccount', { targetJid: targets.map(({ jid }) => jid) });
      if (!answer.ok) return;
      const known = new Map(
        answer.value.anchorAccountInfo.map(({ jid, privateChatPrice: price, takesCalls }) => [
          jid,
          { price, takesCalls },
        ]),
      );
      await app.transaction('rw', [app.people, app.state], async () => {
        if (!(await app.state.get('session'))) return;
        for (const { uid, jid } of targets) {
          const terms = known.get(jid);
          if (terms !== undefined) await app.people.update(uid, terms);
        }
      });
    },
  };
}
