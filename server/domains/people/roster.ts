import xml, { type Element } from '@xmpp/xml';
import { bareJid, jidOfUid, uidOfDomainJid } from '../../../contract/jid.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Here, ServicePart } from '../../platform/services/service.ts';
import { createAskingDevices } from './asking-devices.ts';
import { listFriends } from './lists.ts';

const ROSTER_NS = 'jabber:iq:roster';
const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';

/** Dependencies of `answerRoster`. */
export type RosterOptions = {
  readonly domain: string;
  readonly db: Database;
  readonly log: Logger;
  /** Accounts with a stream in this process. */
  readonly here: () => Here;
  /** Sends a stanza in the name of an account. */
  write(text: string): void;
};

/** The gate's handler of roster requests, one per process. */
export type Roster = ServicePart & {
  /** Call when the friends of an account may have changed, in any process. */
  friendsChanged(uid: number | 'all'): void;
};

/**
 * Creates the handler of roster requests (RFC 6121, section 2) at the gate: the friends of the account, with their names. It is read only,
 * as friends are made by requests of the API; the edge refuses changes. Devices that requested the roster receive a push for each friend
 * who is added or removed, in whichever process it was.
 */
export function answerRoster({ domain, db, log, here, write }: RosterOptions): Roster {
  /** The names of friends by address, as last sent to each device. */
  const devices = createAskingDevices<ReadonlyMap<string, string>>(here);
  let pushes = 0;

  const iq = (type: string, uid: number, to: string, id: string, child: Element) =>
    write(xml('iq', { type, id, from: jidOfUid(uid, domain), to }, child).toString());

  const rosterOf = async (uid: number): Promise<ReadonlyMap<string, string>> =>
    new Map((await listFriends(db, uid)).map((friend) => [jidOfUid(friend.uid, domain), friend.nickName]));

  async function answer(uid: number, from: string, id: string): Promise<void> {
    try {
      const friends = await rosterOf(uid);
      devices.add(uid, from, friends);
      iq('result', uid, from, id, writeRoster([...friends].map(([jid, name]) => writeFriend(jid, name))));
    } catch (error) {
      log.warn({ err: error }, 'failed to answer a roster request');
      const condition = xml('internal-server-error', { xmlns: STANZAS_NS });
      iq('error', uid, from, id, xml('error', { type: 'wait' }, condition));
    }
  }

  async function push(uid: number): Promise<void> {
    const asking = devices.of(uid);
    if (!asking) return;
    const now = await rosterOf(uid);
    for (const [device, sent] of asking) {
      asking.set(device, now);
      const added = [...now].filter(([jid]) => !sent.has(jid)).map(([jid, name]) => writeFriend(jid, name));
      const removed = [...sent.keys()].filter((jid) => !now.has(jid)).map(writeRemoved);
      // A push has exactly one item.
      for (const item of [...added, ...removed]) {
        pushes += 1;
        iq('set', uid, device, `roster-${Date.now()}-${pushes}`, writeRoster([item]));
      }
    }
  }

  return {
    take(stanza) {
      const { type, from = '', id = '' } = stanza.attrs;
      if (!stanza.is('iq') || type !== 'get' || !stanza.getChild('query', ROSTER_NS)) return false;
      const uid = uidOfDomainJid(from, domain);
      if (uid === undefined || bareJid(from) === from) return false;
      void answer(uid, from, id);
      return true;
    },
    friendsChanged(uid) {
      for (const id of uid === 'all' ? devices.uids() : [uid])
        push(id).catch((error: unknown) => log.warn({ err: error }, 'failed to push a roster'));
    },
    close: devices.clear,
  };
}

const writeRoster = (items: readonly Element[]): Element => xml('query', { xmlns: ROSTER_NS }, ...items);
const writeFriend = (jid: string, name: string): Element => xml('item', { jid, name, subscription: 'both' });
const writeRemoved = (jid: string): Element => xml('item', { jid, subscription: 'remove' });
