import type { Element } from '@xmpp/xml';
import { type HubEvent, readEvent } from '../../contract/calls/hub.ts';
import { type Envelope, readEnvelope } from '../../contract/chat/message.ts';
import { readPayload } from '../../contract/chat/payload.ts';
import { bareJid, jidOfService, uidOfDomainJid } from '../../contract/jid.ts';
import { DEMO_HOST_FIRST_UID, DEMO_HOSTS_RUN } from '../accounts/rules.ts';
import type { MakePeer } from './call.ts';
import { type Calls, takeCalls } from './calls.ts';
import type { Chance } from './chance.ts';
import { type Chat, converse } from './chat.ts';
import { type HostConnection, openConnection } from './line.ts';
import { openOwnMedia } from './own-media.ts';
import type { Scene } from './phrases.ts';
import { readReceived } from './received-message.ts';
import type { ReplyPorts } from './reply.ts';
import { RESOURCE } from './stream.ts';
import { type Waiting, waitForMatch } from './waiting.ts';

const DELAY_NS = 'urn:xmpp:delay';
const REFUSED_NS = 'urn:gemcall:refused:1';

/** Options of one simulated host. `token` requests a new session token of its account. */
export type HostOptions = {
  readonly url: string;
  readonly domain: string;
  readonly uid: number;
  readonly chance: Chance;
  readonly tempo: number;
  token(): Promise<string>;
  profileLanguage(uid: number): Promise<string>;
  /** Whether the user may be asked for gems, and for which gifts (`readGiftBudget`). */
  readGiftBudget: ReplyPorts['readGiftBudget'];
  makePeer: MakePeer;
  /** Loads what `makePeer` needs. */
  prepare(): void;
};
/** A running simulated host. */
export type Host = {
  isOnline(): boolean;
  /** Writes first to a user; false if this host is offline or the user is a simulated host. */
  greet(uid: number, scene: Scene): boolean;
  /** Ends the call and the stream. */
  end(): Promise<void>;
};

const isHost = (uid: number) => uid >= DEMO_HOST_FIRST_UID && uid < DEMO_HOST_FIRST_UID + DEMO_HOSTS_RUN;

/** Runs one simulated host: for the server an ordinary account, which answers messages, calls and random matches automatically. */
export function runHost(options: HostOptions): Host {
  const { uid, domain, chance } = options;
  const hub = jidOfService('hub', domain);
  const giftService = jidOfService('gift', domain);
  let isOnline = false;
  let token: Promise<string> | undefined;
  /** Requests a new token, which revokes the previous one; the stream and the uploads share it. */
  const freshToken = () => {
    token = options.token();
    return token;
  };
  const line: HostConnection = openConnection({
    ...options,
    token: freshToken,
    online() {
      isOnline = true;
      calls.reconnected();
      if (calls.isFree()) waiting.start();
    },
    offline() {
      isOnline = false;
      waiting.pause();
    },
    stanza: take,
  });
  const media = openOwnMedia({ ...options, token: () => token ?? freshToken() });
  const chat: Chat = converse({ ...options, line, media, isFree: () => calls.isFree(), now: () => Date.now() });
  const waiting: Waiting = waitForMatch(line, uid, chance);
  const calls: Calls = takeCalls({
    line,
    uid,
    chance,
    resource: RESOURCE,
    makePeer: options.makePeer,
    excuse: chat.excuse,
    prepare: options.prepare,
    // Two demo hosts would answer each other forever.
    rings: (caller) => !isHost(caller),
    onChange(isFree) {
      if (!isFree) waiting.stop();
      else if (isOnline) waiting.start();
    },
  });

  function take(stanza: Element): void {
    const event = readEvent(stanza, hub);
    if (event) {
      tell(event);
      return;
    }
    if (stanza.is('message') && stanza.attrs['type'] === 'error') {
      const refused = stanza.getChild('error')?.getChild('refused', REFUSED_NS)?.attrs['reason'];
      if (refused === 'foreign-item') media.forget();
      return;
    }
    const envelope = readEnvelope(stanza);
    // Offline messages are too old to answer.
    if (envelope && !stanza.getChild('delay', DELAY_NS)) hear(envelope);
  }

  function tell(event: HubEvent): void {
    waiting.take(event);
    calls.take(event);
  }

  function hear(envelope: Envelope): void {
    const payload = readPayload(envelope.type, envelope.body, envelope.x);
    if (payload?.kind === 'gift') {
      if (bareJid(envelope.from) === giftService && payload.to === uid) chat.given(payload.from);
      return;
    }
    const from = uidOfDomainJid(envelope.from, domain);
    // Two demo hosts would answer each other forever.
    if (from === undefined || isHost(from)) return;
    if (payload?.kind === 'call') void calls.invited(payload.sid);
    const heard = payload && readReceived(payload, envelope.id);
    if (heard) chat.said(from, envelope, heard);
  }

  return {
    isOnline: () => isOnline,
    greet(peer, scene) {
      if (!isOnline || isHost(peer)) return false;
      chat.greet(peer, scene);
      return true;
    },
    async end() {
      chat.end();
      waiting.pause();
      await calls.end();
      line.end();
    },
  };
}
