import type { Page } from 'playwright';
import type { StoryItem } from '../../../contract/discovery/stories.ts';
import { foundListName } from '../../../contract/people/host-query.ts';
import type { MatchRow } from '../../../worker/db/call-rows.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, ALLOWANCES, HOST_SESSION, OWN, SESSION, withRows } from '../rows/account.ts';
import { PEER } from '../rows/calls.ts';
import { LISTS, listOf, mediaOf, person, UIDS } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const without = (...names: readonly string[]) => LISTS.filter(({ name }) => !names.includes(name));
const emptied = (name: (typeof LISTS)[number]['name']) => [...without(name), listOf(name, [])];
const firstCard = (page: Page) => page.locator('[data-card]').first();

const waiting = (tab: string, change: Partial<MatchRow> = {}): MatchRow => ({
  key: 'match',
  tabId: tab,
  since: GALLERY_NOW,
  waiting: 3,
  ...change,
});
const proposed = (tab: string, said: '' | 'yes') =>
  waiting(tab, {
    proposal: {
      id: 'gallery',
      peer: { ...PEER, country: 'TR', lang: 'tr' },
      price: 40,
      freeSeconds: 30,
      until: GALLERY_NOW + 9_000,
      said,
    },
  });
const roomWith = (row: (tab: string) => MatchRow) => (tab: string) => withRows(ACCOUNT_ROWS, { state: [row(tab)] });

const lines = [
  'Hi! Nice to meet you.',
  'What would you like to hear?',
  'Call me, I am easier to talk to than to read.',
];
const KINDS = ['line', 'choice', 'call'] as const;
const storyOf = (uid: number, seenStep: number): StoryItem => {
  const { nickName, avatarUrl, country, lang } = person(uid);
  return {
    storyId: `story-${uid}`,
    anchor: {
      uid,
      jid: `u_${uid}@localhost`,
      nickName,
      avatarUrl,
      avatarBlur: '',
      videoUrl: '',
      country,
      lang,
      age: 24,
      about: '',
      status: 'online',
      price: 30,
      isNew: false,
      isSilver: false,
      takesCalls: true,
      liked: false,
      favourite: false,
    },
    cover: mediaOf(uid, 1),
    blur: '',
    seenStep,
    steps: KINDS.map((kind, index) => ({
      step: index + 1,
      kind,
      url: '',
      poster: mediaOf(uid, 2),
      words: lines[index] ?? '',
      options: kind === 'choice' ? [1, 3].map((to) => ({ words: lines[to - 1] ?? '', to })) : [],
    })),
  };
};
const withStories = (seenStep: number) =>
  withRows(ACCOUNT_ROWS, {
    state: [{ key: 'stories', fetchedAt: GALLERY_NOW, stories: [storyOf(9_003, seenStep), storyOf(9_001, 3)] }],
  });
const opened = async (page: Page) => page.getByRole('button', { name: 'Story of Amber', exact: true }).click();
const goOn = async (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

/** Pages on which hosts are found. */
const FOUND = { sort: 'hot', country: 'IN', priceMax: 50, ageMin: 18, ageMax: 24, online: true, name: 'a' } as const;

export const DISCOVERY_SCREENS: readonly Screen[] = [
  { name: 'wall', path: '/goddess', rows: ACCOUNT_ROWS, shows: firstCard },
  {
    name: 'wall of the newest, of one language',
    variant: true,
    path: '/goddess?lang=es&sort=new',
    rows: withRows(ACCOUNT_ROWS, { lists: [...LISTS, listOf('new:es', UIDS.slice(4, 6))] }),
    shows: firstCard,
  },
  {
    name: 'wall of found hosts',
    variant: true,
    path: '/goddess?country=IN&price=50&from=18&to=24&online=1&name=a',
    rows: withRows(ACCOUNT_ROWS, { lists: [...LISTS, listOf(foundListName(FOUND), UIDS.slice(2, 5))] }),
    shows: firstCard,
  },
  {
    name: 'wall where a filter finds no host',
    path: '/goddess?country=IN&price=50&from=18&to=24&online=1&name=a',
    rows: withRows(ACCOUNT_ROWS, { lists: [...LISTS, listOf(foundListName(FOUND), [])] }),
    shows: text('No hosts match'),
  },
  {
    name: 'filter of the wall',
    path: '/goddess?country=IN&price=50&from=18&to=24&online=1&name=a',
    rows: withRows(ACCOUNT_ROWS, { lists: [...LISTS, listOf(foundListName(FOUND), UIDS.slice(2, 5))] }),
    act: press('Filter'),
    shows: dialog('Filter hosts'),
  },
  {
    name: 'wall with stories',
    path: '/goddess',
    rows: withStories(0),
    fresh: true,
    shows: (page) => page.getByRole('button', { name: 'Story of Amber', exact: true }),
  },
  { name: 'story', path: '/goddess', rows: withStories(0), fresh: true, act: opened, shows: text('Recorded') },
  {
    name: 'story with a choice',
    path: '/goddess',
    rows: withStories(0),
    fresh: true,
    async act(page) {
      await opened(page);
      await goOn(page);
    },
    shows: (page) => page.getByRole('button', { name: lines[2] ?? '' }),
  },
  {
    name: 'end of a story',
    path: '/goddess',
    rows: withStories(0),
    fresh: true,
    async act(page) {
      await opened(page);
      await goOn(page);
      await page.getByRole('button', { name: lines[2] ?? '' }).click();
    },
    shows: (page) => page.getByRole('dialog').getByRole('link', { name: 'Call Amber' }),
  },
  {
    name: 'wall without hosts',
    path: '/goddess?lang=fr',
    rows: withRows(ACCOUNT_ROWS, { lists: [...LISTS, listOf('hot:fr', [])] }),
    shows: text('No one here yet'),
  },
  {
    name: 'wall that could not be loaded',
    path: '/goddess',
    rows: withRows(ACCOUNT_ROWS, { lists: without('hot:') }),
    answers: { refreshList: { code: 'offline' } },
    fresh: true,
    shows: text('Hosts could not be loaded'),
  },
  {
    name: 'wall as it was last seen',
    path: '/goddess',
    rows: ACCOUNT_ROWS,
    answers: { refreshList: { code: 'timeout' } },
    fresh: true,
    shows: (page) => page.locator('[data-stale="true"]'),
  },
  {
    name: 'wall of a host',
    variant: true,
    path: '/goddess',
    rows: withRows(ACCOUNT_ROWS, { state: [HOST_SESSION] }),
    shows: firstCard,
  },
  {
    name: 'match',
    path: '/match',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('region', { name: 'Hosts to meet' }).getByRole('article').first(),
  },
  {
    name: 'match as cards',
    path: '/match',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...SESSION, uid: OWN + 1 }] }),
    shows: (page) => page.getByRole('region', { name: 'Hosts to meet' }).getByRole('article').first(),
  },
  {
    name: 'match without hosts left',
    path: '/match',
    rows: withRows(ACCOUNT_ROWS, { lists: emptied('swipe') }),
    shows: text('You have seen everyone'),
  },
  {
    name: 'match that could not be fetched',
    path: '/match',
    rows: withRows(ACCOUNT_ROWS, { lists: without('swipe') }),
    answers: { refreshList: { code: 'offline' } },
    fresh: true,
    shows: text('Hosts could not be loaded'),
  },
  {
    name: 'room of random match',
    path: '/match?now',
    rows: ACCOUNT_ROWS,
    shows: heading('Random video match'),
  },
  {
    name: 'room of random match that is full',
    path: '/match?now',
    rows: ACCOUNT_ROWS,
    answers: { enterMatch: { code: 'rate-limited', retryAfterMs: 60_000 } },
    act: press('Start matching'),
    shows: (page) => page.getByRole('alert').filter({ hasText: /\w{3}/ }).first(),
  },
  {
    name: 'room of random match without a camera',
    path: '/match?now',
    rows: ACCOUNT_ROWS,
    mediaRefused: true,
    act: press('Start matching'),
    shows: text(/Without camera or microphone there is no call/),
  },
  {
    name: 'random match, searching',
    path: '/match?now',
    rows: roomWith((tab) => waiting(tab)),
    shows: heading('Looking for someone…'),
  },
  {
    name: 'random match, no partner for a while',
    variant: true,
    path: '/match?now',
    rows: roomWith((tab) => waiting(tab, { since: GALLERY_NOW - 120_000 })),
    shows: text(/No one is free right now/),
  },
  {
    name: 'random match, a partner is proposed',
    path: '/match?now',
    rows: roomWith((tab) => proposed(tab, '')),
    shows: (page) => page.getByRole('button', { name: 'Talk' }),
  },
  {
    name: 'random match, waiting for the answer of the partner',
    path: '/match?now',
    rows: roomWith((tab) => proposed(tab, 'yes')),
    shows: text('Waiting for Defne to say yes…'),
  },
  {
    name: 'silver hosts',
    path: '/silveranchor',
    rows: ACCOUNT_ROWS,
    shows: (page) => dialog('Silver hosts')(page).getByRole('link').first(),
  },
  {
    name: 'silver hosts without calls left',
    variant: true,
    path: '/silveranchor',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...ALLOWANCES, silver: { times: 0, seconds: 60 } }] }),
    shows: text(/No silver calls left today/),
  },
  {
    name: 'silver club that is closed',
    path: '/silveranchor',
    rows: withRows(ACCOUNT_ROWS, { lists: [...without('silver'), { ...listOf('silver', []), closed: true }] }),
    shows: text('The silver club is closed right now'),
  },
];
