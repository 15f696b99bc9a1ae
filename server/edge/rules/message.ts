import xml, { type Element } from '@xmpp/xml';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import {
  type Mark,
  MESSAGE_NS,
  readEnvelope,
  readMark,
  writeMark,
  writeMessage,
} from '../../../contract/chat/message.ts';
import { isBetween, kindOf, kindOfType, readPayload } from '../../../contract/chat/payload.ts';
import { domainOfJid, jidOfService, jidOfUid, SERVICES, uidOfDomainJid } from '../../../contract/jid.ts';
import { cutText } from '../../../contract/xml/characters.ts';
import { notAdmitted, refusedByBlock } from './admission.ts';
import { type Decision, type Facts, forward, type Keeping, refuse, type Sender } from './decision.ts';

const CHAT_STATES_NS = 'http://jabber.org/protocol/chatstates';
const CHAT_STATES = ['active', 'composing', 'paused', 'inactive', 'gone'];
const HINTS_NS = 'urn:xmpp:hints';

/** Returns the addressed uid, or the service; undefined for any other address. */
export function addresseeOf(to: string | undefined, domain: string): { uid: number } | { service: string } | undefined {
  if (!to) return undefined;
  // The canonical spelling only: what the server would fold ('U_5@...') would be another name for the block list.
  const uid = uidOfDomainJid(to, domain);
  if (uid !== undefined) return { uid };
  const service = SERVICES.map((name) => jidOfService(name, domain)).find((jid) => jid === to);
  return service !== undefined && domainOfJid(to) === service ? { service } : undefined;
}

/** Decides on messages: those that parse completely are written anew, all others are refused. */
export function decideMessage(stanza: Element, sender: Sender, facts: Facts): Decision {
  if (stanza.attrs['type'] !== 'chat') return refuse('not-allowed');
  const addressee = addresseeOf(stanza.attrs['to'], sender.domain);
  if (!addressee || ('service' in addressee && addressee.service === jidOfService('gate', sender.domain))) {
    return refuse('address');
  }
  const to = 'uid' in addressee ? jidOfUid(addressee.uid, sender.domain) : addressee.service;
  if (to === sender.jid) return refuse('not-allowed');
  if (facts.tooMany) return decideUnasked(stanza, sender, 'uid' in addressee ? addressee.uid : 0);
  if (isChat(stanza)) return decideChat(stanza, sender, to, addressee);

  if (!sender.withinRate('other')) return refuse('rate');
  const peer = 'uid' in addressee ? addressee.uid : 0;
  const mark = readMark(stanza);
  return mark ? decideMark(stanza, sender, { mark, peer, to }, facts) : decideState(stanza, sender, peer, to);
}

const isChat = (stanza: Element) =>
  stanza.getChild('x', MESSAGE_NS) !== undefined || stanza.getChild('body') !== undefined;

/** Decides when the sender has used up the look-ups: the message may be tried again. */
function decideUnasked(stanza: Element, sender: Sender, peer: number): Decision {
  const { id } = stanza.attrs;
  return isChat(stanza) && id ? wait(sender, peer, id, 'rate') : refuse('rate');
}

type MarkTo = { readonly mark: Mark; readonly peer: number; readonly to: string };

/**
 * Decides on receipts and read marks. They reveal presence, so a recipient who does not admit the sender gets them only for
 * messages that the recipient wrote (decisions: marks of strangers). Where one of the two turned read receipts off, a read
 * mark becomes a receipt (decisions: read marks off).
 */
function decideMark(stanza: Element, sender: Sender, { mark, peer, to }: MarkTo, { received }: Facts): Decision {
  const { id } = stanza.attrs;
  if (!id || !isId(id) || !isId(mark.id)) return refuse('unreadable');
  const barred = peer ? refusedByBlock(sender, peer) : undefined;
  if (barred) return barred;
  const stranger = peer ? notAdmitted(sender, peer) : undefined;
  if (stranger && !received) return received === undefined ? refuse('unavailable') : stranger;
  const isShown = [sender.uid, peer].every((uid) => sender.policies.get(uid)?.readReceipt !== false);
  const written = writeMark(isShown ? mark : { kind: 'received', id: mark.id }, to, id);
  // Marks need no order: each covers all earlier messages.
  return forward(written, keeping(sender, peer, to, sender.clock.now(), false));
}

/** Decides on typing notices: they pass only to people whom the sender may write to. */
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

const isId = (id: string) => id.length <= 128;

function decideChat(stanza: Element, sender: Sender, to: string, addressee: { uid: number } | object): Decision {
  const peer = 'uid' in addressee ? addressee.uid : 0;
  const envelope = readEnvelope(withFrom(stanza, sender.jid));
  if (!envelope) return refuse('unreadable');
  const kind = kindOfType(envelope.type);
  if (!kind) return refuse('unknown-type');
  if (kind.sentBy !== 'people') return refuse('privileged-type');
  const payload = readPayload(envelope.type, envelope.body, envelope.x);
  if (!payload) return refuse('unreadable');
  if (!isBetween(payload, sender.uid, peer)) return refuse('not-allowed');
  const policy = sender.policies.get(sender.uid);
  if (!policy) return wait(sender, peer, envelope.id, 'unavailable');
  if (policy.lockedUntil && policy.lockedUntil.getTime() > sender.clock.now()) return refuse('locked');
  const barred = peer ? (refusedByBlock(sender, peer) ?? notAdmitted(sender, peer)) : undefined;
  if (barred) return barred.refuse === 'unavailable' ? wait(sender, peer, envelope.id, 'unavailable') : barred;
  if (sender.memory.isHeld(peer, envelope.id) || !sender.withinRate('message')) {
    return wait(sender, peer, envelope.id, 'rate');
  }
  const isFirst = sender.memory.accepted(peer, envelope.id);
  const at = sender.memory.stamp();
  return forward(
    writeMessage({
      id: envelope.id,
      to,
      thread: cutText(envelope.thread, 128),
      os: cutText(envelope.os, 64),
      pkgName: cutText(envelope.pkgName, 128),
      nick: policy.nickName,
      textAction: kindOf(payload).category === 'chat' ? envelope.textAction : '',
      payload,
      sensitiveInfo: sender.sensitiveBits(envelope.body),
      at,
    }),
    keeping(sender, peer, to, at, isFirst),
  );
}

/** Describes a message to archive: one between people, or one to the official service. */
function keeping(sender: Sender, peer: number, to: string, at: number, isInOrder: boolean): Keeping | undefined {
  if (peer) return { peer, isToService: false, at, isInOrder };
  const isOfficial = to === jidOfService('official', sender.domain) && sender.uid !== OFFICIAL_UID;
  return isOfficial ? { peer: OFFICIAL_UID, isToService: true, at, isInOrder } : undefined;
}

/** Refuses with the permission to retry. Later messages to the peer are held until the retry. */
function wait(sender: Sender, peer: number, id: string, reason: 'rate' | 'unavailable'): Decision {
  sender.memory.refused(peer, id);
  return refuse(reason);
}

/** Adds `from`, which the server stamps itself, because the codec needs it to read the envelope. */
function withFrom(stanza: Element, jid: string): Element {
  stanza.attrs['from'] = jid;
  return stanza;
}
