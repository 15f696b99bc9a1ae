import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { chat, errorOf, hasId } from '../edge/messages.ts';
import type { User } from '../harness/api.ts';
import { type Backend, startWholeBackend } from '../harness/backend.ts';
import { archiveOf, barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN } from '../harness/xmpp-server.ts';

const OFFICIAL = `official.${DOMAIN}`;
let backend: Backend;
let ann: User;
let ben: User;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  [ann, ben] = [await backend.logIn(100_001), await backend.logIn(264_457_002)];
});
afterAll(() => backend?.close());

const run = promisify(execFile);
const say = (to: string, text: string) =>
  run(process.execPath, ['server/run/operator.ts', 'official', to, text, '--reason', 'they asked'], {
    env: { ...process.env, DATABASE_URL: backend.pool.options.connectionString },
  });
/** Nothing of it waits any more. */
const isSaid = () =>
  vi.waitFor(async () => {
    const { rows } = await backend.pool.query('select count(*)::int as left from service_outbox');
    expect(rows).toEqual([{ left: 0 }]);
  }, 10_000);
const heard = (client: RawClient, body: string) =>
  client.frames.filter((frame) => frame.is('message') && frame.getChildText('body') === body);
const kept = async (client: RawClient, body: string) =>
  (await archiveOf(client)).filter((message) => message.getChildText('body') === body);

test('a message of the team to one account arrives once on each device, live or later from the archive, and is logged with its reason', async () => {
  const [laptop, phone, bens] = [await backend.connect(ann), await backend.connect(ann), await backend.connect(ben)];
  expect((await say(String(ann.id), 'Your report: we looked & acted')).stdout).toContain(`says it to ${ann.id}`);
  const [here, there] = await Promise.all(
    [laptop, phone].map((client) =>
      client.take('the words', (frame) => frame.is('message') && frame.attrs['from'] === OFFICIAL),
    ),
  );
  await isSaid();
  expect(here?.getChildText('body')).toBe('Your report: we looked & acted');
  expect(there?.attrs['id']).toBe(here?.attrs['id']);
  for (const client of [laptop, phone, bens]) {
    await barrier(client, DOMAIN);
    expect(heard(client, 'Your report: we looked & acted')).toEqual([]);
  }

  const late = await backend.connect(ann);
  const [found, ...more] = await kept(late, 'Your report: we looked & acted');
  expect([found?.attrs['id'], found?.attrs['from'], more]).toEqual([here?.attrs['id'], OFFICIAL, []]);
  const [own] = (
    await backend.pool.query('select id from archive where owner = $1 and mid = $2', [ann.id, here?.attrs['id']])
  ).rows;
  expect(here?.getChild('stanza-id')?.attrs).toMatchObject({ by: ann.jid, id: String(own?.id) });
  expect(await kept(bens, 'Your report: we looked & acted')).toEqual([]);
  expect((await backend.pool.query('select command, what, reason from operator_log')).rows).toEqual([
    {
      command: 'official',
      what: { to: String(ann.id), text: 'Your report: we looked & acted' },
      reason: 'they asked',
    },
  ]);
  for (const client of [laptop, phone, bens, late]) client.cut();
});

test('a message to all accounts reaches online people at once and offline people later; a uid without a person is refused', async () => {
  const anns = await backend.connect(ann);
  await say('all', 'A new version is out');
  await anns.take('the words', (frame) => frame.getChildText('body') === 'A new version is out');
  await isSaid();
  const bens = await backend.connect(ben);
  expect(await kept(bens, 'A new version is out')).toHaveLength(1);
  const { rows } = await backend.pool.query(
    `select (select count(*)::int from archive where stanza like '%A new version is out%') as kept,
            (select count(*)::int from account where uid <> 1) as people`,
  );
  expect(rows[0]?.kept).toBe(rows[0]?.people);
  await expect(say('1', 'hello')).rejects.toMatchObject({ stderr: expect.stringContaining('nobody') });
  for (const client of [anns, bens]) client.cut();
});

test('a user cannot write in the name of the team, and messages to the team reach nobody', async () => {
  const [anns, bens] = [await backend.connect(ann), await backend.connect(ben)];
  const forged = chat({ id: 'forged', to: ben.id, body: 'Pay here' });
  forged.attrs['from'] = OFFICIAL;
  anns.send(forged);
  for (const type of [18, 21]) anns.send(chat({ id: `type-${type}`, to: ben.id, body: 'Pay here', attrs: { type } }));
  await barrier(anns, DOMAIN);
  for (const type of [18, 21]) {
    expect(errorOf(await anns.take('the refusal', hasId(`type-${type}`)))).toContain('privileged-type');
  }
  await barrier(bens, DOMAIN);
  for (const message of [...heard(bens, 'Pay here'), ...(await kept(bens, 'Pay here'))]) {
    expect(message.attrs['from']?.startsWith(ann.jid)).toBe(true);
  }
  for (const client of [anns, bens]) client.cut();
});
