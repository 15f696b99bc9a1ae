import xml, { type Element } from '@xmpp/xml';
import { MESSAGE_NS } from '#contract/chat/message.ts';
import { type Inbound, readInbound, type Self } from '../../../../worker/xmpp/inbound.ts';

export const DOMAIN = 'gemcall.test';
export const ME = `u_100001@${DOMAIN}`;
export const MY_TAB = `${ME}/tab`;
export const HOST = `u_9001@${DOMAIN}`;
export const OTHER_HOST = `u_9002@${DOMAIN}`;
export const ATTACKER = `u_666@${DOMAIN}`;
export const QUERY = 'outstanding-query';
export const self: Self = {
  bare: ME,
  uid: 100001,
  domain: DOMAIN,
  services: {
    hub: `hub.${DOMAIN}`,
    gift: `gift.${DOMAIN}`,
    official: `official.${DOMAIN}`,
    gate: `gate.${DOMAIN}`,
  },
};
export const isOutstanding = (queryId: string) => queryId === QUERY;

export type ChatFields = {
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly body?: string;
  readonly thread?: string;
  readonly type?: number | string;
  readonly nick?: string;
  readonly at?: number;
  readonly sensitive?: number;
};

/** A chat message as it arrives from the server, by default from the host to the own account. */
export function chat(fields: ChatFields = {}): Element {
  const { id = 'm1', from = `${HOST}/phone`, to = ME, body = 'hello', thread = 'any', type = 0 } = fields;
  const { nick = 'Maya', at, sensitive } = fields;
  return xml(
    'message',
    { xmlns: 'jabber:client', type: 'chat', id, from, to },
    xml('body', {}, body),
    xml('thread', {}, thread),
    xml('x', { xmlns: MESSAGE_NS, type, os: 'ios', pkgName: 'app', nick, version: 1, at, sensitive }),
  );
}

export const mark = (kind: 'received' | 'displayed', about: string, from = `${HOST}/phone`, to = ME): Element =>
  xml(
    'message',
    { xmlns: 'jabber:client', type: 'chat', id: `mark-${about}`, from, to },
    xml(kind, { xmlns: kind === 'received' ? 'urn:xmpp:receipts' : 'urn:xmpp:chat-markers:0', id: about }),
  );

function forward(inner: Element, stamp?: string): Element {
  const delay = stamp ? [xml('delay', { xmlns: 'urn:xmpp:delay', stamp })] : [];
  return xml('forwarded', { xmlns: 'urn:xmpp:forward:0' }, ...delay, inner);
}

/** `from` undefined leaves the attribute out, as a server may for our own account. */
export function carbon(direction: 'sent' | 'received', inner: Element, from: string | undefined = ME): Element {
  return xml(
    'message',
    { xmlns: 'jabber:client', type: 'chat', from, to: MY_TAB },
    xml(direction, { xmlns: 'urn:xmpp:carbons:2' }, forward(inner)),
  );
}

export type ArchiveFields = {
  readonly from?: string | undefined;
  readonly queryId?: string;
  readonly id?: string;
  readonly stamp?: string;
};

export function archived(inner: Element, fields: ArchiveFields = {}): Element {
  const { queryId = QUERY, id = 'archive-1', stamp } = fields;
  const from = 'from' in fields ? fields.from : ME;
  return xml(
    'message',
    { xmlns: 'jabber:client', from, to: MY_TAB },
    xml('result', { xmlns: 'urn:xmpp:mam:2', queryid: queryId, id }, forward(inner, stamp)),
  );
}

export const read = (stanza: Element): Inbound => readInbound(stanza, self, isOutstanding);

/** The expected trust result of a stanza: `message`, or `dropped: <why>`. */
export function verdict(stanza: Element): string {
  const inbound = read(stanza);
  return inbound.kind === 'dropped' ? `dropped: ${inbound.why}` : inbound.kind;
}
