import { grant } from '../../../server/domains/wallet/ledger.ts';
import type { Database } from '../../../server/platform/database/connect.ts';

let given = 0;

/** Grants silver, as if it had been earned. */
export async function giveSilver(db: Database, uid: number, silver: number): Promise<void> {
  given += 1;
  await grant(db, `test:silver:${uid}:${given}`, uid, 'silver', silver, { type: 'adjust', id: String(given) });
}
