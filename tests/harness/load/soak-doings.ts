import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import type { OpenDatabase } from '../../../server/platform/database/connect.ts';
import { newOpenId, type User } from '../api.ts';
import { callClient, shownAt } from '../calls/call-client.ts';
import { envelope } from '../envelope.ts';
import { openBuyer } from '../money/buyer.ts';
import { tokenOf } from '../money/gateway.ts';
import { openRaw, type RawClient, signIn } from '../raw-client.ts';
import { until } from '../servers/kept-server.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';

/** Gems per started minute of the hosts created here. */
export const CALL_PRICE = 60;

/** Actions of users against a server whose processes are killed. Each action is repeated until its outcome is known. */
export function openDoings(url: string, { db, pool }: OpenDatabase) {
  /** Calls the API until it answers, as a user who retries does. */
  async function ask(name: 'login' | 'websiteConfig' | 'fcmToken', data: object, user?: User) {
    let answer: { data: { userInfo: User; pushKey: string } } | undefined;
    await until(`an answer of ${name}`, async () => {
      answer = await fetch(`${url}${endpoints[name].path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...(user && { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
        },
        body: JSON.stringify(envelope(data, user)),
      })
        .then((response) => (response.ok ? response.json() : undefined))
        .catch(() => undefined);
      return answer !== undefined;
    });
    if (!answer) throw new Error('No answer');
    return answer.data;
  }
  const guest = async () => (await ask('login', { openId: newOpenId(), channel: 'guest' })).userInfo;

  async function makeHost(uid: number): Promise<void> {
    await pool.query('update account set role = $2 where uid = $1', [uid, ROLE_ANCHOR]);
    await pool.query('insert into anchor (uid, price) values ($1, $2) on conflict do nothing', [uid, CALL_PRICE]);
  }
  const giveGems = (uid: number, gems: number) =>
    grant(db, `soak:${uid}`, uid, 'gems', gems, { type: 'welcome', id: `${uid}` });
  async function connect(user: User): Promise<RawClient> {
    const client = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url);
    await signIn(client, { user: `u_${user.id}`, token: user.vcToken, domain: DOMAIN });
    return client;
  }

  /** Creates a user with gems (`a`) and a host (`b`), both with a stream. */
  async function openPair() {
    const [caller, callee] = await Promise.all([guest(), guest()]);
    await makeHost(callee.id);
    await giveGems(caller.id, 1_000);
    await pool.query(`insert into allowance_use select 'first', 'uid:' || $1::bigint, 1, 'earlier'`, [caller.id]);
    const [theirs, ours] = await Promise.all([connect(caller), connect(callee)]);
    return {
      caller: caller.id,
      callee: callee.id,
      a: callClient(theirs),
      b: callClient(ours),
      leave() {
        theirs.cut();
        ours.cut();
      },
    };
  }

  return {
    ask,
    guest,
    makeHost,
    giveGems,
    openPair,
    /** Creates a user with gems and a host, both with a stream. Returns a function that makes a call with one paid minute. */
    async meet() {
      const { a, b, callee, leave } = await openPair();
      async function talk(): Promise<void> {
        const { sid } = await a.hears('SessionRequest', '', {
          callee,
          kind: 'paid',
          source: '',
          root: '',
          shown: shownAt(CALL_PRICE),
        });
        await b.hears('CallReady', sid, {});
        await a.hears('SessionSuccess', sid, {});
        await b.hears('SessionSuccess', sid, {});
        await b.hears('SessionHeartbeat', sid, { flowing: true });
        await a.hears('SessionHeartbeat', sid, { flowing: true });
        await a.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
      }
      /** Resolves to true if the receipt came; if a stream breaks, the call is left to the server. */
      return async (): Promise<boolean> => {
        const gone = Promise.race([a.client.closed(), b.client.closed()]).then(
          () => false,
          () => false,
        );
        const done = talk().then(
          () => true,
          () => false,
        );
        const isWhole = await Promise.race([gone, done]);
        leave();
        return isWhole;
      };
    },
    /** Creates a user who is about to buy a pack. Returns a function that buys it and resolves when it is paid. */
    async openPurchase() {
      await ask('websiteConfig', {});
      const buyer = await openBuyer(url, 'card');
      return {
        uid: buyer.uid,
        async buy(): Promise<void> {
          const core = buyer.core();
          /** Card tokens by page: each card is entered once, as a session accepts at most twenty. */
          const typed = new Map<string, string>();
          await core.buy().catch(() => undefined);
          await until('the purchase to be paid', async () => {
            // An order that did not reach the server within a minute is sent again when the buyer presses again.
            await core.retry();
            await core.refreshAll();
            await core.refresh();
            const status = (await buyer.row())?.status;
            if (status?.payStatus === 'TXN_SUCCESS') return true;
            if (status?.next?.kind === 'frame') {
              const { url: page } = status.next;
              const token = typed.get(page) ?? (await tokenOf(page).catch(() => ''));
              if (token !== '') {
                typed.set(page, token);
                await core.charge(token);
              }
            }
            // Makes everything due now that would be asked again in a minute.
            await pool.query(`set local session_replication_role = replica;
              update payment_order set ask_at = now() where ask_at is not null and uid = ${buyer.uid};
              update payment_call set created_at = created_at - interval '61 seconds'
                where order_id in (select id from payment_order where uid = ${buyer.uid})`);
            return false;
          }).catch(async (error: unknown) => {
            const { rows } = await pool.query(
              `select payment_order.*, (select json_agg(payment_call) from payment_call where order_id = payment_order.id) as calls
                 from payment_order where uid = $1`,
              [buyer.uid],
            );
            throw new Error(JSON.stringify({ rows, kept: await buyer.row() }), { cause: error });
          });
          core.die();
          buyer.close();
        },
      };
    },
    /** Names of unfinished work that remains when all users are idle. */
    async stuck(): Promise<string[]> {
      const STUCK = {
        'a call that has not ended': `select 1 from call where state <> 'ended'`,
        'gems that are held': `select 1 from posting where uid = -1 group by currency having sum(amount) <> 0`,
        'a message of a service that was not sent': 'select 1 from service_outbox',
        'an order that is neither paid nor open': `select 1 from payment_order where state = 'created'`,
        'a push that is being sent': 'select 1 from push_job where sending is not null',
      };
      const found: string[] = [];
      for (const [what, text] of Object.entries(STUCK))
        if ((await pool.query(`${text} limit 1`)).rowCount) found.push(what);
      return found;
    },
  };
}
