import { nanoid } from 'nanoid';
import { CONSENT_TEXTS_HASH } from '#contract/analytics/consent-texts.ts';
import { QUEUED_PROOFS_MAX } from '#contract/analytics/rules.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { Api } from '../api/client.ts';
import type { ConsentRow } from '../db/away-rows.ts';
import type { AppDb } from '../db/schema.ts';

type ConsentAnswer = Pick<ConsentRow, 'v' | 'm' | 'a'>;
const isSame = (one: ConsentAnswer, other: ConsentAnswer) =>
  one.v === other.v && one.m === other.m && one.a === other.a;
const allows = (said: ConsentAnswer | undefined): boolean => said !== undefined && (said.m || said.a);

/**
 * Records a proof of the current consent, to be sent to the server: of a consent and of its withdrawal, but never of an initial refusal.
 * `erase`: the id whose events are deleted with a withdrawal.
 */
export async function oweProof(app: AppDb, build: number, erase: string | undefined): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = (await app.state.get('consent')) as ConsentRow | undefined;
    const isWorth = allows(row) || allows(row?.proved) || erase !== undefined;
    if (!row || (row.proved ? isSame(row, row.proved) : !isWorth)) return;
    const { v, m, a, how, language, at } = row;
    const proof = {
      id: nanoid(REQUEST_ID_LENGTH),
      version: v,
      textHash: CONSENT_TEXTS_HASH,
      measurement: m,
      attribution: a,
      how,
      language: language.slice(0, 35),
      build,
      at,
      ...(!m && erase !== undefined && { erase }),
    };
    const owed = isWorth ? [...(row.owed ?? []), proof].slice(-QUEUED_PROOFS_MAX) : (row.owed ?? []);
    await app.state.put({ ...row, proved: { v, m, a }, owed });
  });
}

/** Codes of final refusals, after which a proof is deleted: the server will never accept it from this build. */
const FINAL: ReadonlySet<string> = new Set(['bad-request', 'not-found', 'forbidden']);

/**
 * Sends the recorded proofs, oldest first. After a temporary failure it is called again at the next start or when the
 * network is back.
 */
export async function sendProofs(app: AppDb, api: Pick<Api, 'call'>): Promise<void> {
  for (;;) {
    const row = (await app.state.get('consent')) as ConsentRow | undefined;
    const [proof] = row?.owed ?? [];
    if (!proof) return;
    const answer = await api.call('consent', proof, { backoff: true });
    if (!answer.ok && !FINAL.has(answer.error.code)) return;
    await app.transaction('rw', app.state, async () => {
      const now = (await app.state.get('consent')) as ConsentRow | undefined;
      if (now) await app.state.put({ ...now, owed: (now.owed ?? []).filter(({ id }) => id !== proof.id) });
    });
  }
}
