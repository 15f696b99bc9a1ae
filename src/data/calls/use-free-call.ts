import { useEffect } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { AppRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { useSession } from '../session.tsx';
import { useAppState } from '../use-app-state.ts';

/**
 * Allowance of the account that makes its next call free: its first call ever, or the free call of paying users. `seconds`: free
 * duration.
 */
export type FreeCall = { readonly offer: 'first' | 'free'; readonly seconds: number };

type Allowances = Pick<Extract<AppRow, { readonly key: 'allowances' }>, 'first' | 'free'>;

/** Maximum age of the allowances before they are fetched again, ms. The hub makes the final decision. */
const ASK_AGAIN_MS = 60_000;
let lastRequest = { uid: 0, at: 0 };

/**
 * Returns the free call of the signed-in user: undefined until the allowances are known, null when none is available. `isEnabled`:
 * false skips the fetch where latency matters, for example while dialling.
 */
export function useKnownFreeCall(isEnabled = true): FreeCall | null | undefined {
  const session = useSession();
  const uid = session?.uid ?? 0;
  const pays = session?.role !== ROLE_ANCHOR && uid > 0;
  const allowances = useAppState('allowances');
  useEffect(() => {
    const now = performance.now();
    if (!pays || !isEnabled || (lastRequest.uid === uid && now - lastRequest.at < ASK_AGAIN_MS)) return;
    lastRequest = { uid, at: now };
    void core.refreshAllowances();
  }, [uid, pays, isEnabled]);
  const offersFree = useAppState('site')?.common?.enablePaidUserFreeCall ?? true;
  if (!pays) return null;
  return allowances && (freeCallOf(allowances, offersFree) ?? null);
}

/** Returns the free call of the signed-in user; undefined when none is available or known. `isEnabled`: as in `useKnownFreeCall`. */
export function useFreeCall(isEnabled = true): FreeCall | undefined {
  return useKnownFreeCall(isEnabled) ?? undefined;
}

/**
 * Returns the free call of the stored allowances, the first call before the other; undefined if none is left. `offersFree`: the operator's
 * switch for free calls of paying users.
 */
export function freeCallOf({ first, free }: Allowances, offersFree = true): FreeCall | undefined {
  if (first.remaining > 0) return { offer: 'first', seconds: first.seconds };
  return offersFree && free.times > 0 ? { offer: 'free', seconds: free.seconds } : undefined;
}
