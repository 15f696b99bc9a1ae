import { NO_RELATION } from '../../../contract/people/people.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import {
  ACCOUNT_ROWS,
  CONFIG,
  CONNECTED,
  EMPTY_ROWS,
  HOST_SESSION,
  SESSION,
  SETTINGS,
  withRows,
} from '../rows/account.ts';
import { MESSAGES, message, TALKED_TO, thread } from '../rows/chat.ts';
import { person } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const THERE = `/message/u_${TALKED_TO}`;
const refusals = ['policy-violation', 'resource-constraint', 'service-unavailable', 'remote-server-timeout', 'odd'];

const SAID = { lang: 'en', text: 'How are you today?' } as const;
const IN_TWO_LANGUAGES = [
  message(TALKED_TO, {
    words: 'Hallo, das ist aber schön!',
    translate: { lang: 'en', text: 'Hello, how lovely!', by: 'service' },
  }),
  message(TALKED_TO, { payload: { kind: 'text', body: 'Wie geht es dir heute?', said: SAID }, out: true }),
  message(TALKED_TO, {
    payload: { kind: 'text', body: 'Mir geht es gut, danke!', said: { lang: 'hi', text: 'मैं ठीक हूँ, धन्यवाद!' } },
  }),
  message(TALKED_TO, { words: 'Hallo, wie ist das Wetter bei dir?' }),
];

/** Texts that were edited, one of them with an edit that the server refused. */
const EDITED = [
  message(TALKED_TO, {
    words: 'Tomorrow then',
    edited: {
      at: GALLERY_NOW - 70_000,
      original: { payload: { kind: 'text', body: 'Today at five' }, sensitiveInfo: 0 },
    },
  }),
  message(TALKED_TO, { words: 'See you at six', out: true, date: GALLERY_NOW - 60_000, editRefused: true }),
];

/** Messages with reactions of one side and of both. */
const REACTED = [
  message(TALKED_TO, { words: 'Shall we?', reactions: { own: ['❤️'], peer: ['🔥', '❤️'] } }),
  message(TALKED_TO, { words: 'With cake', out: true, reactions: { own: ['🦊'], peer: [] } }),
];

/** A share of another app, a minute old. */
const SHARE = { id: 'abcdefghijklmnopqrstu', at: GALLERY_NOW - 60_000, text: 'The lake\nhttps://example.org/lake' };

/** Choices of the user for three conversations. */
const CHOSEN = {
  ...SETTINGS,
  conversations: { u_9001: { pinned: true }, u_9002: { muted: true }, u_9003: { archivedAt: GALLERY_NOW } },
} as const;

/** Conversations, their list, and panels above them. */
export const CHAT_SCREENS: readonly Screen[] = [
  {
    name: 'conversations',
    path: '/message',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('list', { name: 'Conversations' }),
  },
  {
    name: 'conversations with a draft',
    variant: true,
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { drafts: [{ tid: 'u_9002', text: 'half a thou' }] }),
    shows: text('Draft:'),
  },
  {
    name: 'conversations that are pinned, muted and archived, and the menu of one',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [CHOSEN] }),
    fresh: true,
    act: (page) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('img', { name: 'Pinned' }) })
        .click({ button: 'right' }),
    shows: (page) => page.getByRole('menuitem', { name: 'Unpin' }),
  },
  {
    name: 'the archive of conversations',
    path: '/message?archived',
    rows: withRows(ACCOUNT_ROWS, { state: [CHOSEN] }),
    fresh: true,
    shows: heading('Archived'),
  },
  {
    name: 'an empty archive of conversations',
    variant: true,
    path: '/message?archived',
    rows: ACCOUNT_ROWS,
    fresh: true,
    shows: text('Nothing archived'),
  },
  { name: 'no conversation yet', path: '/message', rows: EMPTY_ROWS, shows: text('No conversations yet') },
  {
    name: 'conversation with every bubble',
    path: THERE,
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('log').getByText('Are you there?'),
  },
  {
    name: 'conversation with every bubble, further up',
    path: THERE,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await page.getByRole('log').getByText('Are you there?').waitFor();
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    },
    shows: (page) => page.getByRole('log').getByText('Hello! Lovely to hear from you.'),
  },
  {
    name: 'conversation with covered words that were asked for',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: MESSAGES.filter(({ sensitiveInfo }) => sensitiveInfo > 0) }),
    act: (page) => page.getByRole('log').getByRole('button').first().click(),
    shows: (page) => page.getByRole('log').getByText('write to me on WhatsApp'),
  },
  {
    name: 'conversation with every refusal',
    variant: true,
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, {
      messages: refusals.map((refusal, index) =>
        message(TALKED_TO, { words: `${index}`, out: true, state: 'error', refusal, date: GALLERY_NOW + index }),
      ),
    }),
    shows: text('The server did not answer in time.'),
  },
  {
    name: 'conversation in two languages',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: IN_TWO_LANGUAGES }),
    shows: (page) => page.getByRole('log').getByText('Wie geht es dir heute?'),
  },
  {
    name: 'draft in two languages',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, {
      messages: IN_TWO_LANGUAGES,
      drafts: [{ tid: `u_${TALKED_TO}`, text: 'Hello' }],
    }),
    async act(page) {
      await page.getByRole('button', { name: /^In / }).click();
    },
    shows: text('You wrote: Hello'),
  },
  {
    name: 'settings of translation',
    path: THERE,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Translation', exact: true }).click();
    },
    shows: dialog('Translation'),
  },
  {
    name: 'an edited message and one that is being edited',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: EDITED }),
    async act(page) {
      await page.getByRole('article').filter({ hasText: 'See you at six' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    },
    shows: (page) => page.getByRole('textbox', { name: 'Message text' }),
  },
  {
    name: 'reactions to messages, and those in the menu of one',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: REACTED }),
    async act(page) {
      await page.getByRole('button', { name: /^🔥 from / }).waitFor();
      await page.getByRole('article').filter({ hasText: 'With cake' }).click({ button: 'right' });
    },
    shows: (page) => page.getByRole('menuitemcheckbox', { name: 'React with 🦊' }),
  },
  {
    name: 'conversation that begins',
    path: '/message/u_9008',
    rows: ACCOUNT_ROWS,
    shows: text('This is the start of your conversation with Priya.'),
  },
  {
    name: 'conversation that waits for an answer',
    variant: true,
    path: '/message/u_9008',
    rows: withRows(ACCOUNT_ROWS, { state: [HOST_SESSION] }),
    answers: { writeLock: { value: { locked: true, reason: 'wait-for-reply', until: 0, left: 0 } } },
    shows: text('You can write again once they reply.'),
  },
  {
    name: 'conversation with a message that is too long',
    path: '/message/u_9008',
    rows: withRows(ACCOUNT_ROWS, { drafts: [{ tid: 'u_9008', text: 'long '.repeat(900) }] }),
    shows: text(/characters too long/),
  },
  {
    name: 'emoji by group',
    path: THERE,
    rows: ACCOUNT_ROWS,
    storage: { 'recent-emoji': '🚀 👋🏽' },
    act: press('Emoji'),
    shows: (page) => page.getByRole('region', { name: 'Emoji' }).getByRole('button', { name: 'rocket', exact: true }),
  },
  {
    name: 'emoji that are searched by a word of another language',
    variant: true,
    path: THERE,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await press('Emoji')(page);
      await page.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
    },
    shows: (page) => page.getByRole('region', { name: 'Emoji' }).getByRole('button', { name: 'rocket', exact: true }),
  },
  {
    name: 'colours of skin',
    variant: true,
    path: THERE,
    rows: ACCOUNT_ROWS,
    act: press('Emoji', 'Skin tone'),
    shows: (page) => page.getByRole('radiogroup', { name: 'Skin tone' }),
  },
  {
    name: 'stickers',
    path: '/gallery/stickers',
    rows: ACCOUNT_ROWS,
    storage: { 'recent-stickers': 'fox/hug gem/party' },
    requests: { '/stickers/owl/night.webp': 503 },
    shows: (page) => page.getByRole('region', { name: 'Recently used' }).getByRole('button').first(),
  },
  {
    name: 'conversation with a blocked user',
    path: '/message/u_9008',
    rows: withRows(ACCOUNT_ROWS, { relations: [{ uid: 9_008, ...NO_RELATION, blocked: true }] }),
    shows: text('You have blocked Priya. Unblock to write again.'),
  },
  {
    name: 'conversation with the team',
    path: '/message/localOfficial',
    rows: ACCOUNT_ROWS,
    shows: text('This is a message from our team.'),
  },
  {
    name: 'conversation that is offered',
    path: '/message/u_9012',
    rows: withRows(ACCOUNT_ROWS, { threads: [thread(TALKED_TO)] }),
    shows: heading(person(9_012).nickName),
  },
  {
    name: 'conversation that is missing',
    path: '/message/u_424242',
    rows: ACCOUNT_ROWS,
    shows: heading('No such conversation'),
  },
  {
    name: 'conversation that cannot be looked up',
    path: '/message/u_424242',
    rows: ACCOUNT_ROWS,
    answers: { refreshCard: { code: 'offline' } },
    shows: heading('Not on this device yet'),
  },
  {
    name: 'choice of a conversation for a share',
    path: `/message?share=${SHARE.id}`,
    rows: withRows(ACCOUNT_ROWS, { shares: [SHARE] }),
    shows: (page) => dialog('Share with')(page).getByRole('button', { name: /Asha/ }),
  },
  {
    name: 'choice of a conversation for a share, none found',
    variant: true,
    path: `/message?share=${SHARE.id}`,
    rows: withRows(ACCOUNT_ROWS, { shares: [SHARE] }),
    act: (page) => page.getByRole('searchbox').fill('nobody has this name'),
    shows: text('No conversation by that name.'),
  },
  {
    name: 'a share that waits',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { shares: [SHARE] }),
    shows: heading('Send what you shared?'),
  },
  {
    name: 'people',
    path: '/message?new',
    rows: ACCOUNT_ROWS,
    shows: (page) => dialog('New chat')(page).getByRole('button', { name: /Yara/ }),
  },
  {
    name: 'no person found',
    path: '/message?new',
    rows: ACCOUNT_ROWS,
    act: (page) => page.getByRole('searchbox').fill('nobody has this name'),
    shows: heading('No one by that name'),
  },
  {
    name: 'people who could not be refreshed',
    variant: true,
    path: '/message?new',
    rows: withRows(ACCOUNT_ROWS, { lists: [] }),
    answers: { refreshList: { code: 'server-error' } },
    shows: text(/This list could not be refreshed/),
  },
  {
    name: 'a draft that is kept, without the network',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...CONNECTED, state: 'disconnected', online: false }] }),
    clockRuns: true,
    shows: text('You are offline'),
  },
  {
    name: 'server unreachable',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...CONNECTED, state: 'conn-fail' }] }),
    clockRuns: true,
    shows: text('We cannot reach the server'),
  },
  {
    name: 'public demo',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...CONFIG, publicDemo: true }] }),
    shows: text('Public demo'),
  },
  {
    name: 'connecting for a while',
    variant: true,
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...CONNECTED, state: 'connecting' }] }),
    clockRuns: true,
    shows: (page) => page.getByRole('status', { name: 'Connection' }).getByText('Connecting'),
  },
  {
    name: 'a session that was ended elsewhere',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ ...SESSION, status: 'expired' }] }),
    shows: text('Your session has ended'),
  },
  {
    name: 'a newer version in another tab',
    path: '/message',
    rows: withRows(ACCOUNT_ROWS, { state: [{ key: 'build', build: 2 }] }),
    shows: text('A newer version is open in another tab'),
  },
  {
    name: 'an offer to install',
    path: '/message',
    rows: ACCOUNT_ROWS,
    storage: { visits: '7' },
    shows: heading('Install the app?'),
  },
  ...(['en', 'de', 'ar', 'bn', 'ja'] as const).map(
    (language): Screen => ({
      name: `a command that failed, in ${language}`,
      only: language,
      path: '/message/u_9012',
      rows: withRows(ACCOUNT_ROWS, { threads: [] }),
      answers: { openThread: { code: 'storage-full' } },
      fresh: true,
      async act(page) {
        const button = page.getByRole('button', { name: 'Start a chat' });
        await button.waitFor();
        const found = await button.elementHandle();
        await page.evaluate((chosen) => window.gallery.speak(chosen), language);
        await found?.click();
      },
      shows: (page) => page.locator('[data-type="bad"]').first(),
    }),
  ),
];
