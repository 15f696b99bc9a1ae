import { createHash } from 'node:crypto';
import type { Rows, Store } from './store.ts';

/** An HTTP answer of the API; `once` stores that of a call with an idempotency key. */
export type Answer = { readonly status: number; readonly body: unknown };

/**
 * Performs a call of the API once per idempotency key: its effect and its answer are committed together, and a repeated request gets the
 * same answer, also if it is a failure. The same key with another request is answered with 409.
 */
export function once(
  store: Store,
  { key, request, now }: { readonly key: string; readonly request: unknown; readonly now: number },
  work: (rows: Rows) => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return store.transaction(async (rows) => {
    // Blocks while a concurrent transaction uses this key.
    const made = await rows.query(
      'insert into answer (key, hash, at) values ($1, $2, $3) on conflict do nothing returning key',
      [key, hash, now],
    );
    if (made.length === 0) {
      const [stored] = await rows.query<Answer & { hash: string }>('select * from answer where key = $1', [key]);
      if (stored === undefined || stored.hash !== hash) return errorAnswer(409, 'this key has named another request');
      return { status: stored.status, body: stored.body };
    }
    const answer = await work(rows);
    await rows.query('update answer set status = $2, body = $3 where key = $1', [
      key,
      answer.status,
      JSON.stringify(answer.body),
    ]);
    return answer;
  });
}

/** Builds an error answer of the API. */
export const errorAnswer = (status: number, error: string): Answer => ({ status, body: { error } });
