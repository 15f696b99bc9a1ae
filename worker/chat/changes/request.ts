import { needLogin } from '#contract/errors.ts';
import { localOfUid, midOf, sideTidOf } from '#contract/ids.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { MessageRow } from '../../db/schema.ts';
import { addOutboxRow, outgoingRow } from '../../db/writes/outgoing.ts';
import type { ChatPorts } from '../commands.ts';
import { applyChanges } from './apply.ts';

/** The message to change, and the stanza id of the request. */
type Change = { readonly mid: string; readonly stanzaId: string };
/** Returns the content of the request, or why the message may not be changed. `now`: server clock, ms. */
type Decide = (row: MessageRow, now: number) => Result<NonNullable<MessageRow['payload']>>;

/**
 * Requests a change of a stored message: stores the request as a side message in the outbox and applies it on this device, in one
 * transaction. The server's answer settles it (`settleChanges`).
 */
export async function requestChange(
  ports: ChatPorts,
  { mid, stanzaId }: Change,
  decide: Decide,
): Promise<Result<null, AppError>> {
  const { chat } = ports;
  const isCurrent = ports.epoch.guard();
  const session = await ports.session();
  if (!session) return fail(needLogin);
  const now = ports.clock.now();
  const own = localOfUid(session.uid);
  const requestMid = midOf(own, stanzaId);
  const outcome = await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
    const row = await chat.messages.where('mid').equals(mid).first();
    const thread = row && (await chat.threads.where('tid').equals(row.tid).first());
    if (!row?.payload || !thread || !isCurrent()) return fail({ code: 'not-found' } as const);
    // A page repeats the command when its worker died during it: the request may be stored already.
    if (await chat.messages.where('mid').equals(requestMid).count()) return ok(undefined);
    const payload = decide(row, now);
    if (!payload.ok) return payload;
    const request = outgoingRow(session, ports.client, thread, requestMid, now, payload.value);
    const message = { ...request, tid: sideTidOf(row.tid) };
    await chat.messages.add(message);
    await applyChanges(chat, [message], own);
    const out = { kind: 'message', about: requestMid, tid: row.tid, stanzaId, to: thread.linkedJid } as const;
    return ok({ row: await addOutboxRow(chat, out), message });
  });
  if (!outcome.ok) return outcome;
  if (outcome.value) ports.handOver([outcome.value]);
  return ok(null);
}
