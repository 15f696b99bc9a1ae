import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { settleUnlocks } from '../../../server/domains/media/locks.ts';
import { lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import type { Gateway } from '../../../server/domains/payments/gateway.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, move, OURS } from '../../../server/domains/wallet/ledger.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture } from './media-files.ts';

/** The server of these tests: ada is a host, ben pays, eve is uninvolved, and `file` is a picture. */
type World = { api: TestApi; ada: User; ben: User; eve: User; file: Buffer };
export type LockPrice = { readonly price: number } | { readonly gift: string };

/** Starts such a server before the tests of a file, and checks the ledger after them. `gateway` is used for purchases. */
export function openLocks(gateway?: Gateway) {
  const its = {} as World;
  const dataDir = temporaryFolder('media');
  const folder = openMediaFolder(dataDir, 'chat');
  const { signal } = new AbortController();
  const log = createLog('silent');

  beforeAll(async () => {
    its.api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir }, gateway);
    [its.ada, its.eve] = await Promise.all([its.api.guest(), its.api.guest()]);
    its.ben = await signIn();
    await its.api.pool.query('update account set role = 3 where uid = $1', [its.ada.id]);
    its.file = await picture().jpeg().toBuffer();
  });
  afterAll(async () => {
    const broken = await auditLedger(its.api.db);
    await its.api?.close();
    expect(broken).toEqual([]);
  });

  const openId = newOpenId();
  /** Signs ben in on one more device. */
  const signIn = async () =>
    (await its.api.call('login', { openId, channel: 'guest' }, { device: newOpenId() })).data.userInfo;

  const gemsOf = async ({ id }: User) =>
    Number(
      (await its.api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [id])).rows[0]
        ?.amount ?? 0,
    );
  /** Sets the gems of a user to this amount. */
  async function purse(user: User, gems: number): Promise<void> {
    const has = await gemsOf(user);
    const name = `test:${randomBytes(8).toString('hex')}`;
    if (has < gems) await grant(its.api.db, name, user.id, 'gems', gems - has, { type: 'adjust', id: name });
    if (has > gems) {
      const legs = [[user.id, gems - has] as const, [OURS.house, has - gems] as const];
      await move(its.api.db, {
        operation: name,
        kind: 'move',
        currency: 'gems',
        gross: has - gems,
        legs,
        subject: { type: 'adjust', id: name },
      });
    }
  }
  beforeEach(async () => {
    // Settles the open work of earlier tests.
    await later();
    await settle();
    await Promise.all([purse(its.ada, 0), purse(its.ben, 100)]);
    await its.api.pool.query('delete from service_outbox');
  });

  const upload = async () => (await sendChat(its.api, its.ada, { file: its.file })).id;
  /** Creates a locked message from ada to ben, prepared like by the edge. */
  async function locked(
    lock: LockPrice = { price: 30 },
    count = 1,
    mid = randomBytes(16).toString('base64url').slice(0, 21),
  ) {
    const media = await Promise.all(Array.from({ length: count }, upload));
    const of = { from: its.ada.id, to: its.ben.id, mid };
    await prepareMedia(its.api.db, { ...of, media, lock });
    return { mid, media, lockId: lockIdOf(of) };
  }
  /** Unlocks for the current price of the lock. */
  const unlock = async (lockId: string, user = its.ben, operation = lockId) => {
    const { rows } = await its.api.pool.query('select price from media_lock where id = $1', [lockId]);
    return its.api.call('unlockMessage', { lockId, price: rows[0]?.price ?? 0 }, { user, operation });
  };
  const look = async (lockIds: readonly string[], user: User) =>
    (await its.api.call('unlockedMedia', { lockIds }, { user })).data.locks;
  const remove = (id: string) => folder.remove(id);
  /** Moves all unlocks 90 seconds into the past. */
  const later = () =>
    its.api.pool.query(
      `update media_lock set opened_at = opened_at - interval '90 seconds' where opened_at is not null`,
    );
  const settle = (db = its.api.db, awaitsCheck = false) => settleUnlocks(db, folder, log, awaitsCheck).run(signal);
  const settled = async (lockId: string) =>
    (await its.api.pool.query('select state, settled from media_lock where id = $1', [lockId])).rows[0];
  const said = async ({ id }: User) =>
    (await its.api.pool.query('select payload from service_outbox where to_uid = $1 order by id', [id])).rows.map(
      ({ payload }) => payload,
    );
  const statusFor = async (user: User, id: string) =>
    (await its.api.app.inject({ url: `/media/p/${id}`, headers: { cookie: await passOf(its.api, user) } })).statusCode;

  return {
    its,
    folder,
    signal,
    signIn,
    gemsOf,
    purse,
    upload,
    locked,
    unlock,
    look,
    remove,
    later,
    settle,
    settled,
    said,
    statusFor,
  };
}
