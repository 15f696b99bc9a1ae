import { useEffect, useState } from 'react';
import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { partOf } from '../../../ui/later.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { isCovered } from '../../../ui/overlay.ts';
import { closePrompt, isPromptClosed, keepPromptClosed, usePrompt } from '../../../ui/prompts.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { isBuyer, isFresh, packToShow } from './offered.ts';

const giftPackSheet = partOf(() => import('./gift-pack-sheet.tsx'));

/** New gift pack (product 2.5): shown unasked where the server offers it, at most once a day. Hosts buy nothing. */
export const GiftPack = () => {
  const session = useSession();
  const isConnected = useAppState('connection')?.state === 'connected';
  const row = useAppState('giftPack');
  const hasPaid = useAppState('account')?.paid;
  const mayAsk = isBuyer(session) && isConnected;
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (!mayAsk || isPromptClosed('giftPack')) return;
    let here = true;
    const ask = async () => {
      if (here && !isFresh(await readState('giftPack'), Date.now())) await core.refreshGiftPack();
      // It covers nothing that was opened meanwhile; the next visit of the page asks again.
      if (here) setCalm(!isCovered());
    };
    whenQuiet(() => void ask());
    return () => {
      here = false;
    };
  }, [mayAsk]);
  const pack = isBuyer(session) ? packToShow(row, hasPaid, Date.now()) : undefined;
  const shown = usePrompt('giftPack', isCalm && pack !== undefined);
  // Once a day, whether or not it is answered; it stays until it is closed.
  useEffect(() => {
    if (shown) keepPromptClosed('giftPack');
  }, [shown]);
  if (!shown || !pack) return null;
  return <LaterDialog part={giftPackSheet} with={{ pack, onClose: () => closePrompt('giftPack') }} />;
};
