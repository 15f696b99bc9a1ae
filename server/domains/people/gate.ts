import xml, { type Element } from '@xmpp/xml';
import * as v from 'valibot';
import { localOfUid } from '../../../contract/ids.ts';
import { bareJid, jidOfUid, uidOfDomainJid } from '../../../contract/jid.ts';
import { VCARD_NS } from '../../../contract/people/vcard.ts';
import { parseFrame } from '../../platform/edge/xml/frame.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Here, ServicePart } from '../../platform/services/service.ts';
import { createAskingDevices } from './asking-devices.ts';
import type { PeopleRoutes, RouteAnswer } from './xmpp.ts';

const BLOCKING_NS = 'urn:xmpp:blocking';
const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';
const CONDITIONS: Readonly<Record<number, readonly [type: string, condition: string]>> = {
  400: ['modify', 'bad-request'],
  403: ['auth', 'forbidden'],
  404: ['cancel', 'item-not-found'],
  429: ['wait', 'resource-constraint'],
};
const listed = v.pipe(v.string(), v.parseJson(), v.object({ items: v.array(v.string()) }));

/** Dependencies of `answerPeople`: the routes to the database, and how to send answers. */
export type PeopleGateOptions = {
  readonly domain: string;
  readonly routes: PeopleRoutes;
  readonly log: Logger;
  /** Accounts with a stream in this process. */
  readonly here: () => Here;
  /** Sends a stanza in the name of an account. */
  write(text: string): void;
};

/** The gate's handler of vCard and blocking requests, one per process. */
export type PeopleGate = ServicePart & {
  /** Call when the blocks of an account may have changed, in any process. */
  policyChanged(uid: number | 'all'): void;
};

/**
 * Creates the handler of vCard (XEP-0054) and blocking (XEP-0191) requests at the gate. The answer comes from the bare JID of the account
 * in question, as clients accept no other sender. The resource of the gate's address names the owner of the card. Devices that requested
 * the block list receive pushes of each change (XEP-0191, section 3.3), in whichever process it was made.
 */
export function answerPeople({ domain, routes, log, here, write }: PeopleGateOptions): PeopleGate {
  /** The block list last sent to each device that requested it. */
  const listeners = createAskingDevices<ReadonlySet<string>>(here);

  const iq = (type: string, own: string, to: string, id: string, child?: Element) =>
    write(xml('iq', { type, id, from: own, to }, child).toString());

  async function ask(path: keyof PeopleRoutes, question: object, refuse: (answer: RouteAnswer) => void) {
    try {
      const answer = await routes[path](question);
      if (answer.status === 200) return answer.body ?? '';
      refuse(answer);
    } catch (error) {
      log.warn({ err: error }, 'failed to answer a vCard or blocking request');
      refuse({ status: 500 });
    }
    return undefined;
  }

  const refusal = ({ status, body }: RouteAnswer): Element => {
    const [type, condition] = CONDITIONS[status] ?? ['wait', 'internal-server-error'];
    const text = status === 400 && body ? xml('text', { xmlns: STANZAS_NS }, body) : undefined;
    return xml('error', { type }, xml(condition, { xmlns: STANZAS_NS }), text);
  };

  async function card(stanza: Element, payload: Element, uid: number, local: string): Promise<void> {
    const { from = '', id = '', type } = stanza.attrs;
    const own = `${local}@${domain}`;
    const question = { user: localOfUid(uid), of: local, ...(type === 'set' && { card: payload.toString() }) };
    const body = await ask('/xmpp/vcard', question, (answer) => iq('error', own, from, id, refusal(answer)));
    if (body !== undefined) iq('result', own, from, id, type === 'set' ? undefined : parseFrame(body));
  }

  async function blocks(stanza: Element, payload: Element, uid: number): Promise<void> {
    const { from = '', id = '' } = stanza.attrs;
    const own = jidOfUid(uid, domain);
    const refuse = (answer: RouteAnswer) => iq('error', own, from, id, refusal(answer));
    const items = payload.getChildElements().map(({ attrs }) => attrs['jid']);
    if (payload.name === 'block' && items.length === 0) {
      return refuse({ status: 400, body: 'items: nobody is named' });
    }
    const action = payload.name === 'blocklist' ? 'list' : payload.name;
    const body = await ask('/xmpp/blocklist', { user: localOfUid(uid), action, items }, refuse);
    if (body === undefined) return;
    if (action !== 'list') return iq('result', own, from, id);
    const jids = v.parse(listed, body).items;
    listeners.add(uid, from, new Set(jids));
    iq('result', own, from, id, writeBlocking('blocklist', jids));
  }

  async function tell(uid: number): Promise<void> {
    const devices = listeners.of(uid);
    if (!devices) return;
    const body = await ask('/xmpp/blocklist', { user: localOfUid(uid), action: 'list', items: [] }, () => undefined);
    if (body === undefined) return;
    const now = new Set(v.parse(listed, body).items);
    for (const [device, sentBlocks] of devices) {
      devices.set(device, now);
      const changes = { block: without(now, sentBlocks), unblock: without(sentBlocks, now) };
      for (const [name, jids] of Object.entries(changes)) {
        if (jids.length > 0)
          iq('set', jidOfUid(uid, domain), device, `${name}-${Date.now()}`, writeBlocking(name, jids));
      }
    }
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'failed to process a vCard or blocking request');

  return {
    /** Handles vCard and blocking requests; false for any other stanza. */
    take(stanza) {
      const { type, from = '', to = '' } = stanza.attrs;
      if (!stanza.is('iq') || (type !== 'get' && type !== 'set')) return false;
      const uid = uidOfDomainJid(from, domain);
      if (uid === undefined || bareJid(from) === from) return false;
      const payload = stanza.getChild('vCard', VCARD_NS);
      if (payload) {
        void card(stanza, payload, uid, to.split('/')[1] ?? localOfUid(uid)).catch(failed);
        return true;
      }
      const [action] = stanza.getChildElements();
      if (action?.getNS() !== BLOCKING_NS) return false;
      void blocks(stanza, action, uid).catch(failed);
      return true;
    },
    policyChanged(uid) {
      for (const id of uid === 'all' ? listeners.uids() : [uid]) void tell(id).catch(failed);
    },
    close: listeners.clear,
  };
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((id) => !others.has(id));

const writeBlocking = (name: string, jids: readonly string[]): Element =>
  xml(name, { xmlns: BLOCKING_NS }, ...jids.map((jid) => xml('item', { jid })));
