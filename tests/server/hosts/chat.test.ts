import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readEnvelope, readMark, writeMessage } from '../../../contract/chat/message.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { wordsOf } from '../../../server/demo/hosts/words.ts';
import { DEMO_HOST_FIRST_UID, DEMO_HOSTS_RUN } from '../../../server/demo/rules.ts';
import { type Backend, startWholeBackend } from '../../harness/backend.ts';
import { DOMAIN } from '../../harness/xmpp-server.ts';

const HOST = 9002;
let backend: Backend;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { hosts: true });
});
afterAll(() => backend?.close());

const online = async () => {
  const { rows } = await backend.pool.query('select distinct uid::int from online_stream order by uid');
  return rows.map(({ uid }) => uid);
};

test('all hosts are online a moment after the start, each with a token of their own', async () => {
  const everybody = Array.from({ length: DEMO_HOSTS_RUN }, (_, index) => DEMO_HOST_FIRST_UID + index);
  await expect.poll(online, { timeout: 15_000 }).toEqual(everybody);
});

test('a host reads, types and answers in the language of the writer', async () => {
  const user = await backend.logIn(100001);
  const client = await backend.connect(user);
  const to = jidOfUid(HOST, DOMAIN);
  const payload = { kind: 'text', body: 'Wer bist du eigentlich?' } as const;
  const envelope = { id: 'who', to, thread: '', os: 'web', pkgName: 'test', nick: '', textAction: '' } as const;
  const message = writeMessage({ ...envelope, payload });
  message.attrs['xmlns'] = 'jabber:client';
  const isFrom = (from = '') => from.startsWith(`${to}/`);

  client.send(message);
  await client.take('the read mark', (frame) => isFrom(frame.attrs['from']) && readMark(frame)?.kind === 'displayed');
  await client.take('the typing notice', (frame) => frame.getChild('composing') !== undefined);
  const answer = await client.take('the answer', (frame) => isFrom(frame.attrs['from']) && !!frame.getChild('body'));
  expect(wordsOf('de').who).toContain(readEnvelope(answer)?.body);
  client.cut();
});

test('a host whose token is revoked signs in again with another', async () => {
  await backend.pool.query(
    `update device_token set revoked_at = now() where uid = $1 and revoked_at is null returning pg_notify('token_revoked', hash)`,
    [HOST],
  );
  const tokens = async () => {
    const { rows } = await backend.pool.query('select count(*)::int as tokens from device_token where uid = $1', [
      HOST,
    ]);
    return rows[0].tokens;
  };
  await expect.poll(tokens, { timeout: 15_000 }).toBe(2);
  await expect.poll(online, { timeout: 15_000 }).toContain(HOST);
});
