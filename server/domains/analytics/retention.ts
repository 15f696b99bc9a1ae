import { type SQL, sql } from 'drizzle-orm';
import { CONSENT_PROOF_KEPT_DAYS, EVENTS_KEPT_DAYS } from '../../../contract/analytics/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { consentProof, measureEvent } from './tables.ts';

const FORGET_EVERY_MS = HOUR_MS;
/** Rows that one statement deletes; it takes a fraction of a second. */
const FORGOTTEN_AT_ONCE = 2_000;

async function inPieces(db: Database, signal: AbortSignal, piece: SQL): Promise<void> {
  for (let gone = FORGOTTEN_AT_ONCE; gone === FORGOTTEN_AT_ONCE && !signal.aborted; )
    gone = (await db.execute(piece)).rowCount ?? 0;
}

/** Creates the hourly job that deletes events after EVENTS_KEPT_DAYS and proofs of consent after CONSENT_PROOF_KEPT_DAYS. */
export const forgetMeasured = (db: Database): Job => ({
  name: 'forget old events',
  everyMs: FORGET_EVERY_MS,
  async run(signal) {
    const events = sql`select uuid from ${measureEvent}
      where received_at < now() - make_interval(days => ${EVENTS_KEPT_DAYS}) limit ${FORGOTTEN_AT_ONCE}`;
    await inPieces(db, signal, sql`delete from ${measureEvent} where uuid in (${events})`);
    const proofs = sql`select id from ${consentProof}
      where at < now() - make_interval(days => ${CONSENT_PROOF_KEPT_DAYS}) limit ${FORGOTTEN_AT_ONCE}`;
    await inPieces(db, signal, sql`delete from ${consentProof} where id in (${proofs})`);
  },
});
