import { INTENT_MAX_AGE_MS } from '#contract/push/rules.ts';
import type { AppDb, IntentRow } from '../db/schema.ts';

/**
 * Returns the user's choice on a notification (answer, decline, dial, busy) if it is one of `acts`, and deletes it; a core or page
 * executes it. Undefined when it is older than INTENT_MAX_AGE_MS.
 */
export async function takeDecision(app: AppDb, acts: readonly IntentRow['act'][]): Promise<IntentRow | undefined> {
  const row = await app.transaction('rw', app.state, async () => {
    const found = (await app.state.get('intent')) as IntentRow | undefined;
    if (!found || !acts.includes(found.act)) return undefined;
    await app.state.delete('intent');
    return found;
  });
  return row && Math.abs(Date.now() - row.at) <= INTENT_MAX_AGE_MS ? row : undefined;
}
