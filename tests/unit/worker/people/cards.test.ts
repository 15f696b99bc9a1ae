import xml, { type Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { VCARD_NS } from '../../../../contract/people/vcard.ts';
import { createCards } from '../../../../worker/people/cards.ts';
import { session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';

const GUEST = 264_457_099;
const numbers = { likes: 0, friends: 0, favourites: 0, gifts: [], blurs: {} };
const answers = {
  contactPopup: ({ targetUid }: Record<string, unknown>) => ({
    ...numbers,
    anchor: targetUid === GUEST ? undefined : host(9001),
  }),
  friendsRelative: () => ({ relations: [], requests: [], counts: {} }),
};

const cardOf = (name: string): Element =>
  xml('iq', { type: 'result' }, xml('vCard', { xmlns: VCARD_NS }, xml('NICKNAME', {}, name)));

async function withCards(
  server: ReturnType<typeof serverOf>,
  ask: () => Promise<Element | undefined>,
  came: () => Promise<boolean>,
  currentStream: () => unknown = () => undefined,
) {
  const databases = await signedIn();
  const cards = createCards({
    ...databases,
    api: server.api,
    session: async () => session,
    ask,
    currentStream,
    waitForStream: came,
    now: () => 1,
  });
  return { ...databases, cards };
}

test('the card of a user who is not a host is fetched by the first stream, however late', async () => {
  let up = false;
  const { app, cards } = await withCards(
    serverOf(answers),
    async () => (up ? cardOf('Mira') : undefined),
    async () => {
      up = true;
      return true;
    },
  );
  expect(await cards.refresh(GUEST)).toMatchObject({ ok: true });
  expect(await app.people.get(GUEST)).toMatchObject({ nickName: 'Mira' });
});

test('a card is fetched by the next stream when its request was lost with the stream, and not again when it had no answer', async () => {
  const first = {};
  // After the loss there is no stream yet, or the next one is up already.
  for (const after of [undefined, {}, first]) {
    let requests = 0;
    let stream: unknown = first;
    const { app, cards } = await withCards(
      serverOf(answers),
      async () => {
        requests += 1;
        if (requests > 1) return cardOf('Mira');
        stream = after;
        return undefined;
      },
      async () => true,
      () => stream,
    );
    expect(await cards.refresh(GUEST)).toMatchObject({ ok: true });
    expect([requests, (await app.people.get(GUEST))?.nickName]).toEqual(after === first ? [1, undefined] : [2, 'Mira']);
  }
});

test('the albums of a host arrive with the first stream, and no caller waits for them', async () => {
  const { promise: came, resolve: come } = Promise.withResolvers<boolean>();
  let up = false;
  const album = xml('vCard', { xmlns: VCARD_NS }, xml('X-ALBUMS', {}, JSON.stringify(['/media/3/9001'])));
  const { app, cards } = await withCards(
    serverOf(answers),
    async () => (up ? xml('iq', { type: 'result' }, album) : undefined),
    () => came,
  );
  expect(await cards.refresh(9001)).toMatchObject({ ok: true });
  expect(await app.cards.get(9001)).toMatchObject({ albums: [] });
  up = true;
  come(true);
  await expect.poll(async () => (await app.cards.get(9001))?.albums).toEqual(['/media/3/9001']);
});

test('a clip whose checksum does not name its file is not shown', async () => {
  const clip = (id: string, checksum: string) => ({ thumbnail: '', videoUrl: `/media/${id}`, checksum });
  const videos = [clip('a', 'a'), clip('b', 'other'), clip('c', '')];
  const card = xml('vCard', { xmlns: VCARD_NS }, xml('X-VIDEOS', {}, JSON.stringify(videos)));
  const { app, cards } = await withCards(
    serverOf(answers),
    async () => xml('iq', { type: 'result' }, card),
    async () => true,
  );
  expect(await cards.refresh(9001)).toMatchObject({ ok: true });
  expect((await app.cards.get(9001))?.videos).toEqual([clip('a', 'a'), clip('c', '')]);
});

test("a host's card is fetched without a stream, and an unreachable server is reported at once", async () => {
  const never = () => new Promise<never>(() => {});
  const { app, cards } = await withCards(serverOf(answers), async () => undefined, never);
  expect(await cards.refresh(9001)).toMatchObject({ ok: true });
  expect(await app.people.get(9001)).toMatchObject({ nickName: 'Host 9001' });
  const away = await withCards(serverOf({}), never, never);
  expect(await away.cards.refresh(9001)).toMatchObject({ ok: false, error: { code: 'offline' } });
});

test('the description of a person is stored with few marks on a letter, from a list and from a card', async () => {
  const tall = `Z${'\u0301\u0336'.repeat(100)}`;
  const card = xml('vCard', { xmlns: VCARD_NS }, xml('NICKNAME', {}, 'Mira'), xml('DESC', {}, tall));
  const { app, cards } = await withCards(
    serverOf({ ...answers, contactPopup: () => ({ ...numbers, anchor: host(9001, { about: tall }) }) }),
    async () => xml('iq', { type: 'result' }, card),
    async () => true,
  );
  for (const uid of [9001, GUEST]) {
    expect(await cards.refresh(uid)).toMatchObject({ ok: true });
    expect((await app.people.get(uid))?.about).toMatch(/^Z[\p{Mn}\p{Me}]{6}$/u);
  }
});
