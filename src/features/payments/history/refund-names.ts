import type { AppError } from '#contract/result.ts';

/** Errors after which the server may have made the refund nevertheless. */
const UNCLEAR: ReadonlySet<AppError['code']> = new Set<AppError['code']>([
  ...(['offline', 'timeout', 'cancelled', 'server-error', 'gateway-down'] as const),
]);

/**
 * Creates the idempotency keys of the refunds of one open receipt. After an unclear failure a retry of the same amount reuses the
 * key; after any other answer the next refund gets a new one.
 */
export function createRefundNames(newName: () => string) {
  let unclear: { readonly gems: number; readonly name: string } | undefined;
  return {
    /** Key for a refund of that many gems. */
    nameFor(gems: number): string {
      if (unclear?.gems !== gems) unclear = { gems, name: newName() };
      return unclear.name;
    },
    /** Records the answer; `error` is undefined on success. */
    answered(error: AppError | undefined): void {
      if (!error || !UNCLEAR.has(error.code)) unclear = undefined;
    },
  };
}
