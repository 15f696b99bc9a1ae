import type { AppError, Result } from '../../../contract/result.ts';
import { ok } from '../../../contract/result.ts';
import type { Database } from '../../platform/database/connect.ts';
import { changeRelation } from './change.ts';
import { listBlocks } from './policy.ts';

class Undo extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super('undo');
    this.error = error;
  }
}

/** XEP-0191: blocks or unblocks all of them or, when one is refused, none. Unblocking with an empty list unblocks everybody. */
export async function changeBlocks(
  db: Database,
  uid: number,
  action: 'block' | 'unblock',
  targets: readonly number[],
): Promise<Result<null>> {
  try {
    await db.transaction(async (tx) => {
      const named = targets.length === 0 && action === 'unblock' ? await listBlocks(tx, uid) : targets;
      // Every transaction locks the pairs in this same order, so that no deadlock can occur.
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
