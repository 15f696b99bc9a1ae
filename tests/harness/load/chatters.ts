import { setTimeout as wait } from 'node:timers/promises';
import xml from '@xmpp/xml';
import { endpoints } from '../../../contract/endpoints.ts';
import { chat } from '../../edge/messages.ts';
import { newOpenId, type User } from '../api.ts';
import { envelope } from '../envelope.ts';
import { openRaw, type RawClient, signIn } from '../raw-client.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';

const MAM = 'urn:xmpp:mam:2';
const RSM = 'http://jabber.org/protocol/rsm';
const SM = 'urn:xmpp:sm:3';
const PAGE = 50;
const AGAIN_MS = 50;

/**
 * Users in a ring, each of whom writes to the next one without end: one message at a time, sent again under the same id until the server
 * acknowledges it or the sender's archive contains it. They reconnect after each disconnect.
 */
export async function startChatters(url: string, count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => signUp(url)));
  const chatters = people.map((user, index) => chatter(url, user, people[(index + 1) % count]?.id ?? user.id));
  return {
    /** Number of messages of each sender that the server has acknowledged so far. */
    taken: () => chatters.map(({ taken }) => taken.length),
    /** Stops them, and counts acknowledged messages that are lost or duplicated in the recipients' archives. */
    async stop(): Promise<{ taken: number; lost: number; doubled: number }> {
      await Promise.all(chatters.map(({ stop }) => stop()));
      let [taken, lost, doubled] = [0, 0, 0];
      for (const [index, { taken: ids }] of chatters.entries()) {
        const [reader, writer] = [people[(index + 1) % count], people[index]];
        if (!reader || !writer) continue;
        const kept = await archiveOf(url, reader, writer.id);
        taken += ids.length;
        lost += ids.filter((id) => !kept.includes(id)).length;
        doubled += kept.length - new Set(kept).size;
      }
      return { taken, lost, doubled };
    },
  };
}

async function signUp(url: string): Promise<User> {
  const body = JSON.stringify(envelope({ openId: newOpenId(), channel: 'guest' }));
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body,
  };
  const answer = await (await fetch(`${url}${endpoints.login.path}`, init)).json();
  return answer.data.userInfo;
}

async function connect(url: string, user: User): Promise<RawClient> {
  const client = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url);
  try {
    await signIn(client, { user: `u_${user.id}`, token: user.vcToken, domain: DOMAIN });
    return client;
  } catch (error) {
    client.cut();
    throw error;
  }
}

function chatter(url: string, user: User, peer: number) {
  const taken: string[] = [];
  let stopping = false;

  async function run(): Promise<void> {
    while (!stopping) {
      const client = await connect(url, user).catch(() => undefined);
      await (client ? talk(client).catch(() => undefined) : wait(AGAIN_MS));
      client?.cut();
    }
  }

  async function talk(client: RawClient): Promise<void> {
    let id = `${user.id}-${taken.length}`;
    if ((await page(client, peer, 'newest')).ids.includes(id)) taken.push(id);
    for (let sent = 1; !stopping && !client.isClosed(); sent += 1) {
      id = `${user.id}-${taken.length}`;
      client.send(chat({ id, to: peer }));
      client.send(`<r xmlns='${SM}'/>`);
      await client.until('an ack or the end', () => (ackOf(client) >= sent || client.isClosed() ? true : undefined));
      const isRefused = client.frames.some((frame) => frame.attrs['id'] === id && frame.attrs['type'] === 'error');
      if (!client.isClosed() && !isRefused) taken.push(id);
      client.frames.length = 0;
      await wait(AGAIN_MS);
    }
  }

  const done = run();
  return {
    taken,
    async stop() {
      stopping = true;
      await done;
    },
  };
}

/** Number of stanzas before the first message of a stream: the presence and the archive query. */
const BEFORE = 2;
const ackOf = (client: RawClient) =>
  Math.max(0, ...client.frames.filter((frame) => frame.name === 'a').map((frame) => Number(frame.attrs['h']) - BEFORE));

let queries = 0;

/** One page of the conversation with `peer`: the ids of its messages, and the cursor of the next page. */
async function page(client: RawClient, peer: number, from: 'newest' | 'oldest' | { readonly after: string }) {
  queries += 1;
  const id = `page-${queries}`;
  const set = xml('set', { xmlns: RSM }, xml('max', {}, String(PAGE)));
  if (from === 'newest') set.append(xml('before'));
  else if (from !== 'oldest') set.append(xml('after', {}, from.after));
  const form = xml(
    'x',
    { xmlns: 'jabber:x:data', type: 'submit' },
    xml('field', { var: 'FORM_TYPE', type: 'hidden' }, xml('value', {}, MAM)),
    xml('field', { var: 'with' }, xml('value', {}, `u_${peer}@${DOMAIN}`)),
  );
  client.send(
    xml('iq', { xmlns: 'jabber:client', type: 'set', id }, xml('query', { xmlns: MAM, queryid: id }, form, set)),
  );
  const end = await client.take('a page', (frame) => frame.name === 'iq' && frame.attrs['id'] === id);
  const items = client.frames.flatMap((frame) => frame.getChild('result', MAM) ?? []);
  const mine = items.filter((item) => item.attrs['queryid'] === id);
  const ids = mine.flatMap((item) => item.getChild('forwarded')?.getChild('message')?.attrs['id'] ?? []);
  const fin = end.getChild('fin', MAM);
  const next = fin?.attrs['complete'] === 'true' ? undefined : fin?.getChild('set', RSM)?.getChildText('last');
  return { ids, next: next ?? undefined };
}

async function archiveOf(url: string, reader: User, writer: number): Promise<readonly string[]> {
  const client = await connect(url, reader);
  const ids: string[] = [];
  for (let from: 'oldest' | { after: string } | undefined = 'oldest'; from !== undefined; ) {
    const { ids: more, next } = await page(client, writer, from);
    ids.push(...more);
    from = next === undefined ? undefined : { after: next };
  }
  client.close();
  // Leaves out what the reader wrote to the same person.
  return ids.filter((id) => id.startsWith(`${writer}-`));
}
