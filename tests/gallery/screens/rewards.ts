import { HOUR_MS } from '../../../contract/durations.ts';
import { CHECK_IN_SILVER, LUCKY_ODDS, LUCKY_VERSION } from '../../../contract/rewards/rules.ts';
import type { LuckyBoxRow, SilverRow, TasksRow } from '../../../worker/db/reward-rows.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, ALLOWANCES, VISITOR, withRows } from '../rows/account.ts';
import { LISTS, listOf } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

const tasks = (change: Partial<TasksRow> = {}): TasksRow => ({
  key: 'tasks',
  fetchedAt: GALLERY_NOW,
  nextAt: GALLERY_NOW + 7 * HOUR_MS,
  checkInDays: 3,
  days: CHECK_IN_SILVER.map((coins, at) => ({
    day: at + 1,
    coins,
    state: at < 3 ? 'done' : at === 3 ? 'claimable' : 'open',
  })),
  coins: 70,
  isReminded: true,
  tasks: [
    { taskKey: 'reply', taskStatus: 1, coins: 20 },
    { taskKey: 'call', taskStatus: 0, coins: 30 },
    { taskKey: 'install', taskStatus: 0, coins: 150 },
    { taskKey: 'profile', taskStatus: 2, coins: 80 },
    { taskKey: 'notifications', taskStatus: 0, coins: 40 },
  ],
  ...change,
});
const claimed = tasks({
  checkInDays: 7,
  coins: 0,
  days: CHECK_IN_SILVER.map((coins, at) => ({ day: at + 1, coins, state: 'done' })),
  tasks: tasks().tasks.map((task) => ({ ...task, taskStatus: 2 })),
});
const box = (change: Partial<LuckyBoxRow> = {}): LuckyBoxRow => ({
  key: 'luckyBox',
  available: true,
  nextAt: 0,
  oddsVersion: LUCKY_VERSION,
  odds: [...LUCKY_ODDS],
  ...change,
});
const peer = { uid: 9_002, nickName: 'Defne' };
const SILVER: SilverRow = {
  key: 'silver',
  nextCursor: 'more',
  lines: [
    { id: 5, amount: -100, after: 240, subject: 'call', subjectId: 'sid', peer },
    { id: 4, amount: 50, after: 340, subject: 'lucky', subjectId: '20779', peer: null },
    { id: 3, amount: 40, after: 290, subject: 'task', subjectId: 'check_in:20779', peer: null },
    { id: 2, amount: 250, after: 250, subject: 'adjust', subjectId: '', peer: null },
  ].map((line, at) => ({ ...line, at: GALLERY_NOW - at * HOUR_MS })) as SilverRow['lines'],
};
const withTasks = (...state: NonNullable<typeof ACCOUNT_ROWS.state>) => withRows(ACCOUNT_ROWS, { state });

/** Pages on which silver is earned and spent. */
export const REWARD_SCREENS: readonly Screen[] = [
  {
    name: 'tasks to be claimed',
    path: '/task',
    rows: withTasks(tasks()),
    shows: (page) => page.getByRole('button', { name: 'Check in: +50' }),
  },
  {
    name: 'tasks that are claimed',
    variant: true,
    path: '/task',
    rows: withTasks(claimed),
    shows: (page) => page.getByText('Done').last(),
  },
  {
    name: 'tasks offline',
    path: '/task',
    rows: withTasks(tasks()),
    answers: { refreshTasks: { code: 'offline' } },
    shows: text('You are offline. Everything can be claimed once you are back.'),
  },
  {
    name: 'silver club',
    path: '/club',
    rows: withTasks({ ...ALLOWANCES, silver: { times: 0, seconds: 60, price: 100, paid: 4 } }),
    shows: text('100 silver for 1:00. Calls left today: 4'),
  },
  {
    name: 'silver club, what was earned and spent',
    path: '/club',
    rows: withTasks(SILVER),
    async act(page) {
      await page.getByRole('tab', { name: 'History' }).click();
    },
    shows: text('Silver call with Defne'),
  },
  {
    name: 'silver club that is closed, whole page',
    variant: true,
    path: '/club',
    rows: withRows(ACCOUNT_ROWS, {
      lists: [...LISTS.filter(({ name }) => name !== 'silver'), { ...listOf('silver', []), closed: true }],
    }),
    shows: text('The silver club is closed right now'),
  },
  {
    name: 'silver club for a visitor',
    brand: 'velora',
    path: '/club',
    rows: VISITOR,
    shows: heading('Video calls without gems'),
  },
  {
    name: 'lucky box with its odds',
    path: '/task',
    rows: withTasks(tasks(), box()),
    act: press('Lucky box'),
    shows: (page) => dialog('Lucky box')(page).getByRole('button', { name: 'Open it' }),
  },
  {
    name: 'lucky box that was opened',
    path: '/task',
    rows: withTasks(claimed, box({ available: false, won: 50, nextAt: GALLERY_NOW + 7 * HOUR_MS })),
    act: press('Lucky box'),
    shows: (page) => dialog('Lucky box')(page).getByText('You won 50 silver'),
  },
  {
    name: 'a silver call that costs silver, offered',
    path: '/call/9002?from=silver_anchor&kind=silver',
    rows: withTasks({ ...ALLOWANCES, silver: { times: 0, seconds: 60, price: 100, paid: 4 } }),
    shows: text('100 silver for 1:00'),
  },
];
