import xml, { type Element } from '@xmpp/xml';
import { PRESENCE_WATCH_MAX } from './rules.ts';

/**
 * Live presence (extension). A client sends the gate the people it shows: `<iq type='set'><watch>9001 9002</watch></iq>`, which replaces
 * the stream's earlier watch. The result holds the status of each; later changes come as headlines of the gate. The watch ends with the
 * stream, so the client sends it again after every connect, also after a resumption, and on `watch-again`, when another server process
 * has taken over.
 *
 * Uids are separated by spaces in one text: 400 elements would exceed the bounds of a stanza.
 */
export const PRESENCE_NS = 'urn:gemcall:presence:1';
const STATUSES = ['online', 'busy', 'offline'] as const;
/** Live availability of a user: `busy` is in a call, `offline` also means hidden. */
export type LiveStatus = (typeof STATUSES)[number];

/** Writes a watch of these uids. `stream` is the edge's name of the watching stream; clients do not set it. */
export const writeWatch = (uids: readonly number[], stream?: string): Element =>
  xml('watch', { xmlns: PRESENCE_NS, stream }, uids.join(' '));

/** Reads a watch; undefined when it is missing, contains an invalid uid, or has more than PRESENCE_WATCH_MAX. */
export function readWatch(watch: Element | undefined): { uids: number[]; stream: string } | undefined {
  const uids = watch?.is('watch', PRESENCE_NS) && readUids(watch.text());
  if (!watch || !uids || uids.length > PRESENCE_WATCH_MAX) return undefined;
  return { uids, stream: watch.attrs['stream'] ?? '' };
}

/** Writes the statuses as the gate sends them in a result or a headline. */
export function writePresence(statuses: ReadonlyMap<number, LiveStatus>): Element {
  const groups = STATUSES.map((status) => {
    const uids = [...statuses].filter(([, of]) => of === status).map(([uid]) => uid);
    return uids.length > 0 && xml(status, {}, uids.join(' '));
  });
  return xml('presence', { xmlns: PRESENCE_NS }, ...groups.filter((group) => group !== false));
}

/**
 * Reads the statuses in the response to a watch, or in a headline; undefined if there are none or they are malformed. The caller has
 * checked that the stanza comes from the gate.
 */
export function readPresence(stanza: Element): Map<number, LiveStatus> | undefined {
  const presence = stanza.getChild('presence', PRESENCE_NS);
  if (!presence) return undefined;
  const statuses = new Map<number, LiveStatus>();
  for (const status of STATUSES) {
    const uids = readUids(presence.getChildText(status) ?? '');
    if (!uids) return undefined;
    for (const uid of uids) statuses.set(uid, status);
  }
  return statuses;
}

/** Writes the server's request that a client sends its watch again, after another server process has taken over. */
export const writeWatchAgain = (): Element => xml('watch-again', { xmlns: PRESENCE_NS });

/** A presence change, or the request to send the watch again. */
export type PresenceNews =
  | { readonly kind: 'changed'; readonly statuses: ReadonlyMap<number, LiveStatus> }
  | { readonly kind: 'watch-again' };

/** Reads a headline of the gate; undefined for every other stanza, including headlines of another sender. */
export function readPresenceNews(stanza: Element, gate: string): PresenceNews | undefined {
  const { type, from } = stanza.attrs;
  if (!stanza.is('message') || type !== 'headline' || from !== gate) return undefined;
  if (stanza.getChild('watch-again', PRESENCE_NS)) return { kind: 'watch-again' };
  const statuses = readPresence(stanza);
  return statuses && { kind: 'changed', statuses };
}

const UID = /^[1-9]\d{0,14}$/;

function readUids(text: string): number[] | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  return words.every((word) => UID.test(word)) ? words.map(Number) : undefined;
}
