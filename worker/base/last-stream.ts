import { bareJid } from '#contract/jid.ts';
import type { ChatDb, SessionRow, StreamRow } from '../db/schema.ts';
import type { ResumableStream } from '../xmpp/dial.ts';

/** Returns the state of the account's last stream, to resume it. A stream of another account is never resumed. */
export async function lastStream(
  chat: Pick<ChatDb, 'sync'>,
  { jid }: Pick<SessionRow, 'jid'>,
): Promise<ResumableStream | undefined> {
  const row = (await chat.sync.get('stream')) as StreamRow | undefined;
  return row && bareJid(row.jid) === jid ? { id: row.id, inbound: row.inbound, jid: row.jid } : undefined;
}
