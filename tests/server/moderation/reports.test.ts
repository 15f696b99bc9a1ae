import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EDITS_MAX } from '../../../contract/chat/kind-rules.ts';
import { writeMessage } from '../../../contract/chat/message.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { evidenceOf, sealedText } from '../../../contract/chat/seal.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { writeArchive } from '../../../server/domains/chat/archive/write.ts';
import { edgeFactsOf } from '../../../server/domains/chat/edge-facts.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { forgetPrivateMedia } from '../../../server/domains/media/retention.ts';
import { loadSeal } from '../../../server/domains/moderation/seal.ts';
import type { MessageKey } from '../../../server/platform/edge/ports.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from '../media/chat-media.ts';
import { picture } from '../media/media-files.ts';

const AT = 1_773_489_600_000;
const WRITTEN = { thread: '', os: '', pkgName: '', nick: '', textAction: '' } as const;
const dataDir = temporaryFolder('media');
let api: TestApi;
let ann: User;
let eve: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  [ann, eve] = [await api.guest('ann'), await api.guest('eve')];
});
afterAll(() => api?.close());

/** Returns a message with the seal of the edge, as the reporter received it. */
async function sealed(payload: Payload, change: { from?: number; to?: number; id?: string; at?: number } = {}) {
  const facts = { from: eve.id, to: ann.id, id: nanoid(), at: AT, sensitive: 0, ...change };
  const { body, x } = evidenceOf(payload);
  return { ...facts, body, x: x.toString(), seal: (await loadSeal(api.db))(sealedText({ ...facts, payload })) };
}
let notes = 0;
async function report(messages: readonly object[], user = ann, targetUid = eve.id) {
  notes += 1;
  const answer = await api.call('report', { targetUid, reason: 'abuse', mid: `m${notes}`, messages }, { user });
  const { rows } = await api.pool.query('select * from report_message where ticket = $1 order by place', [
    answer.data?.ticket ?? '',
  ]);
  return { ...answer, rows };
}

test('messages of every kind that the edge has sealed are stored as sealed', async () => {
  const kinds = [
    PAYLOADS.text[1],
    PAYLOADS.image[2],
    PAYLOADS.audio[0],
    PAYLOADS.question_answer[1],
    PAYLOADS.location[0],
  ];
  const { rows } = await report(await Promise.all(kinds.map((payload) => sealed(payload as Payload))));
  expect(rows.map(({ sealed: is, payload }) => [is, payload.kind])).toEqual(
    kinds.map((payload) => [true, payload?.kind]),
  );
  expect(rows[0]).toMatchObject({ from_uid: String(eve.id), to_uid: String(ann.id), at: new Date(AT) });
  expect(rows[0].payload).toEqual(PAYLOADS.text[1]);
});

test('a reported message counts as unsealed when one of its fields differs from the sealed ones', async () => {
  const good = await sealed({ kind: 'text', body: 'hello' });
  const lies = [{ body: 'worse' }, { at: AT + 1 }, { id: nanoid() }, { sensitive: 8 }, { seal: '' }];
  const { rows } = await report(lies.map((lie) => ({ ...good, ...lie })));
  expect(rows.map(({ sealed: is }) => is)).toEqual(lies.map(() => false));
  expect(rows[0].payload).toEqual({ kind: 'text', body: 'worse' });
  // A seal of a message that the reporter wrote does not prove a message of the other user.
  const turned = await report([{ ...good, from: ann.id, to: eve.id }]);
  expect(turned.rows.map(({ sealed: is }) => is)).toEqual([false]);
});

test('a message that its sender deleted for everyone is reported with its content from the archive, which counts its changes', async () => {
  const payload: Payload = { kind: 'text', body: 'deleted abuse' };
  const message = await sealed(payload);
  const { id: mid, from, to, at } = message;
  const stanza = writeMessage({
    ...WRITTEN,
    id: mid,
    from: `u_${from}@gemcall.test`,
    to: `u_${to}@gemcall.test`,
    at,
    payload,
  });
  stanza.attrs['xmlns'] = 'jabber:client';
  const copy = { mid, at, stanza: stanza.toString() };
  await writeArchive(api.db, [
    { ...copy, owner: eve.id, peer: ann.id, out: true },
    { ...copy, owner: ann.id, peer: eve.id, out: false },
  ]);
  const { rows } = await report([{ ...message, body: '', x: '' }]);
  expect(rows).toMatchObject([{ payload, sealed: true }]);
  // A message that is in no archive of the reporter stays without content, and is left out.
  expect((await report([{ ...message, id: nanoid(), body: '', x: '' }])).rows).toEqual([]);

  const load = (key: MessageKey, ownMessage = mid) => edgeFactsOf(api.db, { now: () => at }).load({ ownMessage }, key);
  const key = { from: eve.id, to: ann.id, mid: nanoid() };
  expect(await load(key)).toMatchObject({ ownMessage: { at, isRetractable: true } });
  expect(await load(key)).toMatchObject({ ownMessage: { isEditable: true, edits: 0 } });
  const reactedTo = (of: MessageKey) => edgeFactsOf(api.db, { now: () => at }).load({ reactedTo: mid }, of);
  expect(await reactedTo(key)).toMatchObject({ reactedTo: { isReactable: true } });
  expect(await reactedTo({ ...key, from: ann.id, to: eve.id })).toMatchObject({ reactedTo: { isReactable: true } });
  expect(await reactedTo({ ...key, to: 9001 })).not.toHaveProperty('reactedTo');
  const change = async (changed: Payload, changedMid: string) => {
    const changing = writeMessage({ ...WRITTEN, id: changedMid, to: `u_${to}@gemcall.test`, at, payload: changed });
    const written = { mid: changedMid, at, stanza: changing.toString(), owner: eve.id, peer: ann.id, out: true };
    await writeArchive(api.db, [written]);
  };
  await change({ kind: 'text', body: `<replace xmlns="urn:xmpp:message-correct:0" id="${mid}"/>` }, nanoid());
  await change({ kind: 'correction', of: nanoid(), body: 'of another message' }, nanoid());
  const repeated = nanoid();
  await change({ kind: 'correction', of: mid, body: 'an edit' }, repeated);
  expect(await load(key)).toMatchObject({ ownMessage: { isEditable: true, edits: 1 } });
  // A repeated correction does not count itself.
  expect(await load({ ...key, mid: repeated })).toMatchObject({ ownMessage: { edits: 0 } });
  await change({ kind: 'retraction', of: mid }, nanoid());
  expect(await load(key)).toMatchObject({ ownMessage: { isEditable: false, isRetractable: true } });
  // Neither the other side nor another conversation has an own message of this id.
  expect(await load({ ...key, from: ann.id, to: eve.id })).not.toHaveProperty('ownMessage');
  expect(await load({ ...key, to: 9001 })).not.toHaveProperty('ownMessage');
  expect(await load(key, 'unknown')).not.toHaveProperty('ownMessage');
});

test('a report contains every edit from the archive when the message was edited more often than a device sends messages', async () => {
  const first = await sealed({ kind: 'text', body: 'edit 0' });
  const others = await sealed({ kind: 'correction', of: nanoid(), body: 'edit of another message' });
  const edits = await Promise.all(
    Array.from({ length: EDITS_MAX }, (_, at) =>
      sealed({ kind: 'correction', of: first.id, body: `edit ${at + 1}` }, { at: AT + at + 1 }),
    ),
  );
  for (const { id: mid, from, to, at, body, x, seal } of [first, others, ...edits]) {
    const payload: Payload =
      mid === first.id
        ? { kind: 'text', body }
        : { kind: 'correction', of: x.includes(first.id) ? first.id : nanoid(), body };
    const [sender, receiver] = [`u_${from}@gemcall.test`, `u_${to}@gemcall.test`];
    const stanza = writeMessage({
      ...WRITTEN,
      id: mid,
      from: sender,
      to: receiver,
      at,
      payload,
      seal,
      sensitiveInfo: 0,
    });
    stanza.attrs['xmlns'] = 'jabber:client';
    await writeArchive(api.db, [{ mid, at, stanza: stanza.toString(), owner: ann.id, peer: eve.id, out: false }]);
  }
  const { rows } = await report([first, ...edits.slice(-2)]);
  expect(rows.map(({ payload }) => payload.body).toSorted()).toEqual(
    [first, ...edits].map(({ body }) => body).toSorted(),
  );
  expect(rows.every(({ sealed: is }) => is)).toBe(true);
  // The archive of another user is not read.
  expect((await report([{ ...first, from: 9001 }], ann, 9001)).rows).toHaveLength(1);
});

test('messages between other users and unreadable messages are left out of a report, which is filed without them', async () => {
  const good = await sealed({ kind: 'text', body: 'hello' });
  const others = [
    await sealed({ kind: 'text', body: 'hello' }, { to: 9001 }),
    await sealed({ kind: 'text', body: 'hello' }, { to: eve.id }),
    { ...good, x: '<x' },
    { ...good, x: '<y xmlns="urn:gemcall:message:1" type="0"/>' },
    { ...good, x: '<x xmlns="urn:gemcall:message:1" type="999"/>' },
  ];
  const { status, rows } = await report(others);
  expect([status, rows]).toEqual([200, []]);
  expect((await report(Array(6).fill(good))).status).toBe(400);
  expect((await report([{ ...good, x: 'x'.repeat(24_001) }])).status).toBe(400);
});

test('the support endpoint returns the address of the team, and files reports of older builds', async () => {
  const { data } = await api.call('support', {}, { user: ann });
  expect(data).toEqual({ jid: 'official.localhost', uid: 1, note: '' });
  const old = { targetUid: eve.id, reason: 'scam', note: 'a card' };
  const filed = await api.call('support', old, { user: ann, operation: 'report-of-an-older-build' });
  expect(filed.data.ticket).toMatch(/^[\w-]{16}$/);
  expect((await api.pool.query('select reason, note from report where ticket = $1', [filed.data.ticket])).rows).toEqual(
    [{ reason: 'scam', note: 'a card' }],
  );
});

test('the team sees reported pictures while the report is open and 30 days longer', async () => {
  const { id, url } = await sendChat(api, eve, { file: await picture().jpeg().toBuffer() });
  const mid = nanoid();
  await api.pool.query('insert into media_share (media_id, uid, mid) values ($1, $2, $3)', [id, ann.id, mid]);
  await api.pool.query('update media set kept_until = now() where id = $1', [id]);
  const team = await api.guest('team');
  await api.pool.query('update account set role = 1 where uid = $1', [team.id]);
  const [cookie, others] = [await passOf(api, team), await passOf(api, await api.guest('other'))];
  const look = async (by: string) => (await api.app.inject({ url, headers: { cookie: by } })).statusCode;
  const forget = (daysLater = 1) =>
    forgetPrivateMedia(api.db, openMediaFolder(dataDir, 'chat'), () => Date.now() + daysLater * DAY_MS).run(
      new AbortController().signal,
    );
  expect(await look(cookie)).toBe(404);
  // A report of a message that the reporter never received gives the team no access.
  await report([await sealed(PAYLOADS.image[0] as Payload, { id: mid, from: ann.id, to: eve.id })]);
  expect(await look(cookie)).toBe(404);
  // A report that names another user as the sender gives no access either.
  const bob = await api.guest('bob');
  await report([await sealed(PAYLOADS.image[0] as Payload, { id: mid, from: bob.id })], ann, bob.id);
  expect(await look(cookie)).toBe(404);
  const { data } = await report([await sealed(PAYLOADS.image[0] as Payload, { id: mid })]);
  expect([await look(cookie), await look(others)]).toEqual([200, 404]);
  await forget(400);
  expect(await look(cookie)).toBe(200);
  await api.pool.query('update report set open = false where ticket = $1', [data.ticket]);
  await forget(29);
  expect(await look(cookie)).toBe(200);
  await forget(31);
  expect(await look(cookie)).toBe(410);
});

test('a picture of a deleted message is served to the team that has a report of it, and to its recipient only by another message', async () => {
  const [file, again] = [await picture().jpeg().toBuffer(), nanoid()];
  const { id, url } = await sendChat(api, eve, { file });
  const facts = edgeFactsOf(api.db, { now: Date.now });
  const key = { from: eve.id, to: ann.id, mid: nanoid() };
  await facts.prepare({ ...key, media: [id] });
  await facts.prepare({ ...key, mid: again, media: [id] });
  const bob = await api.guest('bob-too');
  await facts.prepare({ ...key, to: bob.id, media: [id] });
  const team = await api.guest('another-team');
  await api.pool.query('update account set role = 1 where uid = $1', [team.id]);
  const cookies = await Promise.all([eve, ann, bob, team].map((user) => passOf(api, user)));
  const seen = () =>
    Promise.all(cookies.map(async (cookie) => (await api.app.inject({ url, headers: { cookie } })).statusCode));
  expect(await seen()).toEqual([200, 200, 200, 404]);
  await facts.endAccess(key);
  expect(await seen()).toEqual([200, 200, 200, 404]);
  await facts.endAccess({ ...key, mid: again });
  expect(await seen()).toEqual([200, 404, 200, 404]);
  await report([await sealed(PAYLOADS.image[0] as Payload, { id: key.mid })]);
  expect(await seen()).toEqual([200, 404, 200, 200]);
});
