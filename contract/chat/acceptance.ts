import xml, { type Element } from '@xmpp/xml';
import { EXTERNAL_ID } from '../ids.ts';
import { GATE_NS } from './message.ts';

/**
 * The server's acceptance of a sent message. `id`: its stanza id; `at`: the server's stamp, ms, which the recipient's copy has too;
 * `archiveId`: its id in the sender's archive. Stamp and archive id are the sort key of the message on every device.
 */
export type Acceptance = { readonly id: string; readonly at: number; readonly archiveId: number };

const PING_NS = 'urn:xmpp:ping';
const PONG = 'time';

/** Parses an archive id; 0 for a missing id and for one that this server did not assign. */
export const archiveIdOf = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;

const writeAll = (acceptances: readonly Acceptance[]): Element[] =>
  acceptances.map(({ id, at, archiveId }) => xml('accepted', { xmlns: GATE_NS, id, at, archive: archiveId }));

/**
 * Writes the ping that the edge forwards to the gate in place of a client's ping: with the acceptances since the last one, which the gate
 * repeats in its pong. So they reach the client in a stanza that both sides count (XEP-0198).
 */
export const writeGatePing = (acceptances: readonly Acceptance[]): Element =>
  xml('ping', { xmlns: PING_NS }, ...writeAll(acceptances));

/** Writes the content of the gate's pong: the server's time, ms, and the acceptances of `ping`. */
export const writeGatePong = (at: number, ping: Element): Element =>
  xml(PONG, { xmlns: GATE_NS, at }, ...writeAll(acceptancesIn(ping)));

/** Content of the gate's pong. `at`: the server's time, ms; undefined when it is missing. */
export type GatePong = { readonly at: number | undefined; readonly acceptances: readonly Acceptance[] };

/** Parses the gate's answer to a ping. Entries that cannot be read are left out. */
export function readGatePong(iq: Element): GatePong {
  const time = iq.getChild(PONG, GATE_NS);
  return { at: timeIn(time?.attrs['at']), acceptances: time ? acceptancesIn(time) : [] };
}

const timeIn = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

const acceptancesIn = (parent: Element): Acceptance[] =>
  parent.getChildren('accepted', GATE_NS).flatMap(({ attrs }) => {
    const { id } = attrs;
    const [at, archiveId] = [timeIn(attrs['at']), archiveIdOf(attrs['archive'])];
    return id !== undefined && EXTERNAL_ID.test(id) && at !== undefined && archiveId > 0 ? [{ id, at, archiveId }] : [];
  });
