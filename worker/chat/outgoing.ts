import type { Payload } from '#contract/chat/payload.ts';
import { REPLY_WINDOW_MS } from '#contract/chat/rules.ts';
import type { MessageRow, SessionRow, ThreadRow } from '../db/schema.ts';

export type Client = { readonly os: string; readonly pkgName: string };
type Content = Pick<MessageRow, 'type' | 'state'> & { readonly payload: Payload };

/** The row of a message of ours. `now` is the server's clock, ms. */
export const outgoingRow = (
  session: SessionRow,
  client: Client,
  thread: ThreadRow,
  mid: string,
  now: number,
  content: Content,
): MessageRow => ({
  mid,
  tid: thread.tid,
  // Never above what the user has already read: a clock that is behind must not put an answer before its question.
  date: Math.max(now, thread.lastDate + 1),
  from: session.jid,
  to: thread.linkedJid,
  nickName: session.nickName,
  os: client.os,
  pkgName: client.pkgName,
  read: true,
  sensitiveInfo: 0,
  refusal: '',
  reached: 'none',
  version: 1,
  raw: '',
  textAction: thread.lastIncoming > 0 && now - thread.lastIncoming <= REPLY_WINDOW_MS ? 'reply' : '',
  out: true,
  ...content,
});
