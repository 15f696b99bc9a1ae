import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { REPORTS_KEPT_DAYS } from '../../contract/account/rules.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { purgeAccounts } from '../../server/domains/account/purge.ts';
import { openMediaFolder } from '../../server/domains/media/folder.ts';
import { deleteOldRows, RETENTION } from '../../server/platform/database/retention.ts';
import { boundStoredTimes, STORED_TIMES } from '../../server/platform/database/stored-times.ts';
import { startApi, type TestApi } from '../harness/api.ts';
import { temporaryFolder } from '../harness/temporary.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DEMO: 'off' });
});
afterAll(() => api?.close());

const run = () => deleteOldRows(api.db).run(new AbortController().signal);
const column = async (query: string) => (await api.pool.query(query)).rows.map((row) => Object.values(row)[0]);

test('every table has a retention rule, and every job in the rules exists', async () => {
  const tables = await column(
    `select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  expect(Object.keys(RETENTION).toSorted()).toEqual(tables);
  const jobs = api.parts.all.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
  const named = Object.values(RETENTION).flatMap((rule) => ('job' in rule && rule.job ? [rule.job] : []));
  expect([...named, 'delete old rows'].filter((name) => !jobs.includes(name))).toEqual([]);
});

test('a table whose rows are deleted with the account references it, or is in the purge', async () => {
  const references = await column(
    `select distinct conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'account'::regclass`,
  );
  const others = Object.entries(RETENTION)
    .filter(([table, rule]) => 'withAccount' in rule && !references.includes(table))
    .map(([table]) => table);
  // The purge deletes them with separate statements (server/domains/account/purge.ts).
  expect(others).toEqual(['archive', 'gift_received', 'money_lock']);
});

test('old rows are deleted and newer ones are not', async () => {
  const { id: uid } = await api.guest('phone');
  const today = Math.floor(Date.now() / DAY_MS);
  await api.pool.query(`
    update device_token set used_at = now() - interval '181 days' where uid = ${uid};
    insert into device_token (hash, uid, device, used_at, revoked_at) values
      ('gone', ${uid}, 'a', now() - interval '400 days', now() - interval '181 days'),
      ('revoked', ${uid}, 'b', now() - interval '400 days', now() - interval '179 days'),
      ('used', ${uid}, 'c', now() - interval '179 days', null);
    insert into gateway_event (gateway, event_id, at) values
      ('stripe', 'old', now() - interval '551 days'), ('stripe', 'young', now() - interval '549 days');
    insert into card_binding (id, uid, operation, gateway, created_at) values
      ('old', ${uid}, 'a', 'stripe', now() - interval '31 days'), ('young', ${uid}, 'b', 'stripe', now() - interval '29 days');
    insert into saved_card (id, uid, gateway, card_ref, brand, last4, expires, forgotten_at) values
      ('old', ${uid}, 'stripe', '1', 'visa', '4242', '2030-01', now() - interval '181 days'),
      ('young', ${uid}, 'stripe', '2', 'visa', '4242', '2030-01', now() - interval '179 days'),
      ('kept', ${uid}, 'stripe', '3', 'visa', '4242', '2030-01', null);
    insert into refused_device (hash, until) values
      ('old', now() - interval '1 hour'), ('young', now() + interval '1 hour');
    insert into data_export (id, uid, at) values ('old', ${uid}, now() - interval '25 hours'), ('young', ${uid}, now());
    insert into account_move (uid, code_hash, until) values (${uid}, 'old', now() - interval '25 hours');
    insert into violation (uid, rule, mid, at) values
      (${uid}, 'porn-picture', 'old', now() - interval '366 days'), (${uid}, 'porn-picture', 'young', now());
    insert into allowance_use (kind, owner, slot, sid) values
      ('silver', 'uid:1@${today - 3}', 1, 'old'), ('silver', 'device:a@${today}', 1, 'young'),
      ('silver', 'device:a@99999999999999999999', 1, 'odd'), ('first', 'device:a@1', 1, 'kept');
    insert into auto_message (uid, host_uid, day, scene) values
      (${uid}, ${uid}, ${today - 3}, 'login'), (${uid}, ${uid}, ${today}, 'login');
  `);
  await run();
  const ids = async (table: string, id = 'id') => column(`select ${id} from ${table} order by 1`);
  expect({
    device_token: await ids('device_token', 'hash'),
    gateway_event: await ids('gateway_event', 'event_id'),
    card_binding: await ids('card_binding'),
    saved_card: await ids('saved_card'),
    refused_device: await ids('refused_device', 'hash'),
    data_export: await ids('data_export'),
    account_move: await ids('account_move', 'code_hash'),
    violation: await ids('violation', 'mid'),
    allowance_use: await ids('allowance_use', 'sid'),
    auto_message: await ids('auto_message', 'day'),
  }).toEqual({
    device_token: ['revoked', 'used'],
    gateway_event: ['young'],
    card_binding: ['young'],
    saved_card: ['kept', 'young'],
    refused_device: ['young'],
    data_export: ['young'],
    account_move: [],
    violation: ['young'],
    allowance_use: ['kept', 'odd', 'young'],
    auto_message: [today],
  });
});

test('all old rows are deleted when there are more than one batch', async () => {
  await api.pool.query(
    `insert into gateway_event (gateway, event_id, at) select 'stripe', n::text, now() - interval '600 days' from generate_series(1, 4100) n`,
  );
  await run();
  expect(await column(`select count(*)::int from gateway_event where at < now() - interval '550 days'`)).toEqual([0]);
});

test('a purge deletes each kind of row about the account, and nothing that others need', async () => {
  const [{ id: gone }, { id: other }] = [await api.guest('gone'), await api.guest('other')];
  const file = (digit: string) => digit.repeat(32);
  await api.pool.query(`
    insert into gift_received (uid, gift_id, count) select ${gone}, id, 1 from gift limit 1;
    insert into money_lock (uid, why) values (${gone}, 'op:1');
    insert into allowance_use (kind, owner, slot, sid) values ('first', 'uid:${gone}', 1, 'gone');
    insert into measure_event (uuid, app_id, name, type, distinct_id, account_uid, device_id, at, zone, tag, properties)
      values (gen_random_uuid(), 'a', 'n', 't', 'd', ${gone}, 'd', now(), 0, false, '{}');
    insert into report (ticket, uid, target_uid, reason, note, mid, open) values
      ('by-closed', ${gone}, ${other}, 'spam', '', '', false), ('by-open', ${gone}, ${other}, 'spam', '', '', true),
      ('about-closed', ${other}, ${gone}, 'spam', '', '', false), ('about-open', ${other}, ${gone}, 'spam', '', '', true);
    insert into media (id, owner_uid, kind, purpose, width, height, bytes) values
      ('${file('a')}', ${gone}, 'picture', 'profile', 1, 1, 1), ('${file('b')}', ${gone}, 'picture', 'chat', 1, 1, 1),
      ('${file('c')}', ${gone}, 'picture', 'chat', 1, 1, 1);
    insert into media_share (media_id, uid, mid) values ('${file('c')}', ${other}, 'm');
    insert into archive (owner, peer, out, mid, at, stanza) values (${gone}, ${other}, true, 'm', now(), 'x'), (${other}, ${gone}, false, 'm', now(), 'x');
    insert into call (sid, kind, state, caller, callee, caller_jid, price, share_percent, free_seconds, paid) values
      ('by-gone', 'paid', 'ended', ${gone}, ${other}, 'x', 1, 50, 0, true), ('to-gone', 'paid', 'ended', ${other}, ${gone}, 'x', 1, 50, 0, true);
    insert into call_frame (sid, uid, origin, at, jpeg, seal) values ('s', ${gone}, 'report', now(), '\\x00', '');
    insert into host_application (uid, state) values (${gone}, 'declined');
    insert into host_identity (uid, ref) values (${gone}, 'vs_gone');
    insert into host_clip (uid, media_id) values (${gone}, '${file('b')}');
    insert into tax_details (uid, sealed) values (${gone}, 'x');
    insert into payout_account (uid, sealed) values (${gone}, 'x');
    insert into connected_account (uid, creation, country, opened_at, asked_at) values (${gone}, 'c', 'DE', now(), now());
    update account set closed_at = now() - interval '1 year', closed_why = 'asked' where uid = ${gone};
  `);
  const folder = temporaryFolder('kinds');
  const folders = { profile: openMediaFolder(folder), chat: openMediaFolder(folder, 'chat') };
  const files = [
    folders.profile.original(file('a'), 'picture'),
    ...['b', 'c'].map((digit) => folders.chat.original(file(digit), 'picture')),
  ];
  for (const path of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
  }
  const purge = () => purgeAccounts(api.db, folders, 'manual').run(new AbortController().signal);
  const tickets = () => column(`select ticket from report where ${gone} in (uid, target_uid) order by 1`);
  await purge();
  const count = async (table: string, where = `uid = ${gone}`) =>
    (await column(`select count(*)::int from ${table} where ${where}`))[0];
  const own = ['gift_received', 'money_lock', 'host_application', 'host_identity', 'host_clip', 'tax_details'];
  const tables = [...own, 'payout_account', 'connected_account', 'profile'];
  expect({
    ...Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)]))),
    allowance: await count('allowance_use', `owner = 'uid:${gone}'`),
    measured: await count('measure_event', `account_uid = ${gone}`),
    media: await column(`select id from media where owner_uid = ${gone}`),
    files: files.map((path) => existsSync(path)),
    archive: await column(`select owner::int from archive where ${gone} in (owner, peer)`),
    calls: await count('call', `${gone} in (caller, callee)`),
    frames: await count('call_frame'),
    gems: await column(`select amount::int from wallet where uid = ${gone} and currency = 'gems'`),
    reports: await tickets(),
  }).toEqual({
    ...Object.fromEntries(tables.map((table) => [table, 0])),
    allowance: 0,
    measured: 0,
    media: [file('c')],
    files: [false, false, true],
    archive: [other],
    calls: 2,
    frames: 1,
    gems: [0],
    reports: ['about-closed', 'about-open', 'by-open'],
  });
  await api.pool.query(
    `update account set purged_at = now() - make_interval(days => ${REPORTS_KEPT_DAYS + 1}) where uid = ${gone};
     update report set open = false where ticket = 'by-open'`,
  );
  await purge();
  expect(await tickets()).toEqual(['about-open']);
});

/** Columns with a time that is past when it is stored. */
const PAST: readonly unknown[] = [
  'account.closed_at',
  'account.password_since',
  'account.purged_at',
  'account_openid.ended_at',
  'account_openid.restored_at',
  'archive.at',
  'call_frame.at',
  'came_online.at',
  'consent_proof.said_at',
  'device_token.revoked_at',
  'host_identity.ended_at',
  'left_online.at',
  'measure_event.at',
  'media.checked_at',
  'media.gone_at',
  'media.sent_at',
  'media_lock.opened_at',
  'passkey.used_at',
  'payment_call.tried_at',
  'payment_difference.settled_at',
  'payment_order.paid_at',
  'push_job.at',
  'push_job.pushed_at',
  'push_token.failing_since',
  'report.closed_at',
  'report_message.at',
  'saved_card.detached_at',
  'saved_card.forgotten_at',
  'support_inbox.answered_at',
];

test('every column with a time that may lie in the future has a term', async () => {
  const columns = await column(
    `select table_name || '.' || column_name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and (
        (data_type = 'timestamp with time zone' and column_default is null)
        or column_name ~ '(^|_)(until|due|due_at|expires_at|ask_at|next_at|ends_at|starts_at)$') order by 1`,
  );
  expect(columns.filter((name) => !PAST.includes(name))).toEqual(Object.keys(STORED_TIMES).toSorted());
});

test('a time that was stored by a clock that was ahead holds for its term at most', async () => {
  const { id: uid } = await api.guest('tablet');
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  await api.pool.query(`
    insert into message_lock (uid, until) values (${uid}, '${at(366 * DAY_MS)}');
    insert into recovery_code (uid, purpose, address, code_hash, until) values
      (${uid}, 'verify', 'a@example.org', 'a', '${at(DAY_MS)}'), (${uid}, 'recover', 'a@example.org', 'b', '${at(60_000)}');
    insert into spend_limit (uid, scope, "window", gems, next, next_at) values (${uid}, 'use', 'day', 10, 20, '${at(3 * DAY_MS)}');
    insert into refused_device (hash, until) values ('ahead', '${at(31 * DAY_MS)}');
  `);
  await boundStoredTimes(api.db, { now: () => now }).run(new AbortController().signal);
  const inHours = async (table: string, where: string, name = 'until') =>
    column(
      `select round(extract(epoch from ${name} - '${at(0)}') / 3600, 1)::float8 from ${table} where ${where} order by 1`,
    );
  expect({
    message_lock: await inHours('message_lock', `uid = ${uid}`),
    recovery_code: await inHours('recovery_code', `uid = ${uid}`),
    spend_limit: await inHours('spend_limit', `uid = ${uid}`, 'next_at'),
    refused_device: await inHours('refused_device', `hash = 'ahead'`),
  }).toEqual({ message_lock: [8_760], recovery_code: [0, 0.3], spend_limit: [24], refused_device: [720] });
});
