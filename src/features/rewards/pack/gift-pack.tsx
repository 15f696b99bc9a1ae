import { useEffect, useState } from 'react';
import { readState } from '#db/reads/app.ts';
import { readLastCallEnd } from '#db/reads/calls.ts';
import { retryRead } from '#db/reads/live-query.ts';
import type { GiftPackRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { useWords } from '../../../i18n/more.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { closePrompt, dismissPrompt, isPromptClosed, usePrompt } from '../../../ui/dialog/prompts.ts';
import { partOf, useLoaded } from '../../../ui/lazy.tsx';
import { whenQuiet } from '../../../ui/quiet.ts';
import { isBuyer, isFresh, isSoonAfter, packToShow } from './offered.ts';

const giftPackSheet = partOf(() => import('./gift-pack-sheet.tsx'));

/**
 * Offers the first-purchase pack (product 2.5) to accounts without a purchase if the server has one, at most once a day and not within an
 * hour after a call. Not shown to hosts.
 */
export const GiftPack = () => {
  const session = useSession();
  const isConnected = useAppState('connection')?.state === 'connected';
  const row = useAppState('giftPack');
  const account = useAppState('account');
  const hasPaid = account?.paid;
  // Only adults may buy: an account that is known to be underage gets no offer, and none is made before the account row is read.
  const mayAsk = isBuyer(session) && isConnected && account !== undefined && account.adult !== false;
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (!mayAsk || isPromptClosed('giftPack')) return;
    let here = true;
    const ask = async () => {
      if (here && !isFresh(await retryRead(() => readState('giftPack')), Date.now())) await core.refreshGiftPack();
      if (here) setCalm(true);
    };
    whenQuiet(() => void ask());
    return () => {
      here = false;
    };
  }, [mayAsk]);
  const isAfterCall = useIsAfterCall();
  const pack = isBuyer(session) ? packToShow(row, hasPaid, Date.now()) : undefined;
  return isCalm && pack && !isAfterCall ? <Offer pack={pack} /> : null;
};

/** Returns whether a call is shown, rings, or has ended a short time ago. True until the calls of this device are read. */
function useIsAfterCall(): boolean {
  const call = useAppState('call');
  const lastEnd = useLiveQuery(readLastCallEnd);
  const now = useMinute();
  return call !== undefined || lastEnd === undefined || isSoonAfter(lastEnd, now);
}

/**
 * The offer as a prompt. It enters the prompt queue only once its code and texts are loaded; otherwise the user might open a dialog before
 * it appears.
 */
const Offer = ({ pack }: { readonly pack: NonNullable<GiftPackRow['pack']> }) => {
  const hasWords = useWords('pack');
  const loaded = useLoaded(giftPackSheet, true);
  const shown = usePrompt('giftPack', hasWords && loaded);
  // Counts as shown for today even if it is not answered; it stays open until the user closes it.
  useEffect(() => {
    if (shown) dismissPrompt('giftPack');
  }, [shown]);
  return shown ? <LazyDialog part={giftPackSheet} with={{ pack, onClose: () => closePrompt('giftPack') }} /> : null;
};
