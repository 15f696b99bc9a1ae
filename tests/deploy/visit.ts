import { setDefaultResultOrder } from 'node:dns';
import { endpoints } from '../../contract/endpoints.ts';
import { chat, hasId } from '../edge/messages.ts';
import type { User } from '../harness/api.ts';
import { envelope } from '../harness/envelope.ts';
import { archiveOf, openRaw, signIn } from '../harness/raw-client.ts';

/**
 * A visit to the product by its name, as two guests from the network of its machine: opens the page, signs both in, sends words from one to
 * the other, and prints the texts in the archive of the recipient as JSON.
 * usage: visit.ts <name> <secret of the sender> <secret of the recipient> [words]
 */
const [name = '', sender = '', recipient = '', words = ''] = process.argv.slice(2);
const url = `https://${name}`;
setDefaultResultOrder('ipv4first');

async function ask(endpoint: { readonly path: string }, data: object, user?: User) {
  const response = await fetch(`${url}${endpoint.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(user === undefined ? {} : { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
    },
    body: JSON.stringify(envelope(data, user)),
  });
  if (!response.ok) throw new Error(`${endpoint.path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()).data;
}

/** Signs a guest in who may write to others, which needs a birth date. */
async function logIn(openId: string): Promise<{ readonly id: number; readonly token: string }> {
  const { userInfo: user } = await ask(endpoints.login, { openId, channel: 'guest' });
  await ask(endpoints.giveAge, { bDay: '1990-01-01' }, user);
  return { id: user.id, token: user.vcToken };
}

async function connect({ id, token }: { readonly id: number; readonly token: string }) {
  const client = await openRaw(`wss://${name}/xmpp-websocket`, url);
  await signIn(client, { user: `u_${id}`, token, domain: name });
  return client;
}

const page = await fetch(url, { headers: { accept: 'text/html' } });
if (!page.ok || !(await page.text()).includes('<html')) throw new Error(`the page answers ${page.status}`);
const plain = await fetch(`http://${name}/`, { redirect: 'manual' });
if (plain.status !== 308) throw new Error(`plain http answers ${plain.status}`);
const from = await logIn(sender);
const to = await logIn(recipient);
const [writer, reader] = [await connect(from), await connect(to)];
if (words !== '') {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 21);
  writer.send(chat({ id, to: `u_${to.id}@${name}`, body: words }));
  await reader.take('the message', hasId(id));
}
const archive = await archiveOf(reader);
console.log(JSON.stringify({ uids: [from.id, to.id], texts: archive.map((message) => message.getChildText('body')) }));
writer.cut();
reader.cut();
