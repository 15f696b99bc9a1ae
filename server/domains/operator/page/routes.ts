import { gt } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nanoid } from 'nanoid';
import * as v from 'valibot';
import { EARLY_ENDS_DAYS } from '../../../../contract/calls/rules.ts';
import { decimalOf } from '../../../../contract/payments/money.ts';
import { typedDigits } from '../../../../contract/text/typed-digits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { AddressOf } from '../../../platform/http/client-address.ts';
import type { SignInLimit } from '../../../platform/limits/operator-limits.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { readFreshEntry, readOperatorLog } from '../../account/site/operator-log.ts';
import { maintenanceWindow } from '../../account/site/tables.ts';
import { listEarlyEnds } from '../../calls/early-ends.ts';
import { waitingForTeam } from '../../chat/support.ts';
import { findClip, waitingApplications } from '../../hosting/application.ts';
import { type PayoutRow, readTransferState, type StripeSide, waitingPayouts } from '../../hosting/payouts/payouts.ts';
import type { MediaFolder } from '../../media/folder.ts';
import { sendFile } from '../../media/serve/serve.ts';
import { openReports } from '../../moderation/reports.ts';
import { type Act, type ActDeps, type Given, Refused } from '../act.ts';
import { stripeWords } from '../acts/payouts.ts';
import { slugOf } from '../acts.ts';
import { operatorName, reason as reasonField } from '../fields.ts';
import { readFigures } from '../figures.ts';
import { oneLine } from '../one-line.ts';
import { Forbidden, perform } from '../perform.ts';
import { FIGURES, mayRun } from '../roles.ts';
import { IDLE_MINUTES, PAGE_POLICY, PASSWORD_MAX_CHARS, SESSION_HOURS } from '../rules.ts';
import { type Proof, type SignedInOperator, signIn, signOut, whoseSession } from '../sign-in.ts';
import { figuresPage } from './figures-page.ts';
import {
  BASE,
  donePage,
  faultPage,
  formPage,
  logPage,
  type Overview,
  overviewPage,
  PAGE_ACTS,
  signInPage,
  triedPage,
} from './views.ts';

/**
 * Name of the session's cookie. Over https its prefix makes browsers refuse one that was set without `Secure`. `__Host-` would need the
 * path `/`, with which browsers would send it to the app on another port too.
 */
const cookieName = ({ protocol }: FastifyRequest): string =>
  protocol === 'https' ? '__Secure-gemcall-operator' : 'gemcall-operator';
const LISTED = 50;
/** The action that shows the clip of an application. */
const CLIP = 'host clip';
const NOT_YOURS = 'Your role does not include this. An admin can change your role.';
const WRONG = 'Name, password or code is wrong.';

const proof = v.object({
  name: operatorName,
  password: v.pipe(v.string(), v.maxLength(PASSWORD_MAX_CHARS)),
  code: v.pipe(v.string(), v.transform(typedDigits), v.regex(/^\d{6}$/)),
});
const fields = v.fallback(v.record(v.string(), v.string()), {});
const formKey = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{21}$/)));

type PageDeps = ActDeps & {
  /** The private media, for the clips of applications. */
  readonly clips: MediaFolder;
  readonly log: Logger;
  /** The client's address, for the log of sign-ins. */
  readonly addressOf: AddressOf;
  /** Undefined: sign-ins are not limited. */
  readonly limit: SignInLimit | undefined;
  readonly now: () => number;
};

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

function sessionIn(request: FastifyRequest): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === cookieName(request) && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

const cookieOf = (request: FastifyRequest, value: string, seconds: number) =>
  `${cookieName(request)}=${value}; Path=${BASE}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`;

/**
 * Registers the routes of the operator page. All but sign-in and sign-out need a session; each request to them restarts its idle
 * timeout.
 */
export function registerPage(
  app: FastifyInstance,
  { db, gateway, config, clips, log, addressOf, limit, now }: PageDeps,
): void {
  app.post(`${BASE}/sign-in`, async (request, reply) => {
    const given = v.parse(fields, request.body);
    // Count the attempt before validating anything, also for unknown names.
    const attempt = await limit?.(request, given['name'] ?? '');
    const name = v.safeParse(operatorName, given['name']);
    // Another text may be a password in the wrong field.
    const from = { ...(name.success && { operator: name.output }), address: addressOf(request.raw) };
    if (attempt && 'waitMs' in attempt) {
      reply.header('retry-after', String(Math.ceil(attempt.waitMs / 1_000)));
      log.warn(from, 'limited the sign-ins of an operator');
      return sendPage(reply, 429, signInPage('Too many tries. Wait a minute.'));
    }
    const parsed = v.safeParse(proof, given);
    const secret = parsed.success ? await signIn(db, parsed.output satisfies Proof, now()) : undefined;
    if (secret === undefined) {
      log.warn(from, 'failed to sign in an operator');
      return sendPage(reply, 401, signInPage(WRONG));
    }
    await attempt?.right();
    log.info(from, 'signed in an operator');
    return reply.header('set-cookie', cookieOf(request, secret, SESSION_HOURS * 3_600)).redirect(BASE, 303);
  });

  app.post(`${BASE}/sign-out`, async (request, reply) => {
    const secret = sessionIn(request);
    if (secret !== undefined) await signOut(db, secret);
    return reply.header('set-cookie', cookieOf(request, '', 0)).redirect(BASE, 303);
  });

  /** Registers a route that requires a session; without one it answers the sign-in page. */
  function inside(
    method: 'GET' | 'POST',
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply, operator: SignedInOperator) => Promise<unknown>,
  ): void {
    app.route({
      method,
      url: `${BASE}${path}`,
      async handler(request, reply) {
        const secret = sessionIn(request);
        const operator = secret && (await whoseSession(db, secret));
        return operator ? answer(request, reply, operator) : sendPage(reply, 401, signInPage());
      },
    });
  }

  inside('GET', '', async (_request, reply, operator) =>
    sendPage(reply, 200, overviewPage(operator, await readOverview(db, operator))),
  );
  inside('GET', '/log', async (_request, reply, operator) =>
    sendPage(
      reply,
      200,
      logPage(operator, await readOperatorLog(db, LISTED, operator.role === 'admin' ? undefined : operator.who)),
    ),
  );

  // Sends a clip to the operator who ran `host clip` for its account within the last `IDLE_MINUTES`, as the log entry proves.
  inside('GET', `/clip/:entry(^\\d{1,15}$)`, async (request, reply, operator) => {
    const entry = Number(Object(request.params).entry);
    const look = { who: operator.who, command: CLIP, minutes: IDLE_MINUTES };
    const seen = mayRun(operator.role, CLIP) ? await readFreshEntry(db, entry, look) : undefined;
    const found = seen && (await findClip(db, seen.uid));
    if (!found)
      return sendPage(reply, 404, faultPage('Nothing here', 'There is no such clip, or it is too long ago.', operator));
    const headers = { 'cache-control': 'no-store', 'content-security-policy': `${PAGE_POLICY}; sandbox` };
    return sendFile(clips.files, clips.original(found.id, 'clip'), request, reply, headers);
  });

  /** Answers that the operator's role does not include something, and logs it. */
  const refuseRole = (reply: FastifyReply, operator: SignedInOperator, command: string) => {
    log.warn({ operator: operator.name, command }, 'refused an action because of the role of an operator');
    return sendPage(reply, 403, faultPage('Not your role', NOT_YOURS, operator));
  };

  inside('GET', '/figures', async (_request, reply, operator) =>
    mayRun(operator.role, FIGURES)
      ? sendPage(reply, 200, figuresPage(operator, await readFigures(db)))
      : refuseRole(reply, operator, FIGURES),
  );

  inside('GET', '/do/:row', async (request, reply, operator) => {
    const row = rowOf(request);
    if (!row) return sendPage(reply, 404, faultPage('Nothing here', 'There is no such page.', operator));
    if (!mayRun(operator.role, row.name)) return refuseRole(reply, operator, row.name);
    if (row.kind !== 'list') return sendPage(reply, 200, formPage(operator, row, v.parse(fields, request.query)));
    return answerAct(reply, operator, row, { given: {}, reason: '', form: undefined });
  });

  inside('POST', '/do/:row', async (request, reply, operator) => {
    const row = rowOf(request);
    if (!row) return sendPage(reply, 404, faultPage('Nothing here', 'There is no such page.', operator));
    if (!mayRun(operator.role, row.name)) return refuseRole(reply, operator, row.name);
    const { form, ...given } = v.parse(fields, request.body);
    const reason = v.safeParse(reasonField, given['reason'] ?? '');
    const key = v.safeParse(formKey, form);
    if (!reason.success || !key.success) {
      return sendPage(reply, 422, formPage(operator, row, given, 'A reason is needed: it is kept in the log.'));
    }
    return answerAct(reply, operator, row, { given, reason: reason.output, form: key.output });
  });

  /** Runs an action and answers its result, its dry run, or why it was refused. */
  async function answerAct(
    reply: FastifyReply,
    operator: SignedInOperator,
    row: Act,
    { given, reason, form }: { given: Given; reason: string; form: string | undefined },
  ): Promise<unknown> {
    try {
      const yes = form !== undefined;
      const submission = { who: operator.who, operator: operator.name, reason, yes, ...(yes && { form }) };
      const { isDone, outcome, entry } = await perform({ db, gateway, config }, row.read(given), submission);
      return sendPage(
        reply,
        200,
        isDone ? donePage(operator, row, outcome, entry) : triedPage(operator, row, given, outcome, nanoid()),
      );
    } catch (error) {
      if (error instanceof Forbidden) return refuseRole(reply, operator, row.name);
      if (!(error instanceof Refused)) throw error;
      log.info({ operator: operator.name, command: row.name }, 'refused an action of an operator');
      return sendPage(reply, 409, formPage(operator, row, given, error.message));
    }
  }
}

function rowOf({ params }: FastifyRequest): Act | undefined {
  const slug: unknown = Object(params).row;
  return PAGE_ACTS.find((act) => slugOf(act) === slug);
}

/** Reads the sections of the overview that the operator's role includes. */
async function readOverview(db: Database, { role }: SignedInOperator): Promise<Overview> {
  const forRole = async <T>(name: string, read: () => Promise<readonly T[]>) =>
    mayRun(role, name) ? await read() : undefined;
  const reports = await forRole('report', () => openReports(db, LISTED));
  const support = await forRole('answer', () => waitingForTeam(db, LISTED));
  const windows = await db
    .select()
    .from(maintenanceWindow)
    .where(gt(maintenanceWindow.endsAt, new Date()))
    .orderBy(maintenanceWindow.startsAt)
    .limit(LISTED);
  const applications = await forRole('host accept', () => waitingApplications(db, LISTED));
  const earlyEnds = await forRole('host suspend', () => listEarlyEnds(db, Date.now(), LISTED));
  const payouts = await forRole('payout show', async () =>
    Promise.all(
      (await waitingPayouts(db, LISTED)).map(async (row) => ({ row, side: await readTransferState(db, row.id) })),
    ),
  );
  return {
    payouts: payouts?.map(({ row, side }) => ({ id: row.id, words: payoutWords(row, side) })),
    earlyEnds: earlyEnds?.map(({ uid, fairStarts, endedByHost, calls }) => ({
      uid,
      words: `${fairStarts} of ${calls} calls in ${EARLY_ENDS_DAYS} days, ${endedByHost} of them ended by the host`,
    })),
    applications: applications?.map(({ uid, nickName, appliedAt }) => ({
      uid,
      words: `${appliedAt.toISOString()}: ${oneLine(nickName)}`,
    })),
    reports: reports?.map(({ ticket, createdAt, uid, targetUid, reason, note }) => ({
      ticket,
      words: `${createdAt.toISOString()}: ${uid} about ${targetUid}, ${reason} ${oneLine(note)}`,
    })),
    support: support?.map(({ uid, at, body }) => ({ uid, words: `${at.toISOString()}: ${oneLine(body)}` })),
    maintenance: windows.map(({ startsAt, endsAt }) => `${startsAt.toISOString()} to ${endsAt.toISOString()}`),
  };
}

const payoutWords = (row: PayoutRow, side: StripeSide | undefined): string =>
  [
    `${row.requestedAt.toISOString()}: ${row.uid}, ${decimalOf(row)} ${row.currency}, ${row.state}`,
    ...(row.state === 'requested' && row.firstApprover !== '' ? [`, approved once, by ${row.firstApprover}`] : []),
    ...(row.firstUndoer === '' ? [] : [`, did not arrive, as ${row.firstUndoer} says`]),
    ...(side ? [`, ${stripeWords(side)}`] : []),
  ].join('');
