import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { media } from '../../../server/domains/media/tables.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';

let api: TestApi;
let ann: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  ann = await api.guest();
});
afterAll(() => api?.close());
afterEach(() => void vi.useRealTimers());

const change = (data: object) => api.call('updateProfile', data, { user: ann });

describe('profile fields', () => {
  test('a profile stores every field of the card', async () => {
    const card = { tel: '+44 (20) 7946-0958', email: 'ann@example.co.uk', address: '1 High Street, London' };
    expect((await change(card)).data).toMatchObject(card);
    expect((await change({ tel: '', email: '' })).data).toMatchObject({ tel: '', email: '', address: card.address });
  });

  test('hidden characters are removed from a profile, except the joiners that scripts need', async () => {
    const about = ' one\u202e two\u200b\u2066\r\nthree\u00ad \u0915\u094d\u200d\u0937 👩\u200d👧 ';
    const { data } = await change({ about, address: ' 1\n2\t\u061c3 ' });
    expect(data).toMatchObject({ about: 'one two\nthree \u0915\u094d\u200d\u0937 👩\u200d👧', address: '1\n2 3' });
  });

  test.each([
    { email: 'ann' },
    { email: 'ann@localhost' },
    { email: `${'x'.repeat(250)}@example.com` },
    { email: 'ann@example.com\nbcc: all@example.com' },
    { tel: 'call me' },
    { tel: '1234' },
    { tel: '1'.repeat(16) },
    { address: 'x'.repeat(201) },
    { about: 'x'.repeat(501) },
    { about: 'x'.repeat(60_000) },
    { albums: 'none' },
    { albums: Array(13).fill('') },
    { videos: [{ thumbnail: '' }] },
    { avatarUrl: 'https://elsewhere.example/a.png' },
    { avatarUrl: 'javascript:alert(1)' },
    { avatarUrl: `/media/${'0'.repeat(32)}` },
    { albums: [`/media/${'0'.repeat(32)}`] },
    { videos: [{ thumbnail: '', videoUrl: `/media/${'0'.repeat(32)}`, checksum: '' }] },
  ])('a profile change with %j is refused with its field, and nothing is changed', async (data) => {
    const before = (await api.call('profile', {}, { user: ann })).data;
    const answer = await change({ ...data, country: 'ZW' });
    const [field = ''] = Object.keys(data);
    expect(answer).toMatchObject({ status: 400, msg: expect.stringMatching(new RegExp(`^${field}\\b.*: `)) });
    expect((await api.call('profile', {}, { user: ann })).data).toEqual(before);
  });
});

test('a name that passes for the team is refused with its field', async () => {
  for (const nickName of ['gеmсаll support', '0fficial']) {
    expect(await change({ nickName })).toMatchObject({ status: 400, msg: 'nickName: is reserved for the team' });
  }
  expect((await change({ nickName: 'Ann of Velo' })).data).toMatchObject({ nickName: 'Ann of Velo' });
});

describe('pictures and clips of a profile', () => {
  const urlOf = (letter: string) => `/media/${letter.repeat(32)}`;
  const keep = async (letter: string, kind: 'picture' | 'clip', ownerUid: number) => {
    await api.db.insert(media).values({ id: letter.repeat(32), kind, ownerUid, width: 1, height: 1, bytes: 1 });
    return urlOf(letter);
  };

  test('pictures and clips are accepted in a profile when the caller uploaded them, each for its own kind', async () => {
    const [picture, clip] = [await keep('a', 'picture', ann.id), await keep('b', 'clip', ann.id)];
    const wanted = {
      avatarUrl: picture,
      albums: [picture],
      videos: [{ thumbnail: picture, videoUrl: clip, checksum: 'c' }],
    };
    expect((await change(wanted)).data).toMatchObject(wanted);
    for (const data of [{ avatarUrl: clip }, { albums: [clip] }]) expect((await change(data)).status).toBe(400);
    const swapped = [{ thumbnail: clip, videoUrl: picture, checksum: '' }];
    expect((await change({ videos: swapped })).msg).toMatch(/^videos: /);
    expect((await change({ albums: [], videos: [], avatarUrl: '' })).data).toMatchObject({ albums: [], avatarUrl: '' });
  });

  test('pictures are refused in a profile when they are foreign, unknown, sized or of another address', async () => {
    const foreign = await keep('d', 'picture', 100001);
    const own = await keep('e', 'picture', ann.id);
    for (const url of [foreign, urlOf('f'), `${own}/img480`, `${own}?x`, `https://gem.example${own}`, `/${own}`]) {
      expect((await change({ avatarUrl: url })).msg).toMatch(/^avatarUrl: /);
      expect((await change({ albums: [own, url] })).msg).toMatch(/^albums: /);
    }
  });

  test('pictures that were in the profile before are accepted even when the caller does not own them', async () => {
    await api.pool.query('update profile set avatar_url = $2, albums = $3 where uid = $1', [
      ann.id,
      urlOf('d'),
      JSON.stringify([urlOf('d')]),
    ]);
    expect((await change({ avatarUrl: urlOf('d'), albums: [urlOf('d'), urlOf('e')] })).status).toBe(200);
  });
});

describe('birth dates', () => {
  const today = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });

  test('a user is an adult from the birthday on', async () => {
    today();
    expect((await change({ bDay: '2008-03-01' })).data.bDay).toBe('2008-03-01');
    expect(await change({ bDay: '2008-03-02' })).toMatchObject({
      status: 400,
      msg: 'bDay: you must be at least 18 years old',
    });
    expect((await change({ bDay: '' })).data.bDay).toBe('');
  });

  test('a birthday on 29 February counts on 1 March in other years', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-28T12:00:00Z') });
    expect((await change({ bDay: '2008-02-29' })).status).toBe(400);
    today();
    expect((await change({ bDay: '2008-02-29' })).status).toBe(200);
  });

  test('a birth date of more than 120 years ago is refused', async () => {
    today();
    expect((await change({ bDay: '1850-01-01' })).msg).toMatch(/^bDay: /);
    expect((await change({ bDay: '0000-01-01' })).msg).toMatch(/^bDay: /);
  });

  test('an unchanged birth date is accepted even when it is below the age limit', async () => {
    await api.pool.query(`update profile set b_day = '2015-01-01' where uid = $1`, [ann.id]);
    expect((await change({ bDay: '2015-01-01', about: 'x' })).status).toBe(200);
    expect((await change({ bDay: '2015-01-02' })).status).toBe(400);
  });
});
