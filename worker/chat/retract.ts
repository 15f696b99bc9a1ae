import type { chatCommands } from '#contract/chat/commands.ts';
import { RETRACT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { isRetractable } from '#contract/chat/retract.ts';
import { isGone } from '#contract/chat/sensitive.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { localOfMid, localOfUid, midOf, sideTidOf, stanzaIdOfMid } from '#contract/ids.ts';
import { fail, ok } from '#contract/result.ts';
import { factsOf } from '../db/reads/facts.ts';
import type { ChatDb, MessageRow } from '../db/schema.ts';
import { outgoingRow, storeRow } from '../db/writes/outgoing.ts';
import type { ChatPorts } from './commands.ts';
import { blankRevoked } from './removed.ts';

type RetractCommands = Pick<CommandsOf<typeof chatCommands>, 'retractMessage'>;

/**
 * Creates the command that deletes an own message for everyone. The message is hidden at once; its content is deleted when the server has
 * accepted the request, and shown again when it refuses it (`settleRetractions`).
 */
export const createRetractCommand = (ports: ChatPorts): RetractCommands => ({
  async retractMessage(mid, stanzaId) {
    const { chat } = ports;
    const isCurrent = ports.epoch.guard();
    const session = await ports.session();
    if (!session) return fail(needLogin);
    const now = ports.clock.now();
    const requestMid = midOf(localOfUid(session.uid), stanzaId);
    const outcome = await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
      const row = await chat.messages.where('mid').equals(mid).first();
      const thread = row && (await chat.threads.where('tid').equals(row.tid).first());
      if (!row?.payload || !thread || !isCurrent()) return 'not-found';
      // A page repeats the command when its worker died during it.
      if (await chat.messages.where('mid').equals(requestMid).count()) return 'stored';
      if (!row.out || row.state !== 'success' || isGone(row) || !isRetractable(row.payload)) return 'forbidden';
      if (now - row.date > RETRACT_WITHIN_MS) return 'forbidden';
      const hidden: MessageRow = { ...row, retract: 'pending' };
      const of = stanzaIdOfMid(mid);
      const request = outgoingRow(session, ports.client, thread, requestMid, now, { kind: 'retraction', of });
      const message = { ...request, tid: sideTidOf(row.tid) };
      await chat.messages.bulkPut([hidden, message]);
      if (thread.lastMid === mid) await chat.threads.put({ ...thread, lastFacts: factsOf(hidden) });
      const out = { kind: 'message', about: requestMid, tid: row.tid, stanzaId, to: thread.linkedJid } as const;
      return { row: await storeRow(chat, out), message };
    });
    if (outcome === 'not-found' || outcome === 'forbidden') return fail({ code: outcome });
    if (outcome !== 'stored') ports.handOver([outcome]);
    return ok(null);
  },
});

/**
 * Applies the server's answers to own retractions: deletes the content of a message whose retraction was accepted, and shows it again
 * otherwise. Runs inside the caller's transaction, after `settled` are stored. Returns the media paths whose cached copies must be deleted.
 */
export async function settleRetractions(
  db: Pick<ChatDb, 'messages' | 'threads'>,
  settled: readonly MessageRow[],
): Promise<readonly string[]> {
  const own = settled.filter(({ payload }) => payload?.kind === 'retraction');
  for (const request of own.filter(({ state }) => state === 'error')) {
    const row = await db.messages
      .where('mid')
      .equals(midOf(localOfMid(request.mid), request.answers ?? ''))
      .first();
    if (request.id !== undefined) await db.messages.delete(request.id);
    if (row?.retract !== 'pending') continue;
    const shown: MessageRow = { ...row, retract: 'refused' };
    await db.messages.put(shown);
    await db.threads
      .where('tid')
      .equals(row.tid)
      .modify((thread) => {
        if (thread.lastMid === row.mid) thread.lastFacts = factsOf(shown);
      });
  }
  return blankRevoked(
    db,
    own.filter(({ state }) => state === 'success'),
    '',
  );
}
