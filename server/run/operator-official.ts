import * as v from 'valibot';
import { MESSAGE_MAX_CHARS } from '../../contract/chat/rules.ts';
import { typedText } from '../../contract/typed-text.ts';
import { endMaintenance, planMaintenance } from '../account/site/maintenance.ts';
import { sayOfficially } from '../chat/service-outbox/say.ts';
import { answerFromTeam, waitingForTeam } from '../chat/support.ts';
import { closeReport, openReports } from '../conduct/reports.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { Stop } from './stop.ts';

/** Runs a command in a transaction with its log entry; returns the line that reports it. */
export type Change = { readonly what: unknown; run(tx: Transaction): Promise<string> };
type ReadChange = (args: readonly string[]) => Change | undefined;

const ANSWER_MAX_CHARS = 2_000;
const BY_MAX_CHARS = 40;
const LISTED = 50;
const UID = /^[1-9]\d{0,14}$/;

export const words = (max: number) => v.pipe(typedText, v.trim(), v.minLength(1), v.maxLength(max));

function wordsOf(text: string, max: number, what = 'the text'): string {
  const parsed = v.safeParse(words(max), text);
  if (!parsed.success) throw new Stop(`${what} must have 1 to ${max} characters`);
  return parsed.output;
}

/** Reads a time with its zone; undefined when it is none. */
const timeOf = (text: string): Date | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text)
    : undefined;

const official: ReadChange = ([to = '', text = '', ...more]) => {
  if (more.length > 0 || (to !== 'all' && !UID.test(to))) return undefined;
  const body = wordsOf(text, MESSAGE_MAX_CHARS);
  return {
    what: { to, text: body },
    async run(tx) {
      const count = await sayOfficially(tx, to === 'all' ? 'all' : Number(to), body);
      if (count === 0) throw new Stop(to === 'all' ? 'there is nobody yet' : `nobody has the number ${to}`);
      return `the team says it to ${to === 'all' ? `everybody (${count})` : to}`;
    },
  };
};

const answer: ReadChange = ([to = '', name = '', text = '', ...more]) => {
  if (more.length > 0 || !UID.test(to)) return undefined;
  const [by, body] = [wordsOf(name, BY_MAX_CHARS, 'the name'), wordsOf(text, ANSWER_MAX_CHARS)];
  return {
    what: { to, by, text: body },
    async run(tx) {
      if ((await answerFromTeam(tx, Number(to), by, body)) === 0) throw new Stop(`nobody has the number ${to}`);
      return `${by} answers ${to}`;
    },
  };
};

const close: ReadChange = ([ticket = '', outcome = '', ...more]) => {
  if (more.length > 0 || ticket === '' || (outcome !== 'acted' && outcome !== 'not')) return undefined;
  return {
    what: { ticket, outcome },
    async run(tx) {
      if (!(await closeReport(tx, ticket, outcome === 'acted'))) throw new Stop(`there is no open report ${ticket}`);
      return `${ticket} is closed`;
    },
  };
};

const maintenance: ReadChange = (args) => {
  if (args.length === 1 && args[0] === 'end') {
    return { what: { end: true }, run: async (tx) => `ended: ${await endMaintenance(tx, new Date())}` };
  }
  const [from, until, ...more] = args.map(timeOf);
  if (!from || !until || more.length > 0) return undefined;
  if (from >= until || until.getTime() <= Date.now()) throw new Stop('maintenance must end after it begins, and ahead');
  return {
    what: { from, until },
    run: async (tx) =>
      `maintenance ${await planMaintenance(tx, from, until)} from ${from.toISOString()} to ${until.toISOString()}`,
  };
};

/** What the team says, and what people are told by it. */
export const OFFICIAL_CHANGES = { official, answer, close, maintenance } as const;

/** What waits for the team: what people wrote to it, and reports. Each is one line. */
export const OFFICIAL_LISTS = {
  async support(db: Database): Promise<readonly string[]> {
    const waiting = await waitingForTeam(db, LISTED);
    return waiting.map(({ uid, at, body }) => `${at.toISOString()} ${uid}: ${oneLine(body)}`);
  },
  async reports(db: Database): Promise<readonly string[]> {
    const open = await openReports(db, LISTED);
    return open.map(
      ({ ticket, createdAt, uid, targetUid, reason, note }) =>
        `${createdAt.toISOString()} ${ticket}: ${uid} about ${targetUid}, ${reason} ${oneLine(note)}`,
    );
  },
} as const;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
