import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { AllowancesRow } from '#db/schema.ts';
import { useSession } from '../session.tsx';
import { useAppState } from '../use-app-state.ts';

/** The next silver call. `silver`: its price, 0 for the free one of the day. */
export type SilverCall = { readonly silver: number; readonly seconds: number };

/** Returns the next silver call of the stored allowances; undefined when none is left. */
export function silverCallOf({ times, seconds, price = 0, paid = 0 }: AllowancesRow['silver']): SilverCall | undefined {
  if (times > 0) return { silver: 0, seconds };
  return paid > 0 ? { silver: price, seconds } : undefined;
}

/** Returns the next silver call of the signed-in user; undefined when none is left or known. */
export function useSilverCall(): SilverCall | undefined {
  const session = useSession();
  const silver = useAppState('allowances')?.silver;
  return silver && session && session.role !== ROLE_ANCHOR ? silverCallOf(silver) : undefined;
}
