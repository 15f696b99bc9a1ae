import type { Element } from '@xmpp/xml';
import { OFFICIAL_UID } from '#contract/account/rules.ts';
import type { DropReason } from '#contract/chat/drop-reasons.ts';
import { type Envelope, type Mark, readEnvelope, readHeadline, readMark } from '#contract/chat/message.ts';
import { isReadableType, kindOf, kindOfType, type Payload, readPayload } from '#contract/chat/payload.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { localOfUid, midOf } from '#contract/ids.ts';
import { bareJid, jidOfUid, uidOfDomainJid } from '#contract/jid.ts';
import { isBounded } from '#contract/xml/bounds.ts';
import { readForwarded } from './forwarded.ts';
import { readStanzaError } from './iq.ts';

/** Our own addresses and those that are trusted. Addresses come from our own login, never from a stanza. */
export type Self = {
  readonly bare: string;
  readonly uid: number;
  readonly domain: string;
  readonly services: { readonly hub: string; readonly gift: string; readonly official: string; readonly gate: string };
};

export type Origin =
  | { readonly via: 'live' }
  | { readonly via: 'carbon' }
  | { readonly via: 'archive'; readonly queryId: string; readonly archiveId: string };

/** A trusted stanza, in the form that the core handles. `peer` is the other side, `out` whether we sent it ourselves. */
export type Inbound =
  | {
      readonly kind: 'message';
      readonly origin: Origin;
      readonly envelope: Envelope;
      readonly peer: Peer;
      readonly out: boolean;
      readonly archiveId: string;
      /** XEP-0203 stamp in ms, for messages that did not pass our edge. */
      readonly stamp: number | undefined;
      readonly raw: string;
      /** Set when it was read to learn whom a service speaks of. */
      readonly payload?: Payload;
    }
  | { readonly kind: 'mark'; readonly origin: Origin; readonly mark: Mark; readonly peer: Peer; readonly out: boolean }
  | {
      readonly kind: 'refused';
      readonly id: string;
      readonly from: string;
      readonly condition: string;
      /** The rule of the edge that refused; absent when another refused. */
      readonly reason?: string;
      readonly wait: boolean;
    }
  | { readonly kind: 'dropped'; readonly why: DropReason }
  /** `refresh`: the id under which the official service asks to report the attribution again. */
  | { readonly kind: 'other'; readonly refresh?: string };

/** The other side. `service`: it is said by a service, about that person or, about nobody, as the official account. */
export type Peer = {
  readonly uid: number;
  readonly local: string;
  readonly bare: string;
  readonly service?: 'gift' | 'official';
};

/** The part of a mid that names the sender. The official service's rows have that of its account, as they always had. */
const LOCAL_OF_SERVICE = { gift: 'gift', official: OFFICIAL_TID } as const;

/** The mid of what the peer, or the service, has sent. */
export const midFrom = ({ local, service }: Peer, stanzaId: string): string =>
  midOf(service ? LOCAL_OF_SERVICE[service] : local, stanzaId);

const dropped = (why: DropReason): Inbound => ({ kind: 'dropped', why });

/**
 * Decides what a stanza is and whether to trust it (threats: forged carbon). Prosody relays forged carbons and archive
 * results with the attacker's outer `from` (trap 6): those two are trusted from our own account alone,
 * and what they wrap is then checked as strictly as a stanza that came straight.
 */
export function readInbound(stanza: Element, self: Self, isOutstanding: (queryId: string) => boolean): Inbound {
  if (!isBounded(stanza)) return dropped('unbounded');
  if (!stanza.is('message')) return { kind: 'other' };
  const from = stanza.attrs['from'] ?? self.bare;
  if (stanza.attrs['type'] === 'error') return readRefusal(stanza, from);

  const forwarded = readForwarded(stanza);
  if (forwarded?.kind === 'carbon') {
    if (from !== self.bare) return dropped('forged-carbon');
    return readInner(forwarded.inner, self, { via: 'carbon' }, forwarded.direction === 'sent', forwarded.stamp);
  }
  if (forwarded?.kind === 'archive') {
    const { queryId, archiveId, inner, stamp } = forwarded;
    if (from !== self.bare || !isOutstanding(queryId)) return dropped('forged-archive');
    return readInner(inner, self, { via: 'archive', queryId, archiveId }, 'either', stamp);
  }
  return readInner(stanza, self, { via: 'live' }, false, undefined);
}

function readRefusal(stanza: Element, from: string): Inbound {
  const { id } = stanza.attrs;
  if (!id) return dropped('unreadable');
  const { condition, wait, reason } = readStanzaError(stanza);
  return { kind: 'refused', id, from: bareJid(from), condition, wait, ...(reason && { reason }) };
}

function readInner(
  stanza: Element,
  self: Self,
  origin: Origin,
  sent: boolean | 'either',
  stamp: number | undefined,
): Inbound {
  // An archive or a carbon holds plain messages only: a wrapper inside a wrapper is forged.
  if (origin.via !== 'live' && readForwarded(stanza))
    return dropped(origin.via === 'carbon' ? 'forged-carbon' : 'forged-archive');
  const from = bareJid(stanza.attrs['from'] ?? '');
  const to = bareJid(stanza.attrs['to'] ?? self.bare);
  const out = from === self.bare;
  if (origin.via === 'live' && out) return dropped('forged-self');
  if (sent !== 'either' && out !== sent) return dropped('not-ours');
  if (!out && to !== self.bare) return dropped('not-ours');
  const peer = peerOf(out ? to : from, self);
  if (!peer) return dropped('stranger');

  const isSaid = !out && peer.service !== undefined;
  const envelope = readEnvelope(stanza) ?? (isSaid && origin.via === 'live' ? readHeadline(stanza) : undefined);
  if (envelope) {
    const kind = kindOfType(envelope.type);
    // Only the gift service sends as itself, and nobody has anything to say to it.
    if (peer.service === 'gift' && kind?.sentBy !== 'gift') return dropped(out ? 'stranger' : 'privileged');
    if (kind && !maySend(from, envelope.type, self.services)) return dropped('privileged');
    if (kind && isSaid) return readSaid(stanza, envelope, self, origin, peer, stamp);
    if (stanza.attrs['type'] === 'headline') return dropped('unreadable');
    const archiveId = origin.via === 'archive' ? origin.archiveId : ownArchiveId(stanza, self);
    return {
      kind: 'message',
      origin,
      envelope,
      peer,
      out,
      archiveId,
      stamp,
      raw: isReadableType(envelope.type) ? '' : stanza.toString(),
    };
  }
  const mark = readMark(stanza);
  if (mark && !out && peer.service === 'gift') return dropped('stranger');
  return mark ? { kind: 'mark', origin, mark, peer, out } : { kind: 'other' };
}

/** Reads what a service says: of whom it speaks decides the conversation. */
function readSaid(
  stanza: Element,
  envelope: Envelope,
  self: Self,
  origin: Origin,
  peer: Peer,
  stamp: number | undefined,
): Inbound {
  const { type, body, x } = envelope;
  const payload = readPayload(type, body, x);
  const isHeadline = stanza.attrs['type'] === 'headline';
  if (!payload || isHeadline !== (kindOf(payload).transient === true)) return dropped('unreadable');
  // Asks the core for something; there is nothing to keep of it.
  if (payload.kind === 'attribution_refresh') return { kind: 'other', refresh: envelope.id };
  const about = kindOf(payload).about?.(payload, self.uid);
  if (about === undefined ? peer.service !== 'official' : about === self.uid) return dropped('unreadable');
  const archiveId = origin.via === 'archive' ? origin.archiveId : ownArchiveId(stanza, self);
  const person =
    about === undefined ? {} : { uid: about, local: localOfUid(about), bare: jidOfUid(about, self.domain) };
  return {
    kind: 'message',
    origin,
    envelope,
    payload,
    archiveId,
    stamp,
    raw: '',
    peer: { ...peer, ...person },
    out: payload.kind === 'gift' && payload.from === self.uid,
  };
}

/** Whether that address may send messages of the type (threats: privileged types). */
export function maySend(bare: string, type: number, services: Self['services']): boolean {
  const kind = kindOfType(type);
  if (kind === undefined) return false;
  return kind.sentBy === 'people' ? bare !== services.gift : bare === services[kind.sentBy];
}

/** Returns the peer. Of the services the official one and that of gifts speak in conversations. */
function peerOf(bare: string, self: Self): Peer | undefined {
  if (bare === self.services.official) return { uid: OFFICIAL_UID, local: OFFICIAL_TID, bare, service: 'official' };
  if (bare === self.services.gift) return { uid: OFFICIAL_UID, local: OFFICIAL_TID, bare, service: 'gift' };
  const uid = uidOfDomainJid(bare, self.domain);
  if (uid === undefined || uid === self.uid || uid === OFFICIAL_UID) return undefined;
  return { uid, local: localOfUid(uid), bare };
}

/** XEP-0359: only the id that our own account's archive gave counts. */
function ownArchiveId(stanza: Element, self: Self): string {
  return (
    stanza.getChildren('stanza-id', 'urn:xmpp:sid:0').find((child) => child.attrs['by'] === self.bare)?.attrs['id'] ??
    ''
  );
}
