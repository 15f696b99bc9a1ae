import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { messageLock } from '../../server/domains/people/tables.ts';
import { type Effect, forgetOldOperations, onceOnly } from '../../server/platform/http/idempotency.ts';
import { hashJson } from '../../server/platform/http/json.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';

let api: TestApi;
let sam: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  sam = (await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' })).data.userInfo;
});
afterAll(() => api?.close());

const countOf = async (text: string) => Number((await api.pool.query<{ count: string }>(text)).rows[0]?.count);

describe('changes with an operation id', () => {
  test('a repeated change has no second effect and returns the current state, and no private data is stored', async () => {
    const mine = { tel: '+49 30 1234567', address: 'Kantstrasse 1, Berlin', email: 'sam@example.org', about: 'first' };
    const first = await api.call('updateProfile', mine, { user: sam, operation: 'op-replay' });
    expect(first.data).toMatchObject(mine);
    await api.call('updateProfile', { about: 'second' }, { user: sam });
    const replay = await api.call('updateProfile', mine, { user: sam, operation: 'op-replay' });
    expect([replay.status, replay.data]).toEqual([200, { ...first.data, about: 'second' }]);
    const { rows } = await api.pool.query(`select * from operation where key = 'op-replay'`);
    expect(rows).toMatchObject([{ endpoint: 'updateProfile', status: 200, answer: null }]);
    for (const text of Object.values(mine)) expect(JSON.stringify(rows)).not.toContain(text);
  });

  test.each<[EndpointName, object, object]>([
    ['changeRelation', { targetUid: 9003, action: 'like' }, { liked: true }],
    ['changeFavourite', { targetUid: 9003, favourite: true }, { favourite: true }],
    ['autoAddFriend', { targetUid: 9003 }, { friend: true }],
  ])('a change of a relation is stored without its target: %s', async (name, data, now) => {
    const guest = await api.guest();
    const options = { user: guest, operation: 'op-relation' };
    const [first, replay] = [await api.call(name, data, options), await api.call(name, data, options)];
    expect([first.data, replay.data]).toEqual([first.data, first.data]);
    expect(first.data).toMatchObject({ relation: now });
    expect(await countOf(`select count(*) from operation where uid = ${guest.id} and answer is not null`)).toBe(0);
  });

  test('a stored answer is small, whatever the endpoint', () => {
    const saved = Object.values(endpoints).filter((row) => row.delivery === 'queued' && row.replay === 'saved');
    const fields = saved.flatMap(({ output }) => Object.keys(output.entries));
    expect(fields).toEqual(['ticket']);
  });

  test('bodies with another order of keys are equal', async () => {
    expect(hashJson({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(hashJson({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(hashJson([1, 2])).not.toBe(hashJson([2, 1]));
  });

  test('a change with another body under the same operation id is a conflict', async () => {
    await api.call('updateProfile', { about: 'one' }, { user: sam, operation: 'op-changed' });
    const changed = await api.call('updateProfile', { about: 'two' }, { user: sam, operation: 'op-changed' });
    expect(changed).toMatchObject({ status: 409, msg: 'this operation was sent before with another body' });
    expect((await api.call('profile', {}, { user: sam })).data.about).toBe('one');
  });

  test('an operation id belongs to its account and its endpoint', async () => {
    const other = await api.guest();
    await api.call('updateProfile', { about: 'mine' }, { user: sam, operation: 'op-shared' });
    const theirs = await api.call('updateProfile', { about: 'theirs' }, { user: other, operation: 'op-shared' });
    expect(theirs.data).toMatchObject({ uid: other.id, about: 'theirs' });
    const elsewhere = await api.call('account', { action: 1 }, { user: sam, operation: 'op-shared' });
    expect(elsewhere.data.gemsBalance).toBe(5000);
  });

  test('a refused change is refused again with the same text, and changes nothing', async () => {
    const data = { about: 'never', bDay: '2999-01-01' };
    const first = await api.call('updateProfile', data, { user: sam, operation: 'op-refused' });
    const again = await api.call('updateProfile', data, { user: sam, operation: 'op-refused' });
    expect([first.status, again.status, again.msg]).toEqual([400, 400, first.msg]);
    expect((await api.call('profile', {}, { user: sam })).data.about).not.toBe('never');
  });

  test('operations are stored for changes only, and a read is executed again', async () => {
    const reader = await api.guest();
    const kept = () => countOf(`select count(*) from operation where uid = ${reader.id}`);
    const ask = () => api.call('profile', {}, { user: reader, operation: 'op-reading' });
    const before = (await ask()).data.about;
    await api.call('updateProfile', { about: 'news' }, { user: reader, operation: 'op-writing' });
    expect([before, (await ask()).data.about]).toEqual(['', 'news']);
    expect(await kept()).toBe(1);
  });

  test('a call is refused before anything is stored when its operation id or request id is invalid', async () => {
    const before = await countOf('select count(*) from operation');
    for (const id of ['', 'has space in it', 'x'.repeat(65), `u_1/${'a'.repeat(21)}`, 'a.b', 'a:b', 'é']) {
      for (const name of ['Idempotency-Key', 'X-Request-Id']) {
        // Also for a call that needs no operation id.
        for (const endpoint of ['updateProfile', 'account'] as const) {
          const data = endpoint === 'account' ? { action: 1 } : { about: 'x' };
          const answer = await api.call(endpoint, data, { user: sam, headers: { [name]: id } });
          expect([id, answer.status, answer.msg]).toEqual([id, 400, `${name}: is not a valid id`]);
        }
      }
    }
    expect(await countOf('select count(*) from operation')).toBe(before);
  });

  test('a change sent 20 times at once has one effect, and all requests get its answer', async () => {
    await api.pool.query('create table effect (at timestamptz default clock_timestamp())');
    await api.pool.query(`create function note_effect() returns trigger language plpgsql as
      $$ begin insert into effect default values; return null; end $$`);
    await api.pool.query('create trigger noted after update on profile for each row execute function note_effect()');
    const send = () => api.call('updateProfile', { about: 'once' }, { user: sam, operation: 'op-at-once' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ data }) => hashJson(data))).size).toBe(1);
    expect(await countOf('select count(*) from effect')).toBe(1);
  });
});

test('many changes at once do not starve each other of connections', async () => {
  const change = { targetUid: 9001, favourite: true };
  const ask = (_: unknown, index: number) =>
    api.call('changeFavourite', change, { user: sam, operation: `op-starve-${index}` });
  const answers = await Promise.all(Array.from({ length: 40 }, ask));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
});

describe('the effect and its stored answer', () => {
  const operation = (key: string) => ({ uid: 100001, endpoint: 'test', key, bodyHash: 'hash' });
  const lock: Effect = async (tx) => {
    await tx.insert(messageLock).values({ uid: 100001, until: new Date() });
    return { status: 200, body: {} };
  };
  const locks = () => countOf('select count(*) from message_lock');

  test('the effect and its answer are both rolled back when the effect throws, and a retry runs it again', async () => {
    const crash: Effect = async (tx) => {
      await lock(tx);
      throw new Error('crash');
    };
    await expect(onceOnly(api.db, operation('crashing'), crash)).rejects.toThrow('crash');
    expect(await locks()).toBe(0);
    expect(await onceOnly(api.db, operation('crashing'), lock)).toMatchObject({ ok: true });
    expect(await locks()).toBe(1);
    await api.db.delete(messageLock);
  });

  test('a refusal rolls back the effect and is stored', async () => {
    const refuse: Effect = async (tx) => {
      await lock(tx);
      return { status: 403, body: { result: 403 } };
    };
    await onceOnly(api.db, operation('refusing'), refuse);
    expect(await locks()).toBe(0);
    const again = await onceOnly(api.db, operation('refusing'), lock);
    expect(again).toEqual({ ok: true, value: { status: 403, body: { result: 403 } } });
    expect(await locks()).toBe(0);
  });
});

describe('old operations', () => {
  const fill = (count: number) =>
    api.pool.query(
      `insert into operation (uid, endpoint, key, body_hash, created_at)
       select 100001, 'old', 'key ' || n, '', now() - interval '31 days' from generate_series(1, $1::int) n`,
      [count],
    );
  const left = () => countOf(`select count(*) from operation where endpoint = 'old'`);
  const forget = (signal = new AbortController().signal) => forgetOldOperations(api.db).run(signal);

  test('old operations are deleted in batches, and newer ones are not', async () => {
    await fill(5_001);
    await api.pool.query(`insert into operation (uid, endpoint, key, body_hash) values (100001, 'old', 'young', '')`);
    await forget();
    expect(await left()).toBe(1);
  });

  test('no old operation is deleted when the server is stopping', async () => {
    await fill(2_001);
    await forget(AbortSignal.abort());
    expect(await left()).toBeGreaterThan(2_000);
  });

  test('old operations are deleted without waiting for a locked one', async () => {
    const client = await api.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('begin');
    await client.query(`select from operation where key = 'key 1' for update`);
    await forget();
    expect(await left()).toBe(2);
    await client.query('rollback');
  });

  test('operations of an older build lose their personal data once, and their repeats are still answered', async () => {
    const write = (endpoint: string, key: string, status: number) =>
      api.pool.query(
        `insert into operation (uid, endpoint, key, body_hash, status, answer) values ($1, $2, $3, $4, $5, '{"tel":"123456"}')`,
        [sam.id, endpoint, key, hashJson({ about: 'older' }), status],
      );
    await write('updateProfile', 'older-10', 200);
    await api.pool.query(`insert into operation (uid, endpoint, key, body_hash, status, answer)
      select uid, endpoint, 'older-1' || n, body_hash, status, answer
      from operation, generate_series(2, 2001) n where key = 'older-10'`);
    await write('updateProfile', 'older-refused', 400);
    await write('report', 'older-report', 200);
    const job = forgetOldOperations(api.db);
    const kept = () => countOf(`select count(*) from operation where key like 'older-%' and answer is not null`);
    await job.run(AbortSignal.abort());
    expect(await kept()).toBe(2_003);
    await job.run(new AbortController().signal);
    expect(await kept()).toBe(2);
    const replay = await api.call('updateProfile', { about: 'older' }, { user: sam, operation: 'older-10' });
    expect(replay).toMatchObject({ status: 200, data: { uid: sam.id } });
    expect(replay.data.about).not.toBe('older');
  });
});
