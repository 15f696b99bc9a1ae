import type { MessageRow } from '../../../../worker/db/schema.ts';

/** A read text of the peer, as stored in the browser's database. */
export const messageRow = (mid: string, date: number, change: Partial<MessageRow> = {}): MessageRow => ({
  mid,
  tid: 'u_9001',
  date,
  stamp: date,
  archiveId: 0,
  from: 'u_9001@test',
  to: 'u_1@test',
  nickName: '',
  os: '',
  pkgName: '',
  read: true,
  sensitiveInfo: 0,
  state: 'success',
  refusal: '',
  reached: 'none',
  type: 0,
  version: 1,
  payload: { kind: 'text', body: mid },
  raw: '',
  textAction: '',
  out: false,
  ...change,
});
