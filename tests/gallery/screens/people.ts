import type { Page } from 'playwright';
import type { UploadRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, EMPTY_ROWS, HOST_SESSION, OWN, PROFILE, withRows } from '../rows/account.ts';
import { cardOf, PEOPLE, relationTo } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const SEEN = 9_010;
const PROFILE_PATH = `/anchorprofile?uid=${SEEN}`;
const related = (change: Parameters<typeof relationTo>[1]) =>
  withRows(ACCOUNT_ROWS, { relations: [relationTo(SEEN, change)] });
const menu = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Report or block', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

const upload = (id: string, change: Partial<Omit<UploadRow, 'file'>>) => ({
  id,
  purpose: 'album' as const,
  name: `${'0'.repeat(32)}.webp`,
  file: undefined,
  state: 'waiting' as const,
  sentBytes: 0,
  totalBytes: 1_000,
  url: '',
  thumbUrl: '',
  error: '' as const,
  queuedAt: GALLERY_NOW,
  ...change,
});
const own = { ...PEOPLE[0], ...PROFILE, uid: OWN, jid: `u_${OWN}@localhost` };

/** Profiles, the own pages and the lists of people. */
export const PEOPLE_SCREENS: readonly Screen[] = [
  { name: 'profile', path: PROFILE_PATH, rows: ACCOUNT_ROWS, shows: heading('About') },
  {
    name: 'profile of a friend',
    path: PROFILE_PATH,
    rows: related({ friend: true, liked: true, favourite: true }),
    shows: text('You are friends'),
  },
  {
    name: 'profile of a user who sent a friend request',
    path: PROFILE_PATH,
    rows: related({ requestedMe: true }),
    shows: text('Mariana asks to be your friend'),
  },
  {
    name: 'profile of a user with a pending friend request',
    variant: true,
    path: PROFILE_PATH,
    rows: related({ requested: true }),
    shows: text('Cancel friend request'),
  },
  {
    name: 'profile of a blocked user',
    path: PROFILE_PATH,
    rows: related({ blocked: true }),
    shows: text(/You have blocked Mariana/),
  },
  {
    name: 'profile with little in it',
    variant: true,
    path: PROFILE_PATH,
    rows: withRows(ACCOUNT_ROWS, {
      cards: [{ ...cardOf(SEEN), albums: [], videos: [], gifts: [], likes: 0, friends: 0, favourites: 0 }],
    }),
    shows: heading('About'),
  },
  {
    name: 'profile that could not be refreshed',
    variant: true,
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    answers: { refreshCard: { code: 'timeout' } },
    shows: text(/Last updated/),
  },
  {
    name: 'profile that is not on this device',
    path: '/anchorprofile?uid=9999',
    rows: ACCOUNT_ROWS,
    answers: { refreshCard: { code: 'offline' } },
    shows: heading('Not on this device yet'),
  },
  {
    name: 'profile that does not exist',
    path: '/anchorprofile?uid=0',
    rows: ACCOUNT_ROWS,
    shows: heading('Nobody to see here'),
  },
  {
    name: 'profile as a host sees it',
    variant: true,
    path: PROFILE_PATH,
    rows: withRows(ACCOUNT_ROWS, { state: [HOST_SESSION] }),
    shows: heading('About'),
  },
  {
    name: 'profile of oneself',
    path: `/anchorprofile?uid=${OWN}`,
    rows: withRows(ACCOUNT_ROWS, { people: [...PEOPLE, { ...PEOPLE[0], ...own } as (typeof PEOPLE)[number]] }),
    shows: text('Edit profile'),
  },
  {
    name: 'photo over the whole screen',
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    act: press('Photo 1 of 3'),
    shows: (page) => page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 3' }),
  },
  {
    name: 'end of a friendship',
    path: PROFILE_PATH,
    rows: related({ friend: true }),
    act: press(/You are friends/),
    shows: dialog('End your friendship with Mariana?'),
  },
  {
    name: 'clips',
    path: '/videoview?uid=9001&at=0',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('button', { name: 'Play', exact: true }),
  },
  {
    name: 'no clips',
    path: `/videoview?uid=${SEEN}&at=0`,
    rows: withRows(ACCOUNT_ROWS, { cards: [{ ...cardOf(SEEN), videos: [] }] }),
    shows: text('There are no clips here'),
  },
  {
    name: 'report without a reason',
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await menu('Report')(page);
      await press('Send report')(page);
    },
    shows: text('Choose what is wrong.'),
  },
  {
    name: 'report that was sent',
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await menu('Report')(page);
      await page.getByRole('dialog').getByText('Spam or advertising').click();
      await press('Send report')(page);
    },
    shows: text('Thank you'),
  },
  {
    name: 'menu of a profile',
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    act: press('Report or block'),
    shows: (page) => page.getByRole('menuitem', { name: 'Block', exact: true }),
  },
  {
    name: 'block',
    path: PROFILE_PATH,
    rows: ACCOUNT_ROWS,
    act: menu('Block'),
    shows: dialog('Block Mariana?'),
  },
  {
    name: 'own page',
    path: '/personalhome',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('region', { name: 'Balances' }),
  },
  {
    name: 'own page with the panel for age and gender',
    path: '/personalhome',
    rows: withRows(EMPTY_ROWS, { state: [{ ...PROFILE, gender: '', bDay: '', avatarUrl: '' }] }),
    storage: { 'complete-info': '' },
    shows: dialog('Nice to have you here'),
  },
  {
    name: 'own page with the consent banner',
    path: '/personalhome',
    rows: ACCOUNT_ROWS,
    storage: { consent: '' },
    shows: (page) => page.getByRole('complementary', { name: 'Your choice' }),
  },
  {
    name: 'edit profile',
    path: '/editprofile',
    rows: ACCOUNT_ROWS,
    shows: heading('Edit profile'),
  },
  {
    name: 'edit profile when the own profile never arrived',
    path: '/editprofile',
    rows: { ...ACCOUNT_ROWS, state: ACCOUNT_ROWS.state?.filter(({ key }) => key !== 'profile') ?? [] },
    answers: { refreshProfile: { code: 'offline' } },
    shows: text('Your profile could not be loaded'),
  },
  {
    name: 'edit profile with mistakes',
    path: '/editprofile',
    rows: ACCOUNT_ROWS,
    async act(page) {
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByLabel('Email', { exact: true }).fill('nowhere');
      await page.getByLabel('Phone', { exact: true }).fill('nothing');
    },
    shows: text('That does not look like an email address.'),
  },
  {
    name: 'edit profile with files on their way',
    path: '/editprofile',
    rows: withRows(ACCOUNT_ROWS, {
      uploads: [
        upload('sends', { state: 'sending', sentBytes: 400 }),
        upload('waits', {}),
        upload('refused', { state: 'error', error: 'upload-unreadable' }),
        upload('large', { purpose: 'video', state: 'error', error: 'upload-too-large' }),
        upload('clip', { purpose: 'video', state: 'sending', sentBytes: 900 }),
        upload('face', { purpose: 'avatar', state: 'sending', sentBytes: 100 }),
      ],
    }),
    busy: true,
    shows: (page) => page.getByRole('progressbar').first(),
  },
  {
    name: 'leaving with unsaved changes',
    path: '/editprofile',
    rows: ACCOUNT_ROWS,
    async act(page) {
      await page.getByLabel('Name', { exact: true }).fill('Another name');
      await page.evaluate(() => history.pushState(null, '', '/friendreq'));
    },
    shows: dialog('Leave without saving?'),
  },
  {
    name: 'friend requests',
    path: '/friendreq',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('button', { name: /Decline/ }).first(),
  },
  ...(['requests', 'friends', 'likes', 'likedMe', 'favourites'] as const).flatMap((tab): Screen[] => [
    {
      name: `list of ${tab}`,
      ...(tab === 'requests' || tab === 'friends' ? {} : { variant: true }),
      path: `/friendreq?tab=${tab}`,
      rows: ACCOUNT_ROWS,
      shows: (page) => page.getByRole('tabpanel').getByRole('listitem').first(),
    },
    {
      name: `empty list of ${tab}`,
      ...(tab === 'requests' ? {} : { variant: true }),
      path: `/friendreq?tab=${tab}`,
      rows: withRows(ACCOUNT_ROWS, { lists: [{ name: tab, uids: [], nextCursor: '', fetchedAt: GALLERY_NOW }] }),
      shows: (page) => page.getByRole('tabpanel').getByRole('heading').first(),
    },
  ]),
];
