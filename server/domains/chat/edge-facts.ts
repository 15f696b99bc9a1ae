import type { KindFacts } from '../../../contract/chat/facts.ts';
import { isEditable, isReactable, isRetractable } from '../../../contract/chat/retract.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { KindFactsPort, MessageKey } from '../../platform/edge/ports.ts';
import { findGift } from '../gifts/catalogue.ts';
import { endMediaAccess, loadMediaFacts, prepareMedia } from '../media/message-media.ts';
import { type ArchivedMessage, countChanges, findArchivedMessage } from './archived-message.ts';
import { countDaily } from './daily.ts';
import { storeSupportMessage } from './support.ts';

/**
 * Creates the port through which the edge loads facts of a message (media, gifts, daily counts, the message to change or react to) before
 * it decides on it, records and ends access to its media, and stores messages to the support team.
 */
export const edgeFactsOf = (db: Database, clock: Clock): KindFactsPort => ({
  async load({ media = [], gift, daily, ownMessage, reactedTo }, of) {
    const now = clock.now();
    const needs = { media, ...(daily === 'priced' && { daily }) };
    const [facts, counted, found, own, reacted] = await Promise.all([
      loadMediaFacts(db, needs, of, now),
      daily === undefined || daily === 'priced' ? {} : countDaily(db, daily, of, now),
      gift === undefined ? undefined : findGift(db, gift),
      ownMessage === undefined
        ? undefined
        : findArchivedMessage(db, { owner: of.from, peer: of.to, out: true, mid: ownMessage }),
      reactedTo === undefined ? undefined : findEither(db, of, reactedTo),
    ]);
    return {
      ...facts,
      ...counted,
      ...(found && { gift: { id: found.id, price: found.gemsPrice } }),
      ...(reacted && { reactedTo: { isReactable: isReactable(reacted.payload) } }),
      ...(own && { ownMessage: await changesOf(db, own, { ...of, target: ownMessage ?? '' }) }),
    };
  },
  prepare: (message) => prepareMedia(db, message),
  endAccess: (message) => endMediaAccess(db, message),
  storeSupportMessage: (words) => storeSupportMessage(db, words),
});

/** Finds a message of either side in the sender's archive of a conversation. */
async function findEither(db: Database, { from, to }: MessageKey, mid: string): Promise<ArchivedMessage | undefined> {
  const key = { owner: from, peer: to, mid };
  return (await findArchivedMessage(db, { ...key, out: false })) ?? findArchivedMessage(db, { ...key, out: true });
}

/** Returns what the sender of an archived message may still change of it. `mid`: the message that asks, which does not count itself. */
async function changesOf(
  db: Database,
  { id, at, payload }: ArchivedMessage,
  { from, to, mid, target }: MessageKey & { readonly target: string },
): Promise<NonNullable<KindFacts['ownMessage']>> {
  const { edits, isRetracted } = await countChanges(db, { owner: from, peer: to, mid, target, after: id });
  return { at, isRetractable: isRetractable(payload), isEditable: isEditable(payload) && !isRetracted, edits };
}
