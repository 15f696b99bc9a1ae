import { setDefaultResultOrder } from 'node:dns';
import Stripe from 'stripe';
import { endpoints } from '../../contract/endpoints.ts';
import { chat, hasId } from '../edge/messages.ts';
import type { User } from '../harness/api.ts';
import { openTurnClient } from '../harness/calls/turn-client.ts';
import { envelope } from '../harness/envelope.ts';
import { startFakeStripe } from '../harness/money/fake-stripe.ts';
import { archiveOf, openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { until } from '../harness/servers/kept-server.ts';
import { STRIPE, type VisitOptions } from './site.ts';

/**
 * A visit to the product by its name, as two guests from the network of its machine: opens the page, signs both in, sends words from one to
 * the other, asks the relay, buys gems, and prints the result as JSON (`visitResult`).
 * usage: visit.ts <JSON of VisitOptions>
 */
const options: VisitOptions = JSON.parse(process.argv[2] ?? '');
const { name, words = '' } = options;
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
async function logIn(openId: string): Promise<User> {
  const { userInfo: user } = await ask(endpoints.login, { openId, channel: 'guest' });
  await ask(endpoints.giveAge, { bDay: '1990-01-01' }, user);
  return user;
}

async function connect({ id, vcToken: token }: User) {
  const client = await openRaw(`wss://${name}/xmpp-websocket`, url);
  await signIn(client, { user: `u_${id}`, token, domain: name });
  return client;
}

/** The answers of the relay that the product names to a request for an address, and for a peer in its own network. */
async function askRelay(user: User): Promise<readonly number[]> {
  const { relays } = await ask(endpoints.relayServers, {}, user);
  const answers: number[] = [];
  for (const { username, credential, urls } of relays.servers) {
    const port = /:(\d+)\?transport=tcp$/m.exec(urls.join('\n'))?.[1];
    if (port === undefined) continue;
    const client = await openTurnClient(Number(port), { username, password: credential });
    answers.push(await client.allocate('udp', 4), await client.permit(Uint8Array.of(10, 0, 2, 2)));
    client.close();
  }
  return answers;
}

/** Buys a pack at a simulated Stripe, which reports the payment to the product by its name. Returns the gems that the buyer then has. */
async function buyGems(user: User): Promise<number> {
  const stripe = await startFakeStripe(STRIPE.port);
  const { extend_info: store } = await ask(endpoints.paymentChannels, { country: 'US' }, user);
  const { priceId, gems, bonus, price } = store.skus.find(({ sku }: { readonly sku: string }) => sku === 'g300');
  const order = { priceId, channel: 'hosted', scene: {}, shown: { gems, bonus, price } };
  const { orderId } = await ask(endpoints.createOrder, order, user);
  const [session] = stripe.sessionsOf(orderId);
  if (session === undefined) throw new Error('the order has no session at the gateway');
  stripe.pay(session.id);
  const body = stripe.event('checkout.session.completed', session.id);
  const signature = new Stripe(STRIPE.key).webhooks.generateTestHeaderString({ payload: body, secret: STRIPE.secret });
  const reported = await fetch(`${url}/webhook/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  if (!reported.ok) throw new Error(`the webhook answers ${reported.status}`);
  const isPaid = async () => (await ask(endpoints.payOrderStatus, { orderId }, user)).payStatus === 'TXN_SUCCESS';
  await until('the payment to be credited', isPaid);
  await stripe.close();
  return (await ask(endpoints.account, { action: 1 }, user)).gemsBalance;
}

const page = await fetch(url, { headers: { accept: 'text/html' } });
if (!page.ok || !(await page.text()).includes('<html')) throw new Error(`the page answers ${page.status}`);
const plain = await fetch(`http://${name}/`, { redirect: 'manual' });
if (plain.status !== 308) throw new Error(`plain http answers ${plain.status}`);
const [from, to] = options.users ?? [await logIn(options.guests[0]), await logIn(options.guests[1])];
const [writer, reader] = [await connect(from), await connect(to)];
async function send(sender: RawClient, recipient: RawClient, to: number, body: string): Promise<void> {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 21);
  sender.send(chat({ id, to: `u_${to}@${name}`, body }));
  await recipient.take('the message', hasId(id));
}
if (words !== '') {
  await send(writer, reader, to.id, words);
  // Without an answer a stranger may write only a few messages.
  await send(reader, writer, from.id, 'an answer');
}
const archive = await archiveOf(reader);
const received = archive.filter(({ attrs }) => String(attrs['from']).startsWith(`u_${from.id}@`));
writer.cut();
reader.cut();
const result = {
  users: [from, to],
  texts: received.map((message) => message.getChildText('body')),
  relay: await askRelay(from),
  gems: options.buys ? await buyGems(from) : undefined,
};
console.log(JSON.stringify(result));
