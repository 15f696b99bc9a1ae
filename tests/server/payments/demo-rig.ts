import pg from 'pg';
import { sign as signatureOf } from '../../../demo/gateway/webhooks.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { GOOD_CARD, listenForBells, postTo, startTestGateway, tokenOf, typeCard } from '../../harness/money/gateway.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import type { GatewayRig } from './gateway-suite.ts';

const NUMBERS = {
  good: GOOD_CARD,
  'no-funds': '4000 0000 0000 9995',
  challenge: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
  slow: '4000 0000 0000 0119',
  late: '4000 0000 0000 0309',
} as const;
const BACK = { returnUrl: 'https://app.example/bindcheckout', parentOrigin: 'https://app.example' };

/** A rig of the demo gateway: the payer uses its pages, the merchant and the banks its console. */
export async function startDemoRig(postgresUrl: string): Promise<GatewayRig> {
  const databaseUrl = await freshDatabase(postgresUrl);
  const bells = await listenForBells();
  const running = await startTestGateway({ databaseUrl, webhookUrl: bells.url, port: await freePort() });
  const { adapter: gateway, url, webhookSecret } = running;
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=gateway_demo' });
  await client.connect();
  const one = async (text: string, value: string) => (await client.query(text, [value])).rows[0];
  const count = async (text: string, value: string) => Number((await one(text, value)).count);
  const pageOf = async (ref: string, kind: 'hosted' | 'frame') =>
    `${url}/${kind}/${(await one('select secret from session where ref = $1', ref)).secret}`;
  let keys = 0;
  const key = () => {
    keys += 1;
    return `rig-${keys}`;
  };

  async function type(ref: string, number: string): Promise<void> {
    const { wrong, state } = await typeCard(await pageOf(ref, 'hosted'), number);
    if (wrong !== undefined || state === 'closed') throw new Error('The page did not take the card');
  }
  const sign: GatewayRig['sign'] = (raw, { at = Date.now(), secret = webhookSecret }) => ({
    'gateway-signature': signatureOf(secret, raw.toString(), at),
  });

  return {
    gateway,
    sign,
    async pay(ref, { sum, currency, later } = {}) {
      const { amount_minor, currency: agreed, state } = await one('select * from session where ref = $1', ref);
      const came = { amountMinor: sum ?? Number(amount_minor), currency: currency ?? agreed };
      const isOther = sum !== undefined || currency !== undefined;
      // A bank can pay any amount, also after the session has ended.
      if (isOther || state === 'closed')
        await running.console('bank', { ref, paid: true, ...(isOther && { sum: came }) });
      else await type(ref, later ? NUMBERS.slow : NUMBERS.good);
    },
    settle: (ref, paid) => running.console('bank', { ref, paid }),
    async lapse(ref) {
      // The bank refuses at first and answers again when the session is over.
      await type(ref, NUMBERS.late);
      await client.query('update session set expires_at = $2 where ref = $1', [ref, running.now()]);
      await gateway.ask(ref);
    },
    async keptCard(kind, customerRef = '') {
      const bound = await gateway.bind({ bindId: `bind-${key()}`, customerRef, ...BACK }, key());
      const token = await tokenOf(await pageOf(bound.ref, 'frame'), NUMBERS[kind]);
      const { next } = await gateway.keep(bound.ref, token, key());
      if (next?.kind === 'challenge') await postTo(`${url}${new URL(next.url).pathname}`, { code: '1234' });
      const { card } = await gateway.askBinding(bound.ref);
      if (!card) throw new Error('The card is not kept');
      return card;
    },
    async challenge(ref, passed) {
      const { next } = await gateway.ask(ref);
      if (next?.kind !== 'challenge') throw new Error('There is no challenge');
      const page = `${url}${new URL(next.url).pathname}`;
      for (const code of passed ? ['1234'] : ['1', '2', '3']) await postTo(page, { code });
    },
    typeCard: async (ref, kind = 'good') => tokenOf(await pageOf(ref, 'frame'), NUMBERS[kind]),
    refund: (paymentRef, amountMinor) => running.console('refunds', { paymentRef, amountMinor }),
    dispute: (paymentRef, state) => running.console('disputes', { paymentRef, state }),
    answerRefunds: (state) => running.fail('refund', 'slow', state === 'sent' ? 1_000 : 0),
    refundsOf: (payment) =>
      count(
        `select count(*) from reversal join session on session.ref = session where reversal.kind = 'refund' and payment_ref = $1`,
        payment,
      ),
    sessionsOf: (orderId) => count('select count(*) from session where order_id = $1', orderId),
    fail: (fault) => running.fail('any', fault === 'stored' ? 'error' : fault),
    async webhook(ref) {
      // The gateway's own webhook, which it may delay on purpose.
      await running.pass(20_000);
      const own = bells.heard.find(({ raw }) => JSON.parse(raw.toString()).ref === ref);
      if (own) return { raw: own.raw, headers: sign(own.raw, {}) };
      const { order_id: orderId } = await one('select order_id from session where ref = $1', ref);
      const raw = Buffer.from(JSON.stringify({ id: `evt_${key()}`, type: 'opened', at: Date.now(), ref, orderId }));
      return { raw, headers: sign(raw, {}) };
    },
    async close() {
      await client.end();
      await running.close();
      await bells.close();
    },
  };
}
