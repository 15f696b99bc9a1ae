import { useEffect } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { AppRow } from '#db/schema.ts';
import { core } from '../core/core.ts';
import { useSession } from './session.tsx';
import { useAppState } from './use-app-state.ts';

/** What the next call would cost nothing of: the very first one, or the one that paid users have free. Seconds. */
export type FreeCall = { readonly which: 'first' | 'free'; readonly seconds: number };

type Allowances = Pick<Extract<AppRow, { readonly key: 'allowances' }>, 'first' | 'free'>;

/** The hub has the last word; until it is asked, what was known a minute ago will do. */
const ASK_AGAIN_MS = 60_000;
let asked = { uid: 0, at: 0 };

/** Undefined where there is none, or none is known. `asks`: not where every moment counts, as while one dials. */
export function useFreeCall(asks = true): FreeCall | undefined {
  const session = useSession();
  const uid = session?.uid ?? 0;
  const pays = session?.role !== ROLE_ANCHOR && uid > 0;
  const allowances = useAppState('allowances');
  useEffect(() => {
    const now = performance.now();
    if (!pays || !asks || (asked.uid === uid && now - asked.at < ASK_AGAIN_MS)) return;
    asked = { uid, at: now };
    void core.refreshAllowances();
  }, [uid, pays, asks]);
  const offersFree = useAppState('site')?.common?.enablePaidUserFreeCall ?? true;
  return pays && allowances ? freeCallOf(allowances, offersFree) : undefined;
}

export function freeCallOf({ first, free }: Allowances, offersFree = true): FreeCall | undefined {
  if (first.remaining > 0) return { which: 'first', seconds: first.seconds };
  return offersFree && free.times > 0 ? { which: 'free', seconds: free.seconds } : undefined;
}
