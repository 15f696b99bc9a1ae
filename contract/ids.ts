/**
 * Formats of the ids on the wire and in the database.
 *
 * | name      | what                                                     | looks like            |
 * |-----------|----------------------------------------------------------|-----------------------|
 * | stanza id | one message or mark; kept over every repetition          | an external id        |
 * | sid       | one call, proposal or callback; also its invitation's id | an external id        |
 * | local     | the local name of a user's address                       | `u_9001`              |
 * | tid       | a conversation: the local name of its peer               | `u_9001`              |
 * | mid       | one message: the local name of its sender, its stanza id | `u_9001/<stanza id>`  |
 */

/** Characters of the longest external id: a SHA-256 in hexadecimal. */
export const EXTERNAL_ID_MAX_CHARS = 64;

/**
 * The grammar of every id that the server accepts from outside: stanza ids, operation ids, request ids, device ids and the ids of media,
 * locks, calls, orders and gifts. It covers nanoids, UUIDs and hashes. Keys that the server builds from such ids contain a `/`, a `:` or a
 * `.`, so a client can never send one as an id.
 */
export const EXTERNAL_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Returns whether a value from outside is a valid id (`EXTERNAL_ID`); the server refuses all others. */
export const isExternalId = (value: unknown): value is string => typeof value === 'string' && EXTERNAL_ID.test(value);

const LOCAL_OF_USER = /^u_([1-9]\d{0,14})$/;
/** Returns the local name of a user's address: `u_9001`. */
export const localOfUid = (uid: number): string => `u_${uid}`;
/** Reads the uid from a local name; undefined for services and foreign names. */
export function uidOfLocal(local: string): number | undefined {
  const digits = LOCAL_OF_USER.exec(local)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the id of the conversation with a user. */
export const tidOfUid = (uid: number): string => localOfUid(uid);

/**
 * Returns the id under which a device stores the side messages of a conversation, which are never drawn and only change another message:
 * retractions, corrections, reactions, and reports of the official service such as "opened" (`isSide` in contract/chat/kinds/kind.ts).
 */
export const sideTidOf = (tid: string): string => `#${tid}`;

/** Returns the id of a message: its sender's local name and its stanza id. */
export const midOf = (senderLocal: string, stanzaId: string): string => `${senderLocal}/${stanzaId}`;
/** Returns the local name of the sender of a message. */
export const localOfMid = (mid: string): string => mid.slice(0, mid.indexOf('/'));
/** Returns the stanza id of a message. */
export const stanzaIdOfMid = (mid: string): string => mid.slice(mid.indexOf('/') + 1);
