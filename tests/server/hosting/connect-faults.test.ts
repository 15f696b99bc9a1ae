import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { undoPayout } from '../../../server/domains/hosting/payouts/approval.ts';
import type { ConnectProvider } from '../../../server/domains/hosting/payouts/connect/provider.ts';
import { advanceTransfer } from '../../../server/domains/hosting/payouts/connect/transfers.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { LOST_BY_SDK, startConnectProvider } from '../../harness/connect.ts';
import { seeded } from '../../harness/hostile/mutants.ts';
import { connectedHosts } from '../../harness/money/connected-host.ts';
import { operate } from '../../harness/operate.ts';

let stripe: Awaited<ReturnType<typeof startConnectProvider>>;
let api: TestApi;
let hosts: ReturnType<typeof connectedHosts>;
beforeAll(async () => {
  stripe = await startConnectProvider();
  api = await startApi(inject('postgresUrl'), stripe.env);
  await changeSiteSetting(api.db, 'payoutMinGems', 100);
  await changeSiteSetting(api.db, 'payoutHoldDays', 0);
  hosts = connectedHosts(api, stripe);
});
afterEach(async () => {
  stripe.fake.isSpent = false;
  expect(await auditLedger(api.db)).toEqual([]);
});
afterAll(async () => {
  await api?.close();
  await stripe?.close();
});

async function approved(): Promise<{ readonly id: string; readonly host: User }> {
  const host = await hosts.readyHost();
  const id = await hosts.requested(host);
  await operate(api.db, ['payout', 'approve', id]);
  return { id, host };
}
async function sent() {
  const payout = await approved();
  await advanceTransfer(hosts.depsWith(), payout.id);
  expect(await hosts.stateOf(payout.id)).toBe('sent');
  return payout;
}
const advance = (id: string) => advanceTransfer(hosts.depsWith(), id);
const operators = (id: string, act: 'fail' | 'return') => operate(api.db, ['payout', act, id, 'Sorry']);

type Step = 'readAccount' | 'findTransfers' | 'transfer' | 'readTransfer' | 'reverse';
/** Advances a payout in a process that ends before or after a call of Stripe. */
async function killedAt(id: string, step: Step, moment: 'before' | 'after'): Promise<void> {
  const { provider } = hosts.depsWith();
  const call = provider[step] as (...given: unknown[]) => Promise<unknown>;
  const killed = async (...given: unknown[]) => {
    if (moment === 'after') await call(...given);
    throw new Error('killed');
  };
  await advanceTransfer(hosts.depsWith({ [step]: killed } as Partial<ConnectProvider>), id).catch(() => undefined);
}
const MOMENTS = ['before', 'after'] as const;

describe('a transfer of a payout is made once', () => {
  test.each(
    (['readAccount', 'findTransfers', 'transfer'] as const).flatMap((step) =>
      MOMENTS.map((moment) => [moment, step] as const),
    ),
  )('when the process ends %s the call %s, also after Stripe forgot the idempotency key', async (moment, step) => {
    const { id } = await approved();
    await killedAt(id, step, moment);
    stripe.fake.forgetKeys();
    await advance(id);
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('when its answer is lost, Stripe fails, and the same request arrives before the answer', async () => {
    const { id } = await approved();
    stripe.fake.failing = 1;
    await expect(advance(id)).rejects.toThrow();
    stripe.fake.lost = LOST_BY_SDK;
    await expect(advance(id)).rejects.toThrow();
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['approved', 1]);
    await hosts.later();
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('when a process that does not see the earlier transfer asks with the same key', async () => {
    const { id } = await approved();
    await killedAt(id, 'transfer', 'after');
    await advanceTransfer(hosts.depsWith({ findTransfers: async () => [] }), id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('when five processes advance it at the same time, two operators approve it, and its webhook arrives twice', async () => {
    const host = await hosts.readyHost();
    const id = await hosts.requested(host);
    const approvals = await Promise.allSettled([1, 2].map(() => operate(api.db, ['payout', 'approve', id])));
    expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => advance(id)));
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
    const { rows } = await api.pool.query(
      `select count(*)::int as times from operator_log where command = 'payout sent' and what ->> 'id' = $1`,
      [id],
    );
    expect(rows).toEqual([{ times: 1 }]);
  });
});

describe('an operator', () => {
  test('cannot give the gems back while Stripe may have the transfer', async () => {
    const { id } = await approved();
    await killedAt(id, 'transfer', 'after');
    await expect(operators(id, 'fail')).rejects.toThrow('wait until it answers');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('cannot give the gems back after a late refusal of an earlier request while Stripe may have the transfer', async () => {
    const { id } = await approved();
    const { provider } = hosts.depsWith();
    stripe.fake.balance = 0;
    const transfer: ConnectProvider['transfer'] = async (...given) => {
      const refused = await provider.transfer(...given);
      // Another process stores the refusal, and a third one asks again.
      await advance(id);
      stripe.fake.balance = Number.MAX_SAFE_INTEGER;
      await killedAt(id, 'transfer', 'after');
      return refused;
    };
    await advanceTransfer(hosts.depsWith({ transfer }), id);
    await expect(operators(id, 'fail')).rejects.toThrow('wait until it answers');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('gives the gems of an approved payout back before it was asked for, and it is never sent', async () => {
    const { id } = await approved();
    await killedAt(id, 'readAccount', 'before');
    await operators(id, 'fail');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['failed', []]);
  });

  test('gives the gems back while the account is looked at, and the payout is not asked for', async () => {
    const { id } = await approved();
    const { provider } = hosts.depsWith();
    const readAccount: ConnectProvider['readAccount'] = async (ref) => {
      await operators(id, 'fail');
      return provider.readAccount(ref);
    };
    await advanceTransfer(hosts.depsWith({ readAccount }), id);
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['failed', []]);
    expect(await hosts.transferOf(id)).toMatchObject({ state: 'waiting' });
  });

  test('stops a payout by a money lock after the approval, and it is sent when the lock is gone', async () => {
    const { id, host } = await approved();
    await api.db.transaction((tx) => lockMoney(tx, host.id, 'op:1'));
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['approved', []]);
    expect(await operate(api.db, ['payout', 'show', id])).toContain('the money of the account is locked');
    await api.db.transaction((tx) => unlockMoney(tx, host.id));
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
    expect(await hosts.transferOf(id)).toMatchObject({ problem: '' });
  });

  test.each((['readTransfer', 'reverse'] as const).flatMap((step) => MOMENTS.map((moment) => [moment, step] as const)))(
    'takes a sent payout back once when the process ends %s the call %s',
    async (moment, step) => {
      const { id, host } = await sent();
      const start = await hosts.gemsOf(host);
      expect(await operators(id, 'return')).toContain('Stripe is asked');
      await expect(operators(id, 'return')).rejects.toThrow('cannot be returned now');
      await killedAt(id, step, moment);
      expect([await hosts.stateOf(id), await hosts.gemsOf(host)]).toEqual(['sent', start]);
      stripe.fake.forgetKeys();
      await advance(id);
      await advance(id);
      expect([await hosts.stateOf(id), hosts.paidTo(id), await hosts.gemsOf(host)]).toEqual([
        'returned',
        [],
        start + 200,
      ]);
      expect((await hosts.payoutsOf(host)).payouts[0]).toMatchObject({ reason: 'Sorry' });
    },
  );

  test('is refused by Stripe when the host has spent the money, and the payout stays sent', async () => {
    const { id } = await sent();
    stripe.fake.isSpent = true;
    await operators(id, 'return');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
    expect(await hosts.transferOf(id)).toMatchObject({ state: 'made', problem: expect.stringContaining('refused') });
    stripe.fake.isSpent = false;
    await operators(id, 'return');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['returned', []]);
  });

  test('needs a second one to take a large payout back', async () => {
    const { id } = await sent();
    const decision = (author: string) => ({ by: 'op:1', author, isPerson: true, onePersonMaxMinor: 99 });
    const undo = (author: string) =>
      api.db.transaction((tx) => undoPayout(tx, id, { state: 'returned', reason: 'Sorry' }, decision(author)));
    expect((await undo('ina')).outcome).toBe('first');
    expect((await undo('ina')).outcome).toBe('same-person');
    expect((await undo('tom')).outcome).toBe('reversing');
    await advance(id);
    expect(await hosts.stateOf(id)).toBe('returned');
  });
});

describe('a payout that was asked of another account at Stripe', () => {
  /** Advances it in a process whose key is of an account that knows none of the transfers. */
  const advanceElsewhere = (id: string) => {
    const { provider } = hosts.depsWith();
    const transfer: ConnectProvider['transfer'] = (...given) => {
      stripe.fake.forgetKeys();
      return provider.transfer(...given);
    };
    const elsewhere = { readPlatformAccount: async () => 'acct_other:live', findTransfers: async () => [], transfer };
    return advanceTransfer(hosts.depsWith(elsewhere), id);
  };
  async function stranded(moment: 'before' | 'after') {
    const payout = await approved();
    await killedAt(payout.id, 'transfer', moment);
    await advanceElsewhere(payout.id);
    return payout;
  }

  test('is not asked of the present one, and is sent once when its key is back', async () => {
    const { id } = await stranded('after');
    await advanceElsewhere(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['approved', 1]);
    const shown = await operate(api.db, ['payout', 'show', id]);
    expect(shown).toContain('asked of another account at Stripe');
    expect(shown).toContain('transfer: asked (acct_demo:test)');
    await advance(id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('is not asked of two accounts by two processes at the same time', async () => {
    const { id } = await approved();
    const { provider } = hosts.depsWith();
    const readAccount: ConnectProvider['readAccount'] = async (ref) => {
      await killedAt(id, 'transfer', 'after');
      return provider.readAccount(ref);
    };
    const elsewhere = {
      readPlatformAccount: async () => 'acct_other:live',
      findTransfers: async () => [],
      readAccount,
    };
    stripe.fake.forgetKeys();
    await advanceTransfer(hosts.depsWith(elsewhere), id);
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['approved', 1]);
  });

  test('is decided by an operator when its key does not come back, and its gems follow', async () => {
    const made = await stranded('after');
    const gems = await hosts.gemsOf(made.host);
    expect(await operate(api.db, ['payout', 'sent', made.id, 'found at the old account'])).toContain('is sent');
    await advanceElsewhere(made.id);
    expect(await operate(api.db, ['payout', 'show', made.id])).toContain('reference: found at the old account');
    expect([await hosts.stateOf(made.id), await hosts.gemsOf(made.host)]).toEqual(['sent', gems]);
    const never = await stranded('before');
    const before = await hosts.gemsOf(never.host);
    await operators(never.id, 'fail');
    await advanceElsewhere(never.id);
    expect([await hosts.stateOf(never.id), await hosts.gemsOf(never.host)]).toEqual(['failed', before + 200]);
    const { id, host } = await sent();
    await operators(id, 'return');
    await advanceElsewhere(id);
    expect(await hosts.stateOf(id)).toBe('sent');
    const after = await hosts.gemsOf(host);
    await operators(id, 'return');
    expect([await hosts.stateOf(id), await hosts.gemsOf(host)]).toEqual(['returned', after + 200]);
  });
});

const PAYOUTS = 40;
const ACTS_PER_PAYOUT = 7;

test('no payout is paid twice or lost under random faults, repeats, reversals and decisions of operators', async () => {
  const random = seeded(35);
  const draw = (below: number) => Math.floor(random() * below);
  const steps = ['readAccount', 'findTransfers', 'transfer', 'readTransfer', 'reverse'] as const;
  const hostsOf = await Promise.all(Array.from({ length: 6 }, () => hosts.readyHost(100_000)));
  const acts: readonly ((id: string) => Promise<unknown>)[] = [
    advance,
    advance,
    (id) => Promise.allSettled([advance(id), advance(id), operators(id, draw(2) === 0 ? 'fail' : 'return')]),
    (id) => killedAt(id, steps[draw(steps.length)] ?? 'transfer', MOMENTS[draw(2)] ?? 'after'),
    async (id) => {
      stripe.fake.lost = LOST_BY_SDK;
      await advance(id).finally(() => Object.assign(stripe.fake, { lost: 0 }));
    },
    async (id) => {
      stripe.fake.failing = 1;
      await advance(id).finally(() => Object.assign(stripe.fake, { failing: 0 }));
    },
    async (id) => {
      stripe.fake.balance = 0;
      await advance(id).finally(() => Object.assign(stripe.fake, { balance: Number.MAX_SAFE_INTEGER }));
    },
    async (id) => {
      const [transfer] = hosts.paidTo(id);
      if (transfer && draw(3) === 0) await stripe.fake.reverse(transfer.id);
    },
    async () => stripe.fake.forgetKeys(),
    (id) => operators(id, 'fail'),
    (id) => operators(id, 'return'),
    async () => {
      const webhook = stripe.sent[draw(stripe.sent.length)];
      if (webhook) await hosts.deliver(webhook);
    },
  ];
  const ends = { sent: 0, failed: 0, returned: 0 };
  for (let at = 0; at < PAYOUTS; at += 1) {
    const host = hostsOf[at % hostsOf.length] as User;
    const start = await hosts.gemsOf(host);
    const id = await hosts.requested(host);
    await operate(api.db, ['payout', 'approve', id]);
    for (let act = 0; act < ACTS_PER_PAYOUT; act += 1) await acts[draw(acts.length)]?.(id).catch(() => undefined);
    await advance(id);
    await advance(id);
    const state = await hosts.stateOf(id);
    const made = [...stripe.fake.transfers.values()].filter(({ metadata }) => metadata['payout'] === id);
    expect([id, state, hosts.paidTo(id).length]).toEqual([id, state, state === 'sent' ? 1 : 0]);
    expect(made.length).toBeLessThanOrEqual(1);
    expect(await hosts.gemsOf(host)).toBe(state === 'sent' ? start - 200 : start);
    if (state === 'sent' || state === 'failed' || state === 'returned') ends[state] += 1;
  }
  expect(ends.sent + ends.failed + ends.returned).toBe(PAYOUTS);
  expect(Math.min(ends.sent, ends.failed, ends.returned)).toBeGreaterThan(0);
});
