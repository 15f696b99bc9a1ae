import type Dexie from 'dexie';
import { afterEach } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../../../../worker/api/client.ts';
import { type Accepted, createAccepted } from '../../../../worker/base/accepted.ts';
import { type AccountGuard, createAccountGuard } from '../../../../worker/base/account-guard.ts';
import { createEpoch, type Epoch } from '../../../../worker/base/epoch.ts';
import { type AppDb, type NoticeDb, openNoticeDb } from '../../../../worker/db/schema.ts';
import { freshApp, session } from './databases.ts';

const guards: AccountGuard[] = [];
/** The live query of a guard whose database was closed runs again until it is stopped. */
afterEach(() => {
  for (const guard of guards.splice(0)) guard.stop();
});

const open = new Set<Dexie>();
afterEach(() => {
  for (const db of open) db.close();
  open.clear();
});

/** The databases of a signed-in user, on a separate disk. */
export async function signedIn(): Promise<{
  app: AppDb;
  notice: NoticeDb;
  epoch: Epoch;
  accepted: Accepted;
  /** A guard of the signed-in account. */
  guard: AccountGuard;
}> {
  const app = freshApp();
  const notice = openNoticeDb();
  open.add(notice);
  await app.state.put(session);
  const guard = createAccountGuard(app);
  guards.push(guard);
  guard.begin(session.uid);
  return { app, notice, epoch: createEpoch(), accepted: createAccepted(), guard };
}

type Answer = (data: Record<string, unknown>) => unknown;

/** A server with responses for some endpoints, and the list of its requests. An AppError as a response is a failure. */
export function serverOf(answers: Partial<Record<EndpointName, Answer>>) {
  const asked: [EndpointName, Record<string, unknown>][] = [];
  const call = async (name: EndpointName, data: Record<string, unknown>): Promise<Result<unknown>> => {
    asked.push([name, data]);
    const answer = await answers[name]?.(data);
    if (answer === undefined) return fail({ code: 'offline' });
    return isFailure(answer) ? fail(answer) : ok(answer);
  };
  return { api: { call, cancelAll() {} } as unknown as Api, asked };
}

const isFailure = (answer: unknown): answer is AppError =>
  typeof answer === 'object' && answer !== null && 'code' in answer;

export const host = (uid: number, over: object = {}) => ({
  uid,
  jid: `u_${uid}@chat.example`,
  nickName: `Host ${uid}`,
  avatarUrl: '',
  videoUrl: '',
  country: 'FR',
  lang: 'fr',
  age: 25,
  about: '',
  status: 'online' as const,
  price: 30,
  isNew: false,
  isSilver: false,
  liked: false,
  favourite: false,
  ...over,
});
