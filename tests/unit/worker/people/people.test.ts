import xml, { type Element } from '@xmpp/xml';
import { expect, test, vi } from 'vitest';
import { VCARD_NS } from '#contract/people/vcard.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue } from '../../../../worker/api/queue.ts';
import type { StreamLink } from '../../../../worker/base/part.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createPeople } from '../../../../worker/people/people.ts';
import { freshChat, session } from '../support/databases.ts';
import { serverOf, signedIn } from '../support/people.ts';
import { fakeTabs } from '../support/ports.ts';

// The address of the page is read when the module is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { host: 'gem.test' } }));

const GUEST = 264_457_099;

test('a profile opened after the stream was lost asks nothing of that stream, and gets its card from the next one', async () => {
  const databases = await signedIn();
  const { app } = databases;
  const { api, asked } = serverOf({
    contactPopup: () => ({ likes: 0, friends: 0, favourites: 0, gifts: [], blurs: {} }),
    friendsRelative: () => ({ relations: [], requests: [], counts: {} }),
  });
  const people = createPeople({
    ...databases,
    chat: freshChat(),
    api,
    queue: createApiQueue({ app, api, outcomes: createOutcomes(app) }),
    session: () => readSession(app),
    tabs: fakeTabs().tabs,
    refreshList: async () => undefined,
    onOwnProfile() {},
    now: () => 1,
  });
  const askedOfLost: Element[] = [];
  const streamOf = (ask: StreamLink['ask']) => ({ session, ask }) as unknown as StreamLink;
  people.onStreamUp?.(
    streamOf(async (stanza) => void askedOfLost.push(stanza)),
    false,
  );
  people.onStreamDown?.();
  const fetched = people.commands.refreshCard(GUEST);
  await expect.poll(() => asked.length).toBe(2);
  const card = xml('iq', { type: 'result' }, xml('vCard', { xmlns: VCARD_NS }, xml('NICKNAME', {}, 'Mira')));
  people.onStreamUp?.(
    streamOf(async () => card),
    false,
  );
  expect(await fetched).toMatchObject({ ok: true });
  expect(askedOfLost).toEqual([]);
  expect(await app.people.get(GUEST)).toMatchObject({ nickName: 'Mira' });
});
