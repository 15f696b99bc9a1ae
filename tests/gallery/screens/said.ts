import { HOUR_MS } from '../../../contract/durations.ts';
import { NO_RELATION } from '../../../contract/people/people.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, withRows } from '../rows/account.ts';
import { TALKED_TO, thread } from '../rows/chat.ts';
import { HOST_NAME, SAID_MESSAGES, TEAM_MESSAGES, TEAM_THREAD } from '../rows/said.ts';
import { press, type Screen, text } from '../screen.ts';

const THERE = `/message/u_${TALKED_TO}`;
const ASKED = withRows(ACCOUNT_ROWS, {
  messages: SAID_MESSAGES,
  threads: [thread(TALKED_TO)],
  relations: [{ uid: TALKED_TO, ...NO_RELATION, requestedMe: true }],
});

/** Messages of the official service, questions and invitations. */
export const SAID_SCREENS: readonly Screen[] = [
  {
    name: 'invitations and questions',
    path: THERE,
    rows: ASKED,
    shows: (page) => page.getByRole('link', { name: `Call ${HOST_NAME}` }).last(),
  },
  {
    name: 'service messages about two users',
    path: THERE,
    rows: ASKED,
    async act(page) {
      await page.getByRole('button', { name: 'Winter' }).waitFor();
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    },
    shows: (page) => page.getByRole('button', { name: 'Accept' }),
  },
  {
    name: 'conversation with the team that reads answers, and maintenance ahead',
    path: '/message/u_1',
    rows: withRows(ACCOUNT_ROWS, {
      messages: TEAM_MESSAGES,
      threads: [TEAM_THREAD],
      state: [
        {
          key: 'maintenance',
          id: 'm-1',
          state: 'soon',
          from: GALLERY_NOW + HOUR_MS,
          until: GALLERY_NOW + 7_200_000,
        },
      ],
    }),
    shows: text('Support'),
  },
  {
    name: 'questions to ask',
    variant: true,
    path: THERE,
    rows: ASKED,
    act: press('More to send', 'Question'),
    shows: (page) => page.getByRole('button', { name: 'Tea or coffee?' }),
  },
  {
    name: 'a question of one’s own',
    variant: true,
    path: THERE,
    rows: ASKED,
    act: press('More to send', 'Question', 'Your own question', 'Add an answer'),
    shows: (page) => page.getByRole('textbox', { name: 'Answer 3' }),
  },
];
