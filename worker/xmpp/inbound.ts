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

/** The account's own JID and the trusted service JIDs. They come from the login response, never from a stanza. */
export type Self = {
  readonly bare: string;
  readonly uid: number;
  readonly domain: string;
  readonly services: { readonly hub: string; readonly gift: string; readonly official: string; readonly gate: string };
};

/** The way a stanza arrived: directly, as a carbon of another device, or as a result of an archive query. */
export type Origin =
  | { readonly via: 'live' }
  | { readonly via: 'carbon' }
  | { readonly via: 'archive'; readonly queryId: string; readonly archiveId: string };

/** A classified stanza. A message or a mark has passed the trust checks. `peer`: the other side; `out`: this account sent it. */
export type Inbound =
  | {
      readonly kind: 'message';
      readonly origin: Origin;
      readonly envelope: Envelope;
      readonly peer: Peer;
      readonly out: boolean;
      readonly archiveId: string;
      /** XEP-0203 timestamp, ms, for messages that did not pass the edge. */
      readonly stamp: number | undefined;
      readonly raw: string;
      /** Set when the payload was parsed already, to determine the conversation of a service message. */
      readonly payload?: Payload;
    }
  | { readonly kind: 'mark'; readonly origin: Origin; readonly mark: Mark; readonly peer: Peer; readonly out: boolean }
  | {
      readonly kind: 'refused';
      readonly id: string;
      readonly from: string;
      readonly condition: string;
      /** The edge's own reason code; absent when another entity refused. */
      readonly reason?: string;
      readonly wait: boolean;
    }
  | { readonly kind: 'dropped'; readonly why: DropReason }
  /** `refresh`: id of the official service's request to report the attribution again. */
  | { readonly kind: 'other'; readonly refresh?: string };

/** The other side of a message. `service`: a service sent it; the peer is then the user it is about, or the official account. */
export type Peer = {
  readonly uid: number;
  readonly local: string;
  readonly bare: string;
  readonly service?: 'gift' | 'official';
};

/** Sender part of a service message's mid. The official service uses that of its account, as in earlier builds. */
const LOCAL_OF_SERVICE = { gift: 'gift', official: OFFICIAL_TID } as const;

/** Returns the mid of a message sent by the peer or the service. */
export const midFrom = ({ local, service }: Peer, stanzaId: string): string =>
  midOf(service ? LOCAL_OF_SERVICE[service] : local, stanzaId);

const dropped = (why: DropReason): Inbound => ({ kind: 'dropped', why });

/**
 * Classifies a stanza and decides whether to trust it (threats: forged carbon). Prosody relays forged carbons and
 * archive results with the attacker's outer `from` (trap 6). Both are trusted only from the own account, and the
 * wrapped message is then checked as strictly as a direct one.
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
  // Carbons and archive results contain plain messages only: a wrapper inside a wrapper is forged.
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

  const isFromService = !out && peer.service !== undefined;
  const envelope = readEnvelope(stanza) ?? (isFromService && origin.via === 'live' ? readHeadline(stanza) : undefined);
  if (envelope) {
    const kind = kindOfType(envelope.type);
    // The gift service accepts no messages, and sends only its own types.
    if (peer.service === 'gift' && kind?.sentBy !== 'gift') return dropped(out ? 'stranger' : 'privileged');
    if (kind && !maySend(from, envelope.type, self.services)) return dropped('privileged');
    if (kind && isFromService) return readServiceMessage(stanza, envelope, self, origin, peer, stamp);
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

/** Reads a message of a service. The user whom it is about determines the conversation. */
function readServiceMessage(
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
  // A request to the core, which is not stored.
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

/** Returns whether that JID may send messages of the type (threats: privileged types); false for a type that this build does not know. */
export function maySend(bare: string, type: number, services: Self['services']): boolean {
  const kind = kindOfType(type);
  if (kind === undefined) return false;
  return kind.sentBy === 'people' ? bare !== services.gift : bare === services[kind.sentBy];
}

/**
 * Returns the peer of a JID; undefined for an untrusted one. Of the services, only official and gift write into
 * conversations.
 */
function peerOf(bare: string, self: Self): Peer | undefined {
  if (bare === self.services.official) return { uid: OFFICIAL_UID, local: OFFICIAL_TID, bare, service: 'official' };
  if (bare === self.services.gift) return { uid: OFFICIAL_UID, local: OFFICIAL_TID, bare, service: 'gift' };
  const uid = uidOfDomainJid(bare, self.domain);
  if (uid === undefined || uid === self.uid || uid === OFFICIAL_UID) return undefined;
  return { uid, local: localOfUid(uid), bare };
}

/** Returns the XEP-0359 id assigned by the account's own archive; ids of other entities are ignored. */
function ownArchiveId(stanza: Element, self: Self): string {
  return (
    stanza.getChildren('stanza-id', 'urn:xmpp:sid:0').find((child) => child.attrs['by'] === self.bare)?.attrs['id'] ??
    ''
  );
}
