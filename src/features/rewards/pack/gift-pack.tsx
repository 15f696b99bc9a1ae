import { useEffect, useState } from 'react';
import { readState } from '#db/reads/app.ts';
import type { GiftPackRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useWords } from '../../../i18n/more.ts';
import { partOf, useLoaded } from '../../../ui/later.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { closePrompt, isPromptClosed, keepPromptClosed, usePrompt } from '../../../ui/prompts.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { isBuyer, isFresh, packToShow } from './offered.ts';

const giftPackSheet = partOf(() => import('./gift-pack-sheet.tsx'));

/** New gift pack (product 2.5): shown unasked where the server offers it, at most once a day. Hosts buy nothing. */
export const GiftPack = () => {
  const session = useSession();
  const isConnected = useAppState('connection')?.state === 'connected';
  const row = useAppState('giftPack');
  const account = useAppState('account');
  const hasPaid = account?.paid;
  // Buying needs the birth date: without it there is nothing to offer yet.
  const mayAsk = isBuyer(session) && isConnected && account?.adult !== false;
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (!mayAsk || isPromptClosed('giftPack')) return;
    let here = true;
    const ask = async () => {
      if (here && !isFresh(await readState('giftPack'), Date.now())) await core.refreshGiftPack();
      if (here) setCalm(true);
    };
    whenQuiet(() => void ask());
    return () => {
      here = false;
    };
  }, [mayAsk]);
  const pack = isBuyer(session) ? packToShow(row, hasPaid, Date.now()) : undefined;
  return isCalm && pack ? <Offer pack={pack} /> : null;
};

/** Takes its turn only when it can be drawn at once: meanwhile the user may open a dialog. */
const Offer = ({ pack }: { readonly pack: NonNullable<GiftPackRow['pack']> }) => {
  const hasWords = useWords('pack');
  const loaded = useLoaded(giftPackSheet, true);
  const shown = usePrompt('giftPack', hasWords && loaded);
  // Once a day, whether or not it is answered; it stays until it is closed.
  useEffect(() => {
    if (shown) keepPromptClosed('giftPack');
  }, [shown]);
  return shown ? <LaterDialog part={giftPackSheet} with={{ pack, onClose: () => closePrompt('giftPack') }} /> : null;
};
