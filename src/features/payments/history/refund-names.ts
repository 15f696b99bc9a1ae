import type { AppError } from '#contract/result.ts';

/** Failures after which the server may have given the gems back all the same. */
const UNCLEAR: ReadonlySet<AppError['code']> = new Set<AppError['code']>([
  ...(['offline', 'timeout', 'cancelled', 'server-error', 'gateway-down'] as const),
]);

/** Names of the refunds of one receipt. After a lost answer a press is the same refund; after any other it is another wish. */
export function createRefundNames(newName: () => string) {
  let unclear: { readonly gems: number; readonly name: string } | undefined;
  return {
    /** The name under which so many gems are given back. */
    nameFor(gems: number): string {
      if (unclear?.gems !== gems) unclear = { gems, name: newName() };
      return unclear.name;
    },
    /** `error`: undefined where it was done. */
    answered(error: AppError | undefined): void {
      if (!error || !UNCLEAR.has(error.code)) unclear = undefined;
    },
  };
}
