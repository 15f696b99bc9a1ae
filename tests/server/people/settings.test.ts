import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../contract/account/default-settings.ts';
import type { SettingsChange } from '../../../contract/account/settings.ts';
import { loadSenderPolicy } from '../../../server/domains/people/policy.ts';
import { findHiddenPresence } from '../../../server/domains/people/visibility.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { peopleOf } from '../../harness/people.ts';

let api: TestApi;
let at: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  at = peopleOf(api);
});
afterAll(() => api?.close());

const set = (user: User, settings: SettingsChange) => api.call('updateProfile', { settings }, { user });
const settingsOf = async (user: User) => (await api.call('profile', {}, { user })).data.settings;

describe('settings', () => {
  test('settings have their defaults until they are changed, each independently', async () => {
    const [ann, ben] = await at.guests();
    expect(await settingsOf(ann)).toEqual(DEFAULT_SETTINGS);
    expect((await set(ann, { keepDays: 7 })).data.settings).toEqual({ ...DEFAULT_SETTINGS, keepDays: 7 });
    await set(ann, { darkMode: 'light', strangers: 'friends' });
    expect(await settingsOf(ann)).toEqual({
      ...DEFAULT_SETTINGS,
      keepDays: 7,
      darkMode: 'light',
      strangers: 'friends',
    });
    expect(await settingsOf(ben)).toEqual(DEFAULT_SETTINGS);
  });

  test('settings that are changed at once by several devices are all stored', async () => {
    const [ann] = await at.guests();
    const changes = [{ lastSeen: false }, { readReceipt: false }, { borderedTheme: true }, { keepDays: 1 }] as const;
    await Promise.all(changes.map((change) => set(ann, change)));
    expect(await settingsOf(ann)).toEqual({ ...DEFAULT_SETTINGS, ...Object.assign({}, ...changes) });
  });

  test('conversations that two devices change at once are all stored, and an empty choice is dropped', async () => {
    const [ann] = await at.guests();
    const choices = [{ u_9001: { muted: true } }, { u_9002: { pinned: true } }, { u_9003: { archivedAt: 7 } }] as const;
    await Promise.all(choices.map((conversations) => set(ann, { conversations })));
    expect((await settingsOf(ann)).conversations).toEqual(Object.assign({}, ...choices));
    await set(ann, { conversations: { u_9001: {}, u_9002: { muted: true } } });
    expect((await settingsOf(ann)).conversations).toEqual({ u_9002: { muted: true }, u_9003: { archivedAt: 7 } });
  });

  test('private notes that two devices write at once are all stored, and an empty text deletes one', async () => {
    const [ann, ben] = await at.guests();
    const notes = [{ [`u_${ben.id}`]: 'likes maps' }, { u_9002: 'calls at eight' }];
    await Promise.all(notes.map((viewerNotes) => set(ann, { viewerNotes })));
    expect((await settingsOf(ann)).viewerNotes).toEqual(Object.assign({}, ...notes));
    await set(ann, { viewerNotes: { [`u_${ben.id}`]: '' } });
    expect((await settingsOf(ann)).viewerNotes).toEqual({ u_9002: 'calls at eight' });
  });

  test.each([{ keepDays: 2 }, { strangers: 'some' }, { lastSeen: 'no' }, { darkMode: true }])(
    'settings are refused for %j with the name of the field',
    async (change) => {
      const [ann] = await at.guests();
      const answer = await set(ann, change as SettingsChange);
      expect(answer).toMatchObject({ status: 400, msg: expect.stringMatching(/^settings\./) });
      expect(answer.msg).toContain(Object.keys(change)[0]);
      expect(await settingsOf(ann)).toEqual(DEFAULT_SETTINGS);
    },
  );

  test('stored settings that are invalid or unknown are ignored', async () => {
    const [ann] = await at.guests();
    await set(ann, { keepDays: 7 });
    await api.pool.query(
      `update account_settings set changed = changed || '{"strangers": "aliens", "old": 1}' where uid = $1`,
      [ann.id],
    );
    expect(await settingsOf(ann)).toEqual({ ...DEFAULT_SETTINGS, keepDays: 7 });
  });
});

test('a user who hides their presence is offline in every list, and online again when it is shown', async () => {
  const [ann, ben] = await at.guests();
  await at.change(ann, ben.id, 'like');
  await api.pool.query(`insert into online_stream (stream_id, uid, process_id) values ($1, $2, 'p')`, [
    `s${ben.id}`,
    ben.id,
  ]);
  const seen = async () => {
    const { data } = await api.call('onlineStatus', { targetJid: [ben.jid] }, { user: ann });
    const list = await api.call('likeList', { kind: 'likes' }, { user: ann });
    return [data.onlineStatus[0]?.status, list.data.people[0]?.status];
  };
  expect(await seen()).toEqual(['online', 'online']);
  await set(ben, { lastSeen: false });
  expect(await seen()).toEqual(['offline', 'offline']);
  expect(await findHiddenPresence(api.db, [ann.id, ben.id])).toEqual(new Set([ben.id]));
  await set(ben, { lastSeen: true });
  expect(await seen()).toEqual(['online', 'online']);
});

describe('the policy of an account for the edge', () => {
  const policyOf = async ({ id }: { id: number }) => {
    const policy = await loadSenderPolicy(api.db, id);
    return { admits: policy?.admits, friends: [...(policy?.friends ?? [])], readReceipt: policy?.readReceipt };
  };
  const host = async (): Promise<User> =>
    (await api.call('userPwdLogin', { uid: 9005, passwd: 'gemcall' })).data.userInfo;

  test.each<[SettingsChange, string]>([
    [{}, 'everyone'],
    [{ strangers: 'friends' }, 'friends'],
    [{ strangers: 'nobody' }, 'nobody'],
    [{ privateMessages: false }, 'friends'],
    [{ privateMessages: false, strangers: 'nobody' }, 'nobody'],
  ])('the settings %j admit %s', async (settings, admits) => {
    const [ann] = await at.guests();
    await set(ann, settings);
    expect((await policyOf(ann)).admits).toBe(admits);
  });

  test('a host admits everyone, whatever their settings', async () => {
    await set(await host(), { strangers: 'nobody', privateMessages: false });
    expect((await policyOf({ id: 9005 })).admits).toBe('everyone');
  });

  test('the policy contains friends when only friends are admitted', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'request');
    await at.change(ben, ann.id, 'accept');
    expect(await policyOf(ann)).toEqual({ admits: 'everyone', friends: [], readReceipt: true });
    await set(ann, { strangers: 'friends', readReceipt: false });
    expect(await policyOf(ann)).toEqual({ admits: 'friends', friends: [ben.id], readReceipt: false });
  });
});
