import type { AppError, Result } from '../../../contract/result.ts';
import { ok } from '../../../contract/result.ts';
import type { Database } from '../../platform/database/connect.ts';
import { changeRelation } from './change.ts';
import { listBlocks } from './policy.ts';

/** Thrown to roll the transaction back with a refusal. */
class Undo extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super('undo');
    this.error = error;
  }
}

/**
 * Blocks or unblocks accounts for a blocking request (XEP-0191): all targets, or none if one is refused. Unblocking an empty list
 * unblocks everyone (XEP-0191, section 3.5).
 */
export async function changeBlocks(
  db: Database,
  uid: number,
  action: 'block' | 'unblock',
  targets: readonly number[],
): Promise<Result<null>> {
  try {
    await db.transaction(async (tx) => {
      const named = targets.length === 0 && action === 'unblock' ? await listBlocks(tx, uid) : targets;
      // Lock pairs in ascending order of uid in every transaction, to avoid deadlocks.
      for (const target of [...new Set(named)].sort((left, right) => left - right)) {
        const changed = await changeRelation(tx, uid, target, action);
        if (!changed.ok) throw new Undo(changed.error);
      }
    });
    return ok(null);
  } catch (error) {
    if (error instanceof Undo) return { ok: false, error: error.error };
    throw error;
  }
}
