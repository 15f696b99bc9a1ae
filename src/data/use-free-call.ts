import { useEffect } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { AppRow } from '#db/schema.ts';
import { core } from '../core/core.ts';
import { useSession } from './session.tsx';
import { useAppState } from './use-app-state.ts';

/** The allowance that makes the next call free: the first call, or the free call of paid users. Seconds. */
export type FreeCall = { readonly which: 'first' | 'free'; readonly seconds: number };

type Allowances = Pick<Extract<AppRow, { readonly key: 'allowances' }>, 'first' | 'free'>;

/** The hub decides; until it is asked, allowances up to this age are used. */
const ASK_AGAIN_MS = 60_000;
let asked = { uid: 0, at: 0 };

/**
 * Returns the free call; undefined when there is none, or none is known. `isEnabled`: false where speed matters, as while
 * dialling.
 */
export function useFreeCall(isEnabled = true): FreeCall | undefined {
  const session = useSession();
  const uid = session?.uid ?? 0;
  const pays = session?.role !== ROLE_ANCHOR && uid > 0;
  const allowances = useAppState('allowances');
  useEffect(() => {
    const now = performance.now();
    if (!pays || !isEnabled || (asked.uid === uid && now - asked.at < ASK_AGAIN_MS)) return;
    asked = { uid, at: now };
    void core.refreshAllowances();
  }, [uid, pays, isEnabled]);
  const offersFree = useAppState('site')?.common?.enablePaidUserFreeCall ?? true;
  return pays && allowances ? freeCallOf(allowances, offersFree) : undefined;
}

export function freeCallOf({ first, free }: Allowances, offersFree = true): FreeCall | undefined {
  if (first.remaining > 0) return { which: 'first', seconds: first.seconds };
  return offersFree && free.times > 0 ? { which: 'free', seconds: free.seconds } : undefined;
}
