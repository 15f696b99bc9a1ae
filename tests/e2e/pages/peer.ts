import { nanoid } from 'nanoid';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { writeMessage } from '../../../contract/chat/message.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Product } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { envelope } from '../../harness/envelope.ts';
import { openRaw, signIn } from '../../harness/raw-client.ts';
import { DEMO_PASSWORD } from '../base.ts';

const DOMAIN = 'localhost';
const loggedIn = v.object({ data: v.object({ userInfo: v.object({ vcToken: v.string() }) }) });
const session = v.object({ key: v.literal('session'), uid: v.number(), jid: v.string(), vcToken: v.string() });

/** A peer without a browser. It is fast, and may send stanzas that the app's pages never send. */
export async function openPeer(product: Product, uid: number) {
  const response = await fetch(`${product.url}${endpoints.userPwdLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(envelope({ uid, passwd: DEMO_PASSWORD }, undefined, `peer-${uid}`)),
  });
  const { data } = v.parse(loggedIn, await response.json());
  const client = await openRaw(`${product.url.replace('http', 'ws')}/xmpp-websocket`, product.url);
  await signIn(client, { user: `u_${uid}`, token: data.userInfo.vcToken, domain: DOMAIN });
  const send = (to: number, payload: Payload, nick = ''): string => {
    const id = nanoid();
    const message = writeMessage({
      id,
      to: `u_${to}@${DOMAIN}`,
      thread: `u_${uid}`,
      os: 'web',
      pkgName: 'test',
      nick,
      textAction: '',
      payload,
    });
    message.attrs['xmlns'] = 'jabber:client';
    client.send(message);
    return id;
  };
  return {
    /** Returns the id of the message. */
    say: (to: number, body: string, nick = ''): string => send(to, { kind: 'text', body }, nick),
    /** Deletes the message with this id for both sides. */
    retract: (to: number, of: string): string => send(to, { kind: 'retraction', of }),
    /** Replaces the text of the message with this id. */
    correct: (to: number, of: string, body: string): string => send(to, { kind: 'correction', of, body }),
    /** Reacts to the message with this id. */
    react: (to: number, of: string, ...emoji: string[]): string => send(to, { kind: 'reaction', of, emoji }),
    /** The raw stream, for stanzas that are not messages. */
    client,
    leave: () => client.close(),
  };
}

/** The session row of this browser. Only the core uses its token. */
export async function sessionOf(page: Page) {
  const rows = await readTable(page, 'app', 'state');
  return v.parse(
    session,
    rows.find((row) => v.is(session, row)),
  );
}

export const uidOf = async (page: Page): Promise<number> => (await sessionOf(page)).uid;
