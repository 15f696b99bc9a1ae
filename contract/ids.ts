/**
 * Formats of the ids on the wire and in the database.
 *
 * | name      | what                                                     | looks like          |
 * |-----------|----------------------------------------------------------|---------------------|
 * | stanza id | one message or mark; kept over every repetition          | 21 of `A-Za-z0-9_-` |
 * | sid       | one call, proposal or callback; also its invitation's id | the same            |
 * | local     | the local name of a user's address                       | `u_9001`            |
 * | tid       | a conversation: the local name of its peer               | `u_9001`            |
 * | mid       | one message: the local name of its sender, its stanza id | `u_9001/<21>`       |
 */

export const STANZA_ID = /^[\w-]{21}$/;
export const isStanzaId = (value: unknown): value is string => typeof value === 'string' && STANZA_ID.test(value);

const LOCAL_OF_USER = /^u_([1-9]\d{0,14})$/;
export const localOfUid = (uid: number): string => `u_${uid}`;
/** Reads the uid from a local name; undefined for services and foreign names. */
export function uidOfLocal(local: string): number | undefined {
  const digits = LOCAL_OF_USER.exec(local)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const tidOfUid = (uid: number): string => localOfUid(uid);

/** Where messages are kept that are never drawn: they only change others of the conversation. */
export const sideTidOf = (tid: string): string => `#${tid}`;

export const midOf = (senderLocal: string, stanzaId: string): string => `${senderLocal}/${stanzaId}`;
export const localOfMid = (mid: string): string => mid.slice(0, mid.indexOf('/'));
export const stanzaIdOfMid = (mid: string): string => mid.slice(mid.indexOf('/') + 1);
