import xml, { type Element } from '@xmpp/xml';
import { HUB_NS, readRequest, writeRequest } from '../../../../contract/calls/hub.ts';
import { writeGatePing } from '../../../../contract/chat/acceptance.ts';
import { ARCHIVE_NS } from '../../../../contract/chat/archive.ts';
import { GIFT_NS, readGiftRequest, writeGiftRequest } from '../../../../contract/gifts/buy.ts';
import { localOfUid } from '../../../../contract/ids.ts';
import { bareJid, jidOfService, SERVICES, uidOfDomainJid } from '../../../../contract/jid.ts';
import { PRESENCE_NS, readWatch, writeWatch } from '../../../../contract/people/presence.ts';
import { readTypedVCard, VCARD_NS, writeVCard } from '../../../../contract/people/vcard.ts';
import { type Decision, forward, refuse, type Sender } from './decision.ts';

/**
 * Rewrites a client's vCard request before it is forwarded: a `get` has no content; a `set` contains only our fields, as text within
 * their limits. Undefined when malformed.
 */
function rewriteVCard(type: 'get' | 'set', payload: Element): Element | undefined {
  if (type === 'get') return xml('vCard', { xmlns: VCARD_NS });
  const card = readTypedVCard(payload);
  return card && writeVCard(card);
}

/**
 * Rewrites a client's blocking request (XEP-0191) before it is forwarded; undefined unless all addresses are users. A blocked gate could
 * not send refusals.
 */
function rewriteBlocking(payload: Element, domain: string): Element | undefined {
  const jids = payload.getChildElements().map(({ attrs }) => attrs['jid'] ?? '');
  if (!jids.every((jid) => uidOfDomainJid(jid, domain) !== undefined && jid === bareJid(jid))) return undefined;
  return xml(payload.name, { xmlns: 'urn:xmpp:blocking' }, ...jids.map((jid) => xml('item', { jid })));
}

type Target = 'server' | 'own' | 'user' | 'hub' | 'gift' | 'gate' | 'service' | 'elsewhere';

const OWN: readonly Target[] = ['own'];
const DISCO = ['http://jabber.org/protocol/disco#info', 'http://jabber.org/protocol/disco#items'];
const ANYWHERE_OURS: readonly Target[] = ['own', 'server', 'hub', 'gift', 'gate', 'service'];

/** Allowed payloads of `get` requests as `name {namespace}`, with their targets. A payload without a row is refused. */
const GET: Readonly<Record<string, readonly Target[]>> = {
  'ping {urn:xmpp:ping}': ANYWHERE_OURS,
  'query {http://jabber.org/protocol/disco#info}': ANYWHERE_OURS,
  'query {http://jabber.org/protocol/disco#items}': ANYWHERE_OURS,
  [`query {${ARCHIVE_NS}}`]: OWN,
  [`metadata {${ARCHIVE_NS}}`]: OWN,
  'blocklist {urn:xmpp:blocking}': OWN,
  'query {jabber:iq:roster}': OWN,
  'vCard {vcard-temp}': ['own', 'user'],
};
/** Allowed payloads of `set` requests, with their targets, as in `GET`. */
const SET: Readonly<Record<string, readonly Target[]>> = {
  'bind {urn:ietf:params:xml:ns:xmpp-bind}': OWN,
  'session {urn:ietf:params:xml:ns:xmpp-session}': OWN,
  'enable {urn:xmpp:carbons:2}': OWN,
  'disable {urn:xmpp:carbons:2}': OWN,
  [`query {${ARCHIVE_NS}}`]: OWN,
  'block {urn:xmpp:blocking}': OWN,
  'unblock {urn:xmpp:blocking}': OWN,
  'vCard {vcard-temp}': OWN,
  [`action {${HUB_NS}}`]: ['hub'],
  [`action {${GIFT_NS}}`]: ['gift'],
  [`watch {${PRESENCE_NS}}`]: ['gate'],
};

/**
 * Decides on a client's IQ by an allow list of type, payload and address; what is not listed is refused. The gate answers for the
 * account and the server: archive, vCards, blocks, roster and service discovery.
 */
export function decideIq(stanza: Element, sender: Sender): Decision {
  const { id, to, type } = stanza.attrs;
  if (!id) return refuse('unreadable');
  const toHub = type === 'set' && stanza.getChild('action', HUB_NS) !== undefined;
  if (!sender.withinRate(toHub ? 'call' : 'other')) return refuse('rate');
  const target = targetOf(to, sender);
  if (type === 'result' || type === 'error') return decideReply(stanza, type, target);
  if (type !== 'get' && type !== 'set') return refuse('unreadable');
  const payload = onlyChild(stanza);
  if (!payload) return refuse('unreadable');
  const key = `${payload.name} {${payload.getNS() ?? ''}}`;
  const table = type === 'get' ? GET : SET;
  if (!Object.hasOwn(table, key) || !table[key]?.includes(target)) return refuse('not-allowed');
  if (payload.is('action', HUB_NS)) return decideHubAction(stanza, payload);
  if (payload.is('action', GIFT_NS)) return decideGiftAction(stanza, payload, sender);
  if (payload.name === 'watch') return decideWatch(stanza, payload, sender);
  if (payload.getNS() === ARCHIVE_NS) return decideArchive(stanza, payload, sender);
  if (payload.name === 'bind') return forward(xml('iq', { type, id }, writeBind(payload)));
  if (payload.name === 'vCard') {
    const card = rewriteVCard(type, payload);
    return card ? forward(xml('iq', { type, id, to: ofCard(to, sender) }, card)) : refuse('unreadable');
  }
  // The gate repeats the content of its pings, so nothing of the client's payload is forwarded.
  if (payload.name === 'ping' && target === 'gate')
    return { forward: xml('iq', { type, id, to }, writeGatePing([])), isBarrier: true };
  if (payload.is('query', 'jabber:iq:roster'))
    return forward(xml('iq', { type, id, to: gateOf(sender) }, xml('query', { xmlns: 'jabber:iq:roster' })));
  const ns = payload.getNS() ?? '';
  if (DISCO.includes(ns) && (target === 'own' || target === 'server'))
    return forward(
      xml(
        'iq',
        { type, id, to: `${gateOf(sender)}/${target}` },
        xml('query', { xmlns: ns, node: payload.attrs['node'] }),
      ),
    );
  if (payload.name === 'blocklist') return forward(xml('iq', { type, id, to: gateOf(sender) }, payload));
  if (payload.name === 'block' || payload.name === 'unblock') {
    const blocking = rewriteBlocking(payload, sender.domain);
    return blocking ? forward(xml('iq', { type, id, to: gateOf(sender) }, blocking)) : refuse('not-allowed');
  }
  return forward(xml('iq', { type, id, to }, payload));
}

/** Adds the edge's id of the stream to a watch, because the gate ends the watch with the stream. */
function decideWatch({ attrs: { id, to, type } }: Element, payload: Element, sender: Sender): Decision {
  if (!sender.withinRate('watch')) return refuse('rate');
  const watch = readWatch(payload);
  return watch ? forward(xml('iq', { type, id, to }, writeWatch(watch.uids, sender.stream))) : refuse('unreadable');
}

/** Routes an archive query to the gate, which answers in the account's name; refuses one above the rate. */
function decideArchive({ attrs: { id, type } }: Element, payload: Element, sender: Sender): Decision {
  if (!sender.withinRate('archive')) return refuse('rate');
  return forward(xml('iq', { type, id, to: gateOf(sender) }, payload));
}

const gateOf = ({ domain }: Sender) => jidOfService('gate', domain);
/**
 * Returns the gate's address for a vCard request. The gate answers for all vCards, so the owner of the card is the resource of the
 * address.
 */
const ofCard = (to: string | undefined, sender: Sender) =>
  `${gateOf(sender)}/${localOfUid(uidOfDomainJid(to ?? '', sender.domain) ?? sender.uid)}`;

/** Forwards a request to the hub, serialized from its parsed form; refuses one that does not parse. */
function decideHubAction({ attrs: { id, to, type } }: Element, payload: Element): Decision {
  const request = readRequest(payload);
  return request ? forward(xml('iq', { type, id, to }, writeRequest(request))) : refuse('unreadable');
}

/** Forwards a request to the gift service, serialized from its parsed form; refuses one that does not parse or is above the rate. */
function decideGiftAction({ attrs: { id, to, type } }: Element, payload: Element, sender: Sender): Decision {
  if (!sender.withinRate('gift')) return refuse('rate');
  const request = readGiftRequest(payload);
  return request ? forward(xml('iq', { type, id, to }, writeGiftRequest(request))) : refuse('unreadable');
}

/** Decides on answers to requests of the server or a service: an empty result, or an error. */
function decideReply(stanza: Element, type: 'result' | 'error', target: Target): Decision {
  if (target === 'user' || target === 'elsewhere') return refuse('not-allowed');
  const payload = type === 'error' ? stanza.getChild('error') : undefined;
  const { id, to } = stanza.attrs;
  return forward(xml('iq', { type, id, to }, payload));
}

function targetOf(to: string | undefined, sender: Sender): Target {
  if (to === undefined || to === '') return 'own';
  if (to === sender.domain) return 'server';
  if (bareJid(to) === sender.jid) return to === sender.jid ? 'own' : 'elsewhere';
  const service = SERVICES.find((name) => to === jidOfService(name, sender.domain));
  if (service) return service === 'official' ? 'service' : service;
  return uidOfDomainJid(to, sender.domain) !== undefined && to === bareJid(to) ? 'user' : 'elsewhere';
}

function onlyChild(stanza: Element): Element | undefined {
  const [first, ...rest] = stanza.getChildElements();
  return rest.length === 0 ? first : undefined;
}

function writeBind(bind: Element): Element {
  const resource = bind.getChildText('resource') ?? '';
  return xml(
    'bind',
    { xmlns: 'urn:ietf:params:xml:ns:xmpp-bind' },
    /^[\w.:-]{1,64}$/.test(resource) ? xml('resource', {}, resource) : undefined,
  );
}
