import xml, { type Element } from '@xmpp/xml';
import { OFFICIAL_UID, ROLE_ANCHOR, ROLE_USER } from '../../../../contract/account/rules.ts';
import type { KindFacts, KindRefusal, RequiredFacts } from '../../../../contract/chat/facts.ts';
import type { KindRow, Role } from '../../../../contract/chat/kinds/kind.ts';
import {
  type Envelope,
  type Mark,
  MESSAGE_NS,
  readEnvelope,
  readMark,
  writeHiddenMark,
  writeMark,
  writeMessage,
  writeOwnCopy,
} from '../../../../contract/chat/message.ts';
import {
  completeKind,
  findStandard,
  hasBlankText,
  isBetween,
  kindOfType,
  needsOf,
  readSent,
  type SentPayload,
  wordsOfKind,
} from '../../../../contract/chat/payload.ts';
import { isDiscarded, SENSITIVE_PORN } from '../../../../contract/chat/rules.ts';
import { sealedText } from '../../../../contract/chat/seal.ts';
import { domainOfJid, jidOfService, jidOfUid, SERVICES, uidOfDomainJid } from '../../../../contract/jid.ts';
import { cutText } from '../../../../contract/text/cut-text.ts';
import type { NoteViolation } from '../ports.ts';
import type { RefusalReason } from '../refusal.ts';
import { notAdmitted, refusedByBlock, refusedToWrite, waitsForReply } from './admission.ts';
import {
  type ArchiveDecision,
  type Decision,
  type Facts,
  forward,
  type Refuse,
  refuse,
  type Sender,
} from './decision.ts';

const CHAT_STATES_NS = 'http://jabber.org/protocol/chatstates';
const CHAT_STATES = ['active', 'composing', 'paused', 'inactive', 'gone'];
const HINTS_NS = 'urn:xmpp:hints';

/** Returns the uid or the service that a client's message is addressed to; undefined for any other address. */
export function addresseeOf(to: string | undefined, domain: string): { uid: number } | { service: string } | undefined {
  if (!to) return undefined;
  // Only the canonical spelling is accepted: the XMPP server folds others ('U_5@...'), and the block list would not match them.
  const uid = uidOfDomainJid(to, domain);
  if (uid !== undefined) return { uid };
  const service = SERVICES.map((name) => jidOfService(name, domain)).find((jid) => jid === to);
  return service !== undefined && domainOfJid(to) === service ? { service } : undefined;
}

/**
 * Decides on a client's message (text and other kinds, marks, chat states): those that parse completely and that the rules allow are
 * serialized from their parsed form, all others are refused.
 */
export function decideMessage(stanza: Element, sender: Sender, facts: Facts): Decision {
  if (stanza.attrs['type'] !== 'chat') return refuse('not-allowed');
  const addressee = addresseeOf(stanza.attrs['to'], sender.domain);
  if (!addressee || ('service' in addressee && addressee.service === jidOfService('gate', sender.domain))) {
    return refuse('address');
  }
  const to = 'uid' in addressee ? jidOfUid(addressee.uid, sender.domain) : addressee.service;
  if (to === sender.jid) return refuse('not-allowed');
  if (facts.tooMany) return decideUnasked(stanza, sender, 'uid' in addressee ? addressee.uid : 0);
  if (isChat(stanza)) return decideChat(stanza, sender, to, { peer: 'uid' in addressee ? addressee.uid : 0, facts });

  if (!sender.withinRate('other')) return refuse('rate');
  const peer = 'uid' in addressee ? addressee.uid : 0;
  const mark = readMark(stanza);
  return mark ? decideMark(stanza, sender, { mark, peer, to }, facts) : decideState(stanza, sender, peer, to);
}

/**
 * Adds the envelope to a chat message of a client that knows only RFC 6121 and the XEPs of some kinds: that of a text to a body, and that
 * of the kind to an element of its XEP.
 */
export function completePlainMessage(stanza: Element): void {
  if (!stanza.is('message') || stanza.attrs['type'] !== 'chat' || stanza.getChild('x', MESSAGE_NS)) return;
  const found = findStandard(stanza);
  if (!found && stanza.getChild('body') === undefined) return;
  const x = xml('x', { xmlns: MESSAGE_NS, type: String(found?.type ?? 0), version: '1' });
  if (found) {
    stanza.remove(found.child);
    x.append(found.child);
  }
  stanza.append(x);
}

const isChat = (stanza: Element) =>
  stanza.getChild('x', MESSAGE_NS) !== undefined || stanza.getChild('body') !== undefined;

/** Decides on a message when the sender is above its rate of lookups: the client may retry. */
function decideUnasked(stanza: Element, sender: Sender, peer: number): Decision {
  const { id } = stanza.attrs;
  return isChat(stanza) && id ? wait(sender, peer, id, 'rate') : refuse('rate');
}

type MarkTo = { readonly mark: Mark; readonly peer: number; readonly to: string };

/**
 * Decides on receipts and read marks (XEP-0184, XEP-0333). They reveal presence, so a recipient who does not admit the sender gets
 * them only for messages that the recipient wrote (decisions: marks of strangers). When either of the two has disabled read
 * receipts, the recipient gets a delivery receipt instead of a read mark; a private one, and one that the recipient may not get, reach only
 * the sender's own devices. The sender's copy and archive have the read mark in each case (decisions: read marks off).
 */
function decideMark(stanza: Element, sender: Sender, { mark, peer, to }: MarkTo, { received }: Facts): Decision {
  const { id } = stanza.attrs;
  if (!id) return refuse('unreadable');
  const at = sender.clock.now();
  if (mark.isPrivate) return decideOwnMark({ mark, peer, to }, id, sender, at);
  const refused = peer ? refusalOfMark(sender, peer, received) : undefined;
  if (refused && refused.refuse !== 'unavailable' && mark.kind === 'displayed')
    return decideOwnMark({ mark, peer, to }, id, sender, at);
  if (refused) return refused;
  // Marks need no order, because each covers all earlier messages.
  const keep = keeping(sender, peer, to, at, false);
  if (mark.kind === 'received') return forward(writeMark(mark, to, id), keep);
  const isShown = [sender.uid, peer].every((uid) => sender.policies.get(uid)?.readReceipt !== false);
  const seen = keep && { ...keep, seen: true };
  if (isShown) return forward(writeMark(mark, to, id), seen);
  const copies = { own: writeMark(mark, to, id), peers: writeMark({ kind: 'received', id: mark.id }, to, id) };
  return forward(writeHiddenMark(mark.id, to, id, sender.jid), seen && { ...seen, copies });
}

/**
 * Returns why the peer does not get a mark of the sender; undefined when they get it. `received`: whether the sender's archive has the
 * marked message of the peer; undefined when that is unknown.
 */
function refusalOfMark(sender: Sender, peer: number, received: boolean | undefined): Refuse | undefined {
  const barred = refusedByBlock(sender, peer);
  if (barred) return barred;
  const stranger = notAdmitted(sender, peer);
  if (!stranger || received) return undefined;
  return received === undefined ? refuse('unavailable') : stranger;
}

/**
 * Decides on a read mark for the sender's own account: it is archived there and sent to the own devices. The peer gets nothing, so neither
 * blocks nor the peer's settings matter.
 */
function decideOwnMark({ mark, peer, to }: MarkTo, id: string, sender: Sender, at: number): Decision {
  const keep = keeping(sender, peer, to, at, false);
  if (!keep) return refuse('not-allowed');
  const own = writeMark({ kind: 'displayed', id: mark.id }, to, id, sender.jid);
  const forwarded = writeOwnCopy(own, jidOfService('gate', sender.domain), id);
  return forward(forwarded, { ...keep, isOwnOnly: true, seen: true, copies: { own, peers: own } });
}

/** Decides on chat states (XEP-0085): they pass unless one of the two blocked the other, or the recipient does not admit the sender. */
function decideState(stanza: Element, sender: Sender, peer: number, to: string): Decision {
  const state = CHAT_STATES.find((name) => stanza.getChild(name, CHAT_STATES_NS));
  if (!state) return refuse('unreadable');
  return (
    (peer ? (refusedByBlock(sender, peer) ?? notAdmitted(sender, peer)) : undefined) ??
    forward(
      xml(
        'message',
        { type: 'chat', to, id: stanza.attrs['id'] },
        xml(state, { xmlns: CHAT_STATES_NS }),
        xml('no-store', { xmlns: HINTS_NS }),
      ),
    )
  );
}

/** The number of messages left when the kind is not limited until a reply, or when replies are not counted at all. */
const FREE = Number.POSITIVE_INFINITY;
/**
 * Returns whether messages of the kind are limited until the recipient replies. Those about calls, and those that only change another
 * message, are not.
 */
const isLimitedUntilReply = ({ category }: KindRow) => category !== 'call' && category !== 'control';

function refusedWhileLocked({ uid, policies, clock }: Sender): Refuse | undefined {
  const until = policies.get(uid)?.lockedUntil;
  return until && until.getTime() > clock.now() ? refuse('locked') : undefined;
}

/** Whether the rules need the number of messages left before a reply to decide on this stanza, and it is not in memory yet. */
export function needsReplies(stanza: Element, sender: Sender, peer: number): boolean {
  const x = stanza.getChild('x', MESSAGE_NS);
  const kind = x && kindOfType(Number(x.attrs['type']));
  if (!kind || !isLimitedUntilReply(kind) || !sender.pairs || !waitsForReply(sender, peer)) return false;
  return sender.pairs.left(sender.uid, peer) === undefined;
}

type ChatTo = { readonly peer: number; readonly facts: Facts };

function decideChat(stanza: Element, sender: Sender, to: string, { peer, facts }: ChatTo): Decision {
  const { envelope, sent } = readOwn(stanza, sender) ?? {};
  if (!envelope) return refuse('unreadable');
  const kind = kindOfType(envelope.type);
  if (!kind) return refuse('unknown-type');
  if (kind.sentBy !== 'people') return refuse('privileged-type');
  if (!sent) return refuse('unreadable');
  if (hasBlankText(sent)) return refuse('empty');
  // Services accept text messages only.
  if (!peer && sent.kind !== 'text') return refuse('not-allowed');
  const policy = sender.policies.get(sender.uid);
  if (!policy) return wait(sender, peer, envelope.id, 'unavailable');
  const isCounted = isLimitedUntilReply(kind);
  const left = isCounted && sender.pairs ? (facts.left ?? sender.pairs.left(sender.uid, peer)) : FREE;
  const barred = peer ? refusedToWrite(sender, peer, left) : refusedWhileLocked(sender);
  if (barred) return barred.refuse === 'unavailable' ? wait(sender, peer, envelope.id, 'unavailable') : barred;
  const question = needsOf(sent);
  if (!hasRoles(kind, question, sender, peer)) return refuse('role');
  if (question && !facts.kind) return wait(sender, peer, envelope.id, 'unavailable');
  const known = facts.kind && ownMediaOnly(facts.kind, sender.uid);
  const payload = completeKind(sent, sender.clock.now(), known);
  if (typeof payload === 'string') return refuse(WHY[payload]);
  if (!isBetween(payload, sender.uid, peer)) return refuse('not-allowed');
  if (sender.memory.isHeld(peer, envelope.id) || !sender.withinRate('message')) {
    return wait(sender, peer, envelope.id, 'rate');
  }
  const isFirst = sender.memory.accepted(peer, envelope.id);
  if (isFirst) sender.pairs?.passed(sender.uid, peer, isCounted);
  const at = sender.memory.stamp();
  const keep = keeping(sender, peer, to, at, isFirst);
  const bits = sensitiveBitsOf(sent, envelope.body, sender, known);
  const prepare =
    wordsToTeam(sent, sender, to, envelope.id) ??
    endOfAccess(sent, sender, peer) ??
    prepareOf(question, known, bits, sender, { to: peer, mid: envelope.id });
  const { uid: from } = sender;
  const evidence = { from, to: peer, id: envelope.id, at, sensitive: bits.words | bits.media, payload };
  return forward(
    writeMessage({
      id: envelope.id,
      to,
      thread: cutText(envelope.thread, 128),
      os: cutText(envelope.os, 64),
      pkgName: cutText(envelope.pkgName, 128),
      nick: policy.nickName,
      textAction: kind.category === 'chat' ? envelope.textAction : '',
      reply: envelope.reply,
      // Hosts may mark messages that a program composed.
      ...(policy.role === ROLE_ANCHOR && { identify: envelope.identify, step: envelope.step }),
      payload,
      sensitiveInfo: evidence.sensitive,
      at,
      ...(peer && { seal: sender.seal(sealedText(evidence)) }),
    }),
    keep && {
      ...keep,
      isAcknowledged: true,
      // The hub requests the push notifications of calls.
      ...(kind.isNews && kind.kind !== 'call' && !isDiscarded(evidence.sensitive) && { news: 'message' as const }),
      // A user who writes has read the conversation.
      seen: true,
      ...(sent.kind === 'retraction' && { deletes: sent.of }),
      ...(prepare && { prepare }),
    },
  );
}

/**
 * Parses a chat message of the sender; undefined when the envelope is malformed. `sent` is undefined when the payload is malformed or its
 * type unknown.
 */
export function readOwn(
  stanza: Element,
  sender: Sender,
): { readonly envelope: Envelope; readonly sent: SentPayload | undefined } | undefined {
  const envelope = readEnvelope(withFrom(stanza, sender.jid));
  return envelope && { envelope, sent: readSent(envelope.type, envelope.body, envelope.x) };
}

const WHY = {
  'foreign-item': 'foreign-item',
  'unknown-gift': 'content',
  'unknown-sticker': 'content',
  'too-many': 'too-many',
  'not-changeable': 'not-allowed',
  'too-late': 'too-late',
} as const satisfies Record<KindRefusal, RefusalReason>;

const ROLE_NUMBERS: Readonly<Record<Role, number>> = { A: ROLE_ANCHOR, V: ROLE_USER };

/** Returns whether both accounts have the roles that the kind requires. Only hosts may send locked media. */
function hasRoles(
  { roles }: KindRow,
  question: RequiredFacts | undefined,
  { uid, policies }: Sender,
  peer: number,
): boolean {
  const from = roles?.from ?? (question?.lock ? 'A' : undefined);
  if (from && policies.get(uid)?.role !== ROLE_NUMBERS[from]) return false;
  return roles?.to === undefined || policies.get(peer)?.role === ROLE_NUMBERS[roles.to];
}

/** Removes facts about media of other accounts, so that they are treated like media that do not exist. */
const ownMediaOnly = (facts: KindFacts, uid: number): KindFacts => ({
  ...facts,
  media: new Map([...facts.media].filter(([, { owner }]) => owner === uid)),
});

/** Returns the writes that must succeed before the message is archived: access to its media, its lock, and the record of a violation. */
function prepareOf(
  { media = [], lock }: RequiredFacts = {},
  facts: KindFacts | undefined,
  bits: Bits,
  sender: Sender,
  of: { readonly to: number; readonly mid: string },
): (() => Promise<void>) | undefined {
  const rule = of.to ? ruleBroken(bits) : undefined;
  if (media.length === 0 && !rule) return undefined;
  const key = { from: sender.uid, ...of };
  return async () => {
    const paid = lock && facts && { lock: { id: facts.lockId, ...lock } };
    if (media.length > 0) await sender.facts.prepare({ ...key, media, ...paid });
    if (rule) await sender.violated(key, rule);
  };
}

type Bits = { readonly words: number; readonly media: number };

/** Returns the conduct rule that a message breaks; undefined for none. Not used for messages to services: they may quote other users. */
function ruleBroken({ words, media }: Bits): Parameters<NoteViolation>[1] | undefined {
  if ((words & SENSITIVE_PORN) !== 0) return 'porn-words';
  return (media & SENSITIVE_PORN) === 0 ? undefined : 'porn-picture';
}

/** Returns the write that passes a text to the official service on to the support team; undefined for any other message. */
function wordsToTeam(
  sent: SentPayload,
  { uid, domain, facts }: Sender,
  to: string,
  mid: string,
): (() => Promise<void>) | undefined {
  if (sent.kind !== 'text' || to !== jidOfService('official', domain)) return undefined;
  return () => facts.storeSupportMessage({ from: uid, mid, body: sent.body });
}

/** Returns the write by which a retraction ends the recipient's access to the media of the deleted message; undefined for other kinds. */
function endOfAccess(sent: SentPayload, { uid, facts }: Sender, to: number): (() => Promise<void>) | undefined {
  return sent.kind === 'retraction' ? () => facts.endAccess({ from: uid, to, mid: sent.of }) : undefined;
}

/** Returns the sensitive bits of a message's words, and those of its media. */
function sensitiveBitsOf(sent: SentPayload, body: string, sender: Sender, facts: KindFacts | undefined): Bits {
  let words = 0;
  let media = 0;
  for (const text of wordsOfKind(sent, body)) words |= sender.sensitiveBits(text);
  for (const { bits } of facts?.media.values() ?? []) media |= bits;
  return { words, media };
}

/**
 * Describes how to archive a message to a user, a message or mark to the official service, or a mark to the gift service; undefined
 * for what is not archived. From marks to services the sender's other devices learn what was read.
 */
function keeping(
  sender: Sender,
  peer: number,
  to: string,
  at: number,
  isInOrder: boolean,
): ArchiveDecision | undefined {
  if (peer) return { peer, isOwnOnly: false, at, isInOrder };
  const isHeard = to === jidOfService('official', sender.domain) || to === jidOfService('gift', sender.domain);
  return isHeard && sender.uid !== OFFICIAL_UID ? { peer: OFFICIAL_UID, isOwnOnly: true, at, isInOrder } : undefined;
}

/** Refuses a message with an error of type 'wait'. Later messages to the peer are refused until it is sent again and accepted. */
function wait(sender: Sender, peer: number, id: string, reason: 'rate' | 'unavailable'): Decision {
  sender.memory.refused(peer, id);
  return refuse(reason);
}

/** Adds `from`, because the codec needs it to read the envelope. The XMPP server stamps it itself. */
function withFrom(stanza: Element, jid: string): Element {
  stanza.attrs['from'] = jid;
  return stanza;
}
