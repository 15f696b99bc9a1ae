import xml, { type Element } from '@xmpp/xml';
import { EXTERNAL_ID } from '../ids.ts';
import { bareJid } from '../jid.ts';
import { plainText, xmlText } from '../xml/characters.ts';
import { kindOf, type Payload, writePayload } from './payload.ts';

/**
 * Namespace of the element `x` in each message, which carries this app's extras (wire 2.3): os, type number, pkgName, and children per
 * kind.
 */
export const MESSAGE_NS = 'urn:gemcall:message:1';
/**
 * Namespace of the elements in the gate's pong: `<time at='ms'/>`, the server's clock, from which clients estimate the server time (wire
 * 2.3), and `<accepted/>`, the acceptances of sent messages.
 */
export const GATE_NS = 'urn:gemcall:gate:1';
/** Namespace of `<read id=''/>`, a client's read mark for its own account only (wire 2.4). */
const MARK_NS = 'urn:gemcall:mark:1';
/** Namespace of message carbons (XEP-0280). */
export const CARBONS_NS = 'urn:xmpp:carbons:2';
/** Namespace of the wrapper of forwarded stanzas (XEP-0297). */
export const FORWARD_NS = 'urn:xmpp:forward:0';
const RECEIPTS_NS = 'urn:xmpp:receipts';
const MARKERS_NS = 'urn:xmpp:chat-markers:0';
/** Namespace of replies (XEP-0461). */
const REPLY_NS = 'urn:xmpp:reply:0';

/** A parsed message without its payload, which `readPayload` reads by the type number. */
export type Envelope = {
  /** The sender's stanza id: the same for all attempts to send it. */
  readonly id: string;
  /** Full or bare JIDs as the server stamped them. */
  readonly from: string;
  readonly to: string;
  readonly thread: string;
  readonly body: string;
  readonly type: number;
  readonly os: string;
  readonly pkgName: string;
  readonly nick: string;
  readonly version: number;
  /** `SENSITIVE_*` bits, which the edge sets (product 5.4); 0 if there are none. */
  readonly sensitiveInfo: number;
  /** Stamp of the edge or the service that wrote the message (server clock, ms); undefined if neither did. */
  readonly at: number | undefined;
  /** 'reply' when the sender wrote within `REPLY_WINDOW_MS` of an incoming message (product 9.2). */
  readonly textAction: '' | 'reply';
  /** The stanza id of the message that this one replies to; empty if there is none. */
  readonly reply: string;
  /** Origin of an automatic message of a host or service: `auto.login`, `story.s12`; empty for typed messages. Never shown. */
  readonly identify: string;
  /** Position in the sequence of automatic messages that `identify` names, 1 to 99; 0 if there is none. */
  readonly step: number;
  /** The edge's signature of the message; empty if there is none. */
  readonly seal: string;
  readonly x: Element;
};

const count = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

const textIn = (value: string | undefined, form: RegExp) => (value !== undefined && form.test(value) ? value : '');
/** Returns the stanza id of the message that a stanza replies to; '' if there is none, or if it is not of one of the two users. */
function replyIn(stanza: Element, between: readonly string[]): string {
  const { id, to } = stanza.getChild('reply', REPLY_NS)?.attrs ?? {};
  return to !== undefined && between.map(bareJid).includes(bareJid(to)) ? textIn(id, EXTERNAL_ID) : '';
}
const stepIn = (value: string | undefined) => (value !== undefined && /^[1-9]\d?$/.test(value) ? Number(value) : 0);

/**
 * Reads a chat message on a client, at the edge or in the archive. Undefined if it is not a chat message of this app or lacks id, from, to
 * or type (product 5.3).
 */
export const readEnvelope = (stanza: Element): Envelope | undefined => readTyped(stanza, 'chat');

/** Reads a service's transient message on a client: like `readEnvelope`, for a stanza of type headline. */
export const readHeadline = (stanza: Element): Envelope | undefined => readTyped(stanza, 'headline');

function readTyped(stanza: Element, messageType: 'chat' | 'headline'): Envelope | undefined {
  if (!stanza.is('message') || stanza.attrs['type'] !== messageType) return undefined;
  const { id, from, to } = stanza.attrs;
  const x = stanza.getChild('x', MESSAGE_NS);
  const type = count(x?.attrs['type']);
  if (!id || !from || !to || !x || type === undefined || id.length > 128) return undefined;
  return {
    id,
    from,
    to,
    thread: stanza.getChildText('thread') ?? '',
    // Other clients and older archives may deliver unfiltered text.
    body: plainText(stanza.getChildText('body') ?? ''),
    type,
    os: x.attrs['os'] ?? '',
    pkgName: x.attrs['pkgName'] ?? '',
    nick: plainText(x.attrs['nick'] ?? ''),
    version: count(x.attrs['version']) ?? 1,
    sensitiveInfo: count(x.attrs['sensitive']) ?? 0,
    at: count(x.attrs['at']),
    textAction: x.attrs['action'] === 'reply' ? 'reply' : '',
    reply: replyIn(stanza, [from, to]),
    identify: textIn(x.attrs['identify'], /^[a-z]+\.[a-z0-9]{1,32}$/),
    step: stepIn(x.attrs['step']),
    seal: textIn(x.attrs['seal'], /^[\w-]{43}$/),
    x,
  };
}

/** A message to write: envelope and payload, as a client, the edge or a service sends it. */
export type Outgoing = {
  readonly id: string;
  readonly to: string;
  readonly from?: string;
  readonly thread: string;
  readonly os: string;
  readonly pkgName: string;
  readonly nick: string;
  readonly textAction: '' | 'reply';
  readonly payload: Payload;
  readonly reply?: string;
  readonly identify?: string;
  readonly step?: number;
  readonly seal?: string;
  /** `SENSITIVE_*` bits; only the edge sets them. `at`: stamp of the edge or a service (server clock, ms). */
  readonly sensitiveInfo?: number;
  readonly at?: number;
};

/** Writes a message stanza. By default in the server form, for the edge and services; a client passes `writeSent` for the client form. */
export function writeMessage(message: Outgoing, writeKind: typeof writePayload = writePayload): Element {
  const { type, body, children } = writeKind(message.payload, xml);
  return xml(
    'message',
    { type: 'chat', id: message.id, to: message.to, from: message.from },
    xml('body', {}, plainText(body)),
    xml('thread', {}, xmlText(message.thread)),
    xml(
      'x',
      {
        xmlns: MESSAGE_NS,
        type,
        os: xmlText(message.os),
        pkgName: xmlText(message.pkgName),
        nick: plainText(message.nick),
        version: 1,
        action: message.textAction || undefined,
        sensitive: message.sensitiveInfo || undefined,
        at: message.at,
        identify: message.identify || undefined,
        step: message.step || undefined,
        seal: message.seal || undefined,
      },
      ...(children ?? []),
    ),
    ...(kindOf(message.payload).standard ? (writeKind(message.payload, xml).children ?? []) : []),
    message.reply ? xml('reply', { xmlns: REPLY_NS, to: message.to, id: message.reply }) : undefined,
    xml('request', { xmlns: RECEIPTS_NS }),
    xml('markable', { xmlns: MARKERS_NS }),
  );
}

/** Writes a service's transient message, which is neither archived nor confirmed by a receipt. */
export function writeHeadline(message: Outgoing): Element {
  const written = writeMessage(message);
  written.attrs['type'] = 'headline';
  for (const name of ['request', 'markable']) {
    const child = written.getChild(name);
    if (child) written.remove(child);
  }
  return written;
}

/**
 * A delivery receipt (XEP-0184) or a displayed marker (XEP-0333) for the message `id`. Each covers all earlier messages of the thread.
 * `isPrivate`: a read mark of a client for the account's own devices and archive only, because the user does not share read receipts.
 */
export type Mark = { readonly kind: 'received' | 'displayed'; readonly id: string; readonly isPrivate?: true };

/** Reads a receipt or marker from a message stanza; undefined for any other stanza. */
export function readMark(stanza: Element): Mark | undefined {
  if (!stanza.is('message')) return undefined;
  const read = stanza.getChild('read', MARK_NS)?.attrs['id'];
  if (read) return { kind: 'displayed', id: read, isPrivate: true };
  const displayed = stanza.getChild('displayed', MARKERS_NS)?.attrs['id'];
  if (displayed) return { kind: 'displayed', id: displayed };
  const received = stanza.getChild('received', RECEIPTS_NS)?.attrs['id'];
  return received ? { kind: 'received', id: received } : undefined;
}

/**
 * Writes a receipt or marker. It asks to be archived (XEP-0334 `store`), so that an offline device of the message's sender receives it
 * later.
 */
export function writeMark(mark: Mark, to: string, id: string, from?: string): Element {
  return xml(
    'message',
    { type: 'chat', to, id, from },
    writeMarkChild(mark),
    xml('store', { xmlns: 'urn:xmpp:hints' }),
  );
}

function writeMarkChild({ kind, id, isPrivate }: Mark): Element {
  if (kind === 'received') return xml('received', { xmlns: RECEIPTS_NS, id });
  return isPrivate ? xml('read', { xmlns: MARK_NS, id }) : xml('displayed', { xmlns: MARKERS_NS, id });
}

/**
 * Writes a read mark that its recipient gets as a delivery receipt, because one of the two does not share read receipts. The marker is for
 * the account `by`, whose devices get it in a carbon; the edge removes it from the streams of all other accounts.
 */
export function writeHiddenMark(id: string, to: string, stanzaId: string, by: string): Element {
  const written = writeMark({ kind: 'received', id }, to, stanzaId);
  written.append(xml('displayed', { xmlns: MARKERS_NS, id, by }));
  return written;
}

/**
 * Writes the headline by which the edge asks the gate to deliver `sent` to the sender's own devices only, as a carbon (XEP-0280). `sent`
 * itself is not forwarded to its addressee.
 */
export function writeOwnCopy(sent: Element, gate: string, id: string): Element {
  sent.attrs['xmlns'] = 'jabber:client';
  return xml(
    'message',
    { type: 'headline', to: gate, id },
    xml('sent', { xmlns: CARBONS_NS }, xml('forwarded', { xmlns: FORWARD_NS }, sent)),
  );
}

/** Returns the carbon that the gate delivers in the name of the account, for a message of `writeOwnCopy`; undefined for any other. */
export function readOwnCopy(message: Element): { readonly account: string; readonly carbon: Element } | undefined {
  const sent = message.getChild('sent', CARBONS_NS);
  const { from } = message.attrs;
  if (!sent || from === undefined) return undefined;
  const account = bareJid(from);
  return { account, carbon: xml('message', { type: 'headline', to: account }, sent) };
}
