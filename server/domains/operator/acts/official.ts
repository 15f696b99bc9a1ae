import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { findAccount } from '../../account/accounts.ts';
import { endMaintenance, planMaintenance } from '../../account/site/maintenance.ts';
import { readAnswersTo } from '../../account/site/operator-log.ts';
import { enqueueOfficialMessage, enqueueOfficialPayload } from '../../chat/service-outbox/enqueue.ts';
import { answerFromTeam, readQuestionsOf } from '../../chat/support.ts';
import { act, Refused } from '../act.ts';
import { count, receiver, receiverOf, time, uid, words } from '../fields.ts';
import { oneLine } from '../one-line.ts';

const LISTED = 50;
const ANSWER_MAX_CHARS = 2_000;
const BY_MAX_CHARS = 40;
const MAINTENANCE_MINUTES_MAX = 1_440;
const TOLD = 'Who is online is told within a minute, and at its end.';

const official = act({
  name: 'official',
  title: 'Say something as the team',
  about: 'A message of the team to one account, or to all.',
  kind: 'change',
  where: 'everywhere',
  entries: { to: receiver, text: words(MESSAGE_MAX_CHARS) },
  fields: {
    to: { label: 'To', hint: 'the number of an account, or all' },
    text: { label: 'Words', shape: 'text' },
  },
  async run(tx, { to, text }) {
    const said = await enqueueOfficialMessage(tx, receiverOf(to), text);
    if (said === 0) throw new Refused(to === 'all' ? 'there is no account yet' : `no account has the number ${to}`);
    return { lines: [`the team says it to ${to === 'all' ? `everybody (${said})` : to}:`, text] };
  },
});

const questions = act({
  name: 'questions',
  title: 'Read a conversation with the team',
  about: `What an account wrote to the team and what was answered, with names and times: the newest ${LISTED} of each.`,
  kind: 'look',
  where: 'everywhere',
  entries: { to: uid },
  fields: { to: { label: 'Account', hint: 'its number' } },
  async run(tx, { to }) {
    if (!(await findAccount(tx, to))) throw new Refused(`no account has the number ${to}`);
    const asked = (await readQuestionsOf(tx, to, LISTED)).map(({ at, body, answeredAt }) => ({
      at,
      text: `${to} wrote${answeredAt === null ? ', not answered yet' : ''}: ${body}`,
    }));
    const answered = (await readAnswersTo(tx, to, LISTED)).map(({ at, who, by, text }) => ({
      at,
      text: `${by} (${who}) answered: ${text}`,
    }));
    const all = [...asked, ...answered].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const lines = all.map(({ at, text }) => `${at.toISOString()} ${text}`);
    return { lines: lines.length > 0 ? lines : ['nothing was written'], about: { to: String(to), uid: String(to) } };
  },
});

const answer = act({
  name: 'answer',
  title: 'Answer a user',
  about:
    'Replies to what a user wrote to the team, signed with a name. Everything they wrote so far counts as answered.',
  kind: 'change',
  where: 'everywhere',
  entries: { to: uid, by: words(BY_MAX_CHARS), text: words(ANSWER_MAX_CHARS) },
  fields: {
    to: { label: 'To', hint: 'the number of an account' },
    by: { label: 'Name', hint: 'by which they know you' },
    text: { label: 'Words', shape: 'text' },
  },
  async run(tx, { to, by, text }) {
    const asked = (await readQuestionsOf(tx, to, LISTED)).filter(({ answeredAt }) => answeredAt === null);
    if ((await answerFromTeam(tx, to, by, text)) === 0) throw new Refused(`no account has the number ${to}`);
    const questions = asked.map(({ at, body }) => `${to} wrote at ${at.toISOString()}: ${oneLine(body)}`);
    return { lines: [...questions, `${by} answers ${to}:`, text], about: { uid: String(to) } };
  },
});

const refresh = act({
  name: 'attribution',
  title: 'Ask for the attribution',
  about: 'Asks the open apps of one account, or of all, to report again which link brought them.',
  kind: 'change',
  where: 'everywhere',
  entries: { to: receiver },
  fields: { to: { label: 'To', hint: 'the number of an account, or all' } },
  async run(tx, { to }) {
    const asked = await enqueueOfficialPayload(tx, receiverOf(to), { kind: 'attribution_refresh' });
    return { lines: [`accounts that are online and asked: ${asked}`] };
  },
});

const plan = act({
  name: 'maintenance',
  title: 'Plan maintenance',
  about:
    'Users who are online are informed 24 hours and one hour before, at the start and at the end. The app is closed in between.',
  kind: 'change',
  where: 'everywhere',
  entries: { from: time, until: time },
  fields: {
    from: { label: 'From', hint: 'such as 2026-12-01T14:00Z' },
    until: { label: 'Until', hint: 'such as 2026-12-01T15:00Z' },
  },
  async run(tx, { from, until }) {
    if (from >= until || until.getTime() <= Date.now()) {
      throw new Refused('maintenance must end after it begins, and ahead');
    }
    const id = await planMaintenance(tx, from, until);
    return { lines: [`maintenance ${id} from ${from.toISOString()} to ${until.toISOString()}`] };
  },
});

const on = act({
  name: 'maintenance on',
  title: 'Close for maintenance now',
  about: `Closes the app from now on, for so many minutes. ${TOLD}`,
  kind: 'change',
  where: 'everywhere',
  entries: { minutes: count(MAINTENANCE_MINUTES_MAX) },
  fields: { minutes: { label: 'Minutes', hint: `1 to ${MAINTENANCE_MINUTES_MAX}; it can be ended before` } },
  async run(tx, { minutes }) {
    const from = new Date();
    const until = new Date(from.getTime() + minutes * MINUTE_MS);
    const id = await planMaintenance(tx, from, until);
    return { lines: [`maintenance ${id} is on until ${until.toISOString()}`] };
  },
});

const off = act({
  name: 'maintenance off',
  title: 'End maintenance',
  about: 'Ends the current maintenance and cancels the planned one. Users who are online are informed within a minute.',
  kind: 'change',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const ended = await endMaintenance(tx, new Date());
    if (ended === 0) throw new Refused('no maintenance is on or planned');
    return { lines: [`ended: ${ended}`] };
  },
});

/**
 * Actions of the team: questions of users and their answers, a message to one account or to all, a request to apps to report their
 * attribution again, and maintenance windows.
 */
export const OFFICIAL_ACTS = [questions, answer, official, refresh, plan, on, off] as const;
