import type { AppError } from '#contract/result.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

export const readSession = async (app: AppDb) => (await app.state.get('session')) as SessionRow | undefined;

/** Whose data this device holds: whoever is signed in, or was until a login failed. Undefined for nobody's. */
export async function ownerOf(app: AppDb): Promise<number | undefined> {
  const row = await app.state.get('owner');
  return (await readSession(app))?.uid ?? (row?.key === 'owner' ? row.uid : undefined);
}

const REFUSED: ReadonlySet<AppError['code']> = new Set(['unauthorized', 'invalid-token', 'need-login']);

/** The server does not know the token (any more). Only of calls that were sent with one. */
export const isTokenRefused = ({ code }: AppError): boolean => REFUSED.has(code);

/** The server refused this token: one login is asked for. One that a login brought meanwhile is not touched. */
export async function expire(app: AppDb, token: string): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await readSession(app);
    if (row?.vcToken === token) await app.state.put({ ...row, status: 'expired' });
  });
}

/** Who is signed in now. Asked again, inside a transaction over `state`: whether it is still them. */
export async function holdAccount(app: AppDb): Promise<() => Promise<boolean>> {
  const uid = (await readSession(app))?.uid;
  return async () => uid !== undefined && (await readSession(app))?.uid === uid;
}
