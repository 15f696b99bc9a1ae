import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readEnvelope, readHeadline } from '../../contract/chat/message.ts';
import { readPayload } from '../../contract/chat/payload.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { announceMaintenance } from '../../server/domains/chat/announce-maintenance.ts';
import { enqueueOfficialPayload } from '../../server/domains/chat/service-outbox/enqueue.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { LISTS } from '../../tools/operator/operator-lists.ts';
import { chat, errorOf, hasId } from '../edge/messages.ts';
import type { User } from '../harness/api.ts';
import { FASTER_IMPORTS } from '../harness/faster-imports.ts';
import { operate } from '../harness/operate.ts';
import { archiveOf, barrier, type RawClient } from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';

const OFFICIAL = `official.${DOMAIN}`;
let backend: Backend;
let database: ReturnType<typeof openDatabase>;
let ann: User;
let ben: User;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  database = openDatabase(backend.pool.options.connectionString ?? '', () => undefined);
  [ann, ben] = [await backend.logIn(100_001), await backend.logIn(264_457_002)];
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
});

const run = promisify(execFile);
const teamSays = (to: string, text: string) =>
  run(
    process.execPath,
    [...FASTER_IMPORTS, 'tools/operator/operator.ts', 'official', to, text, '--reason', 'they asked', '--yes'],
    {
      env: { ...process.env, DATABASE_URL: backend.pool.options.connectionString },
    },
  );
/** Runs an operator command in this process. */
const operator = (...words: string[]) => operate(database.db, words);
/** Waits until the service outbox is empty. */
const isSaid = () =>
  vi.waitFor(async () => {
    const { rows } = await backend.pool.query('select count(*)::int as left from service_outbox');
    expect(rows).toEqual([{ left: 0 }]);
  }, 10_000);
/** Matches frames of that type from the official account. */
const isSaidAs = (type: number) => (frame: Element) =>
  frame.attrs['from'] === OFFICIAL && frame.getChild('x')?.attrs['type'] === String(type);
const payloadOf = (stanza: Element) => {
  const { type, body, x } = readEnvelope(stanza) ?? readHeadline(stanza) ?? {};
  return x && readPayload(Number(type), body ?? '', x);
};
const heard = (client: RawClient, body: string) =>
  client.frames.filter((frame) => frame.is('message') && frame.getChildText('body') === body);
const kept = async (client: RawClient, body: string) =>
  (await archiveOf(client)).filter((message) => message.getChildText('body') === body);

test('a message of the team to one account reaches each device once, live or from the archive, and is logged with a reason', async () => {
  const [laptop, phone, bens] = [await backend.connect(ann), await backend.connect(ann), await backend.connect(ben)];
  expect((await teamSays(String(ann.id), 'Your report: we looked & acted')).stdout).toContain(`says it to ${ann.id}`);
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

test('a message of the team to all accounts reaches online users at once and others later, and an unknown uid is refused', async () => {
  const anns = await backend.connect(ann);
  await teamSays('all', 'A new version is out');
  await anns.take('the words', (frame) => frame.getChildText('body') === 'A new version is out');
  await isSaid();
  const bens = await backend.connect(ben);
  expect(await kept(bens, 'A new version is out')).toHaveLength(1);
  const { rows } = await backend.pool.query(
    `select (select count(*)::int from archive where stanza like '%A new version is out%') as kept,
            (select count(*)::int from account where uid <> 1) as people`,
  );
  expect(rows[0]?.kept).toBe(rows[0]?.people);
  await expect(teamSays('1', 'hello')).rejects.toMatchObject({
    stderr: expect.stringContaining('no account has the number 1'),
  });
  for (const client of [anns, bens]) client.cut();
});

test('a user cannot write in the name of the team', async () => {
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

test('an official message with a key needs its arguments, and is sent once under one stanza id', async () => {
  const anns = await backend.connect(ann);
  const reward = { kind: 'official_message', key: 'reward', args: { gems: '5' }, body: '' } as const;
  const sayReward = (args: Record<string, string>) =>
    database.db.transaction((tx) =>
      enqueueOfficialPayload(tx, ann.id, { ...reward, args }, { stanzaId: 'reward-of-the-day-001' }),
    );
  await expect(sayReward({})).rejects.toThrow(TypeError);
  await expect(sayReward({ gems: 'many' })).rejects.toThrow(TypeError);
  await sayReward({ gems: '5' });
  await isSaid();
  await sayReward({ gems: '5' });
  await isSaid();
  expect(payloadOf(await anns.take('the reward', isSaidAs(21)))).toEqual(reward);
  expect((await archiveOf(anns)).filter(isSaidAs(21))).toHaveLength(1);
  anns.cut();
});

test('a friend request appears in the conversation with its sender, and both users are notified when they are friends', async () => {
  const [anns, bens] = [await backend.connect(ann), await backend.connect(ben)];
  await backend.call('changeRelation', { targetUid: ben.id, action: 'request' }, ann);
  const asked = await bens.take('the request', isSaidAs(7));
  expect(payloadOf(asked)).toEqual({ kind: 'friends_request', about: ann.id, body: '' });
  expect(asked.getChild('x')?.attrs['nick']).toBe(ann.nickName);
  // A repeated request changes nothing and sends no message.
  await backend.call('changeRelation', { targetUid: ben.id, action: 'request' }, ann);
  await backend.call('changeRelation', { targetUid: ann.id, action: 'accept' }, ben);
  const friends = [await anns.take('the friend', isSaidAs(401)), await bens.take('the friend', isSaidAs(401))];
  expect(friends.map((one) => payloadOf(one))).toEqual([
    { kind: 'add_friend_msg', about: ben.id },
    { kind: 'add_friend_msg', about: ann.id },
  ]);
  await isSaid();
  const kept = async (uid: number, peer: number) =>
    (
      await backend.pool.query(
        `select stanza from archive where owner = $1 and peer = $2 and stanza like '%${OFFICIAL}%'`,
        [uid, peer],
      )
    ).rows;
  expect(await kept(ben.id, ann.id)).toHaveLength(2);
  expect(await kept(ann.id, ben.id)).toHaveLength(1);
  for (const client of [anns, bens]) client.cut();
});

test('a message to the team is queued once, and its answer has the name of the operator', async () => {
  const anns = await backend.connect(ann);
  const written = () => chat({ id: 'to-the-team', to: OFFICIAL, body: 'Where are my gems?' });
  anns.send(written());
  anns.send(written());
  await barrier(anns, DOMAIN);
  expect(anns.frames.filter((frame) => frame.attrs['type'] === 'error')).toEqual([]);
  expect(await LISTS.support(database.db)).toEqual([expect.stringMatching(/^\S+Z 100001: Where are my gems\?$/)]);
  await operator('answer', String(ann.id), 'Ina', 'Here they are');
  expect(await operator('questions', String(ann.id))).toMatch(
    /^\S+Z 100001 wrote: Where are my gems\?\n\S+Z Ina \(ina@here\) answered: Here they are$/,
  );
  const answer = await anns.take('the answer', isSaidAs(18));
  expect(payloadOf(answer)).toEqual({ kind: 'manager_text', body: 'Here they are', by: 'Ina' });
  const open = await backend.pool.query('select from support_inbox where answered_at is null');
  expect(open.rowCount).toBe(0);
  // The user's own text is in their archive, in the same conversation.
  expect((await backend.pool.query("select peer, out from archive where mid = 'to-the-team'")).rows).toEqual([
    { peer: '1', out: true },
  ]);
  anns.cut();
});

test('a reporter is notified of the outcome once, without data of the reported user', async () => {
  const anns = await backend.connect(ann);
  const filed = { targetUid: ben.id, reason: 'spam' as const, note: 'all day', mid: '' };
  const { ticket } = await backend.call('report', filed, ann);
  expect(await LISTS.reports(database.db)).toEqual([
    expect.stringContaining(`${ticket}: ${ann.id} about ${ben.id}, spam all day`),
  ]);
  await operator('close', ticket, 'acted');
  const told = await anns.take('the end', isSaidAs(21));
  expect(payloadOf(told)).toMatchObject({ key: 'reportClosed', args: { acted: '1' } });
  expect(told.toString()).not.toContain(String(ben.id));
  await expect(operator('close', ticket, 'not')).rejects.toThrow(ticket);
  expect((await backend.pool.query('select open, acted from report')).rows).toEqual([{ open: false, acted: true }]);
  anns.cut();
});

test('planned, started and finished maintenance is announced once to online users, and archived for no user', async () => {
  const tell = () => announceMaintenance(database.db).run(new AbortController().signal);
  const anns = await backend.connect(ann);
  // Maintenance is announced only to online users; the pong proves that her presence was processed.
  await barrier(anns, DOMAIN);
  const from = new Date(Date.now() + 1_800_000).toISOString().replace(/\.\d+/, '');
  await operator('maintenance', from, new Date(Date.parse(from) + HOUR_MS).toISOString().replace(/\.\d+/, ''));
  await Promise.all([tell(), tell()]);
  const ahead = await anns.take('the news', isSaidAs(23));
  expect(ahead.attrs['type']).toBe('headline');
  expect(payloadOf(ahead)).toMatchObject({ state: 'soon', from: Date.parse(from) });
  expect((await backend.call('maintenanceStatus', {})).maintananceStatus).not.toBe(2);
  await backend.pool.query("update maintenance_window set starts_at = now() - interval '1 minute'");
  await tell();
  expect(payloadOf(await anns.take('that it began', isSaidAs(23)))).toMatchObject({ state: 'on' });
  expect((await backend.call('maintenanceStatus', {})).maintananceStatus).toBe(2);
  await operator('maintenance', 'off');
  await tell();
  expect(payloadOf(await anns.take('that it ended', isSaidAs(23)))).toMatchObject({ state: 'over' });
  expect((await backend.call('maintenanceStatus', {})).maintananceStatus).not.toBe(2);
  await isSaid();
  expect((await archiveOf(anns)).filter(isSaidAs(23))).toEqual([]);
  expect(anns.frames.filter(isSaidAs(23))).toEqual([]);
  anns.cut();
});
