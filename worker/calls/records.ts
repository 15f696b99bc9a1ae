import { CALL_STATUS, type CallReceipt, wasMissed } from '#contract/calls/calls.ts';
import { localOfUid, midOf } from '#contract/ids.ts';
import { jidOfUid } from '#contract/jid.ts';
import type { AppDb, ChatDb, SessionRow, VideoCallRow } from '../db/schema.ts';
import type { HubLine } from './hub-line.ts';
import type { Call } from './machine.ts';

/** Saves the record of a call when it ends as DISCONNECTED or FAILED (product 4.1). Values of an earlier receipt are preserved. */
export async function saveRecord(chat: ChatDb, session: SessionRow, call: Call): Promise<void> {
  const { peer, direction, reason } = call;
  if (reason === '') return;
  const [caller, callee] = direction === 'out' ? [session.jid, peer.jid] : [peer.jid, session.jid];
  const own = { startTime: call.startTime, connectingTime: call.connectingTime, endTime: call.endTime };
  await put(chat, session, {
    vid: call.sid || call.id,
    caller,
    callee,
    linkedJid: peer.jid,
    direction,
    kind: call.kind,
    nickName: peer.nickName,
    ...own,
    // A refused request has no start time: its end is stored as its start.
    startTime: own.startTime || own.endTime,
    reason,
    rejectType: call.rejectType,
    price: call.price,
    seconds: call.meter?.seconds ?? 0,
    freeSeconds: 0,
    gems: call.meter?.gems ?? 0,
    stars: 0,
    ...(call.connectingTime > 0 && { isUnsettled: true }),
    seen: !wasMissed({ direction, connectingTime: call.connectingTime, reason }) || call.status === CALL_STATUS.INITIAL,
  });
}

/**
 * Stores a receipt of the hub's ledger (duration and charge) for a call of this account on any device. Receipts of other accounts are
 * ignored.
 */
export async function settleReceipt(
  chat: ChatDb,
  app: AppDb,
  session: SessionRow,
  receipt: CallReceipt,
): Promise<void> {
  const { uid, services } = session;
  if (receipt.caller !== uid && receipt.callee !== uid) return;
  const direction = receipt.caller === uid ? 'out' : 'in';
  const peer = direction === 'out' ? receipt.callee : receipt.caller;
  const [person, user] = await Promise.all([app.people.get(peer), chat.users.get(peer)]);
  const { sid, caller: _caller, callee: _callee, silver = 0, fairStart = false, ...rest } = receipt;
  const figures = { ...rest, ...(silver > 0 ? { silver } : {}), ...(fairStart && { fairStart }) };
  await put(
    chat,
    session,
    {
      ...figures,
      vid: sid,
      caller: jidOfUid(receipt.caller, services.domain),
      callee: jidOfUid(receipt.callee, services.domain),
      linkedJid: jidOfUid(peer, services.domain),
      direction,
      nickName: person?.nickName || user?.nickName || '',
      seen: !wasMissed({ ...figures, direction }),
      stars: 0,
    },
    true,
  );
}

/**
 * Writes the record and updates the call's bubble in the conversation, in one transaction. A known record keeps its stars and `seen`, and
 * its cost unless this is a receipt.
 */
async function put(chat: ChatDb, session: SessionRow, row: VideoCallRow, isReceipt = false): Promise<void> {
  await chat.transaction('rw', [chat.videocalls, chat.messages], async () => {
    const known = await chat.videocalls.get(row.vid);
    const preserved = known && { stars: known.stars, seen: known.seen, nickName: row.nickName || known.nickName };
    await chat.videocalls.put({ ...row, ...preserved, ...(known && !isReceipt && figuresOf(known)) });
    const { connectingTime, endTime, reason, rejectType } = row;
    const local =
      row.direction === 'out' ? localOfUid(session.uid) : row.linkedJid.slice(0, row.linkedJid.indexOf('@'));
    await chat.messages
      .where('mid')
      .equals(midOf(local, row.vid))
      .modify((message) => {
        if (message.payload?.kind !== 'call') return;
        message.payload = { ...message.payload, connectingTime, endTime, reason, rejectType };
      });
  });
}

/** Returns the fields of a record that state its cost. */
const figuresOf = ({
  seconds,
  freeSeconds,
  gems,
  silver = 0,
  fairStart = false,
  isUnsettled = false,
}: VideoCallRow) => ({
  seconds,
  freeSeconds,
  gems,
  isUnsettled,
  ...(silver > 0 ? { silver } : {}),
  ...(fairStart && { fairStart }),
});

/**
 * Fetches the call receipts that this device does not have yet, oldest first. Called for a stream that was not resumed, and when the hub
 * has a record that this device lacks. Stops at the first failed request.
 *
 * The hub compares `since` with the time of settlement, which no receipt has; `endTime` serves as well, because the calls of an account
 * follow each other: each is settled at or after its end, and before the next one starts. At most the newest receipt is fetched again.
 */
export async function fetchRecords(chat: ChatDb, app: AppDb, session: SessionRow, line: HubLine): Promise<void> {
  for (;;) {
    const row = await chat.sync.get('calls');
    const since = row?.key === 'calls' ? row.since : 0;
    const response = await line.ask('CallRecords', '', { since });
    if (!response.ok) return;
    const { receipts, complete } = response.value;
    for (const receipt of receipts) await settleReceipt(chat, app, session, receipt);
    const newest = Math.max(since, ...receipts.map(({ endTime }) => endTime));
    if (newest > since) await chat.sync.put({ key: 'calls', since: newest });
    if (complete || newest === since) return;
  }
}
