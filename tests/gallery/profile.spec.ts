import { expect } from 'playwright/test';
import { ROLE_USER } from '../../contract/account/rules.ts';
import { GALLERY_NOW } from './app/gallery.ts';
import { test } from './base.ts';
import { ACCOUNT_ROWS, withRows } from './rows/account.ts';
import { PEOPLE } from './rows/people.ts';
import type { Screen } from './screen.ts';
import { drawFirst } from './sweep.ts';

const SEEN = 9_010;
/** A profile of which only the row of a list is known, as until the answer of the server. */
const LOADING: Screen = {
  name: 'profile whose content is not known yet',
  path: `/anchorprofile?uid=${SEEN}`,
  rows: withRows(ACCOUNT_ROWS, {
    cards: [],
    people: PEOPLE.map((person) => ({ ...person, role: ROLE_USER, about: '' })),
  }),
  answers: { refreshCard: { code: 'offline' } },
  shows: (page) => page.getByRole('button', { name: 'Message', exact: true }),
};
const BUTTON_MAX_PX = 60;

test('the buttons of a profile beside a high portrait keep their height while its content is not known', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'desk');
  await drawFirst(page, network, [LOADING]);
  const box = await LOADING.shows(page).boundingBox();
  expect(box?.height).toBeLessThan(BUTTON_MAX_PX);
});

test('Message stays in its place when a person turns out to be offline, so that a finger does not start a call', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  const message = () => page.getByRole('button', { name: 'Message', exact: true });
  const profileOf = (status: 'online' | 'offline'): Screen => ({
    name: `profile of a host who is ${status}`,
    path: `/anchorprofile?uid=${SEEN}`,
    rows: withRows(ACCOUNT_ROWS, { onlineUsers: PEOPLE.map(({ uid }) => ({ id: uid, status, at: GALLERY_NOW })) }),
    shows: () =>
      status === 'online'
        ? page.getByRole('link', { name: 'Video call' })
        : page.getByRole('button', { name: 'Notify me when online' }),
  });
  await drawFirst(page, network, [profileOf('online')]);
  const before = await message().boundingBox();
  await drawFirst(page, network, [profileOf('offline')]);
  const after = await message().boundingBox();
  expect(before && after && [after.x, after.y]).toEqual([before?.x, before?.y]);
});
