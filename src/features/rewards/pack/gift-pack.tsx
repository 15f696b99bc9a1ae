import { useEffect, useState } from 'react';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { readState } from '#db/reads/app.ts';
import type { GiftPackRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { partOf } from '../../../ui/later.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { isCovered } from '../../../ui/overlay.ts';
import { closePrompt, isPromptClosed, usePrompt } from '../../../ui/prompts.ts';
import { whenQuiet } from '../../../ui/quiet.ts';

const giftPackSheet = partOf(() => import('./gift-pack-sheet.tsx'));

/** An older offer may be sold by now: it is asked for anew. */
const FRESH_MS = 3_600_000;
const isFresh = (row: GiftPackRow | undefined): boolean =>
  row !== undefined && Math.abs(Date.now() - row.fetchedAt) < FRESH_MS;

/** New gift pack (product 2.5): shown unasked where the server offers it, at most once a day. Hosts buy nothing. */
export const GiftPack = () => {
  const session = useSession();
  const isConnected = useAppState('connection')?.state === 'connected';
  const row = useAppState('giftPack');
  const hasPaid = useAppState('account')?.paid;
  const mayAsk = session?.status === 'active' && session.role !== ROLE_ANCHOR && isConnected;
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (!mayAsk || isPromptClosed('giftPack')) return;
    let here = true;
    const ask = async () => {
      if (here && !isFresh(await readState('giftPack'))) await core.refreshGiftPack();
      // It covers nothing that was opened meanwhile; the next visit of the page asks again.
      if (here) setCalm(!isCovered());
    };
    whenQuiet(() => void ask());
    return () => {
      here = false;
    };
  }, [mayAsk]);
  const pack = isFresh(row) ? row?.pack : undefined;
  const shown = usePrompt('giftPack', isCalm && Boolean(pack) && hasPaid === false);
  if (!shown || !pack) return null;
  return <LaterDialog part={giftPackSheet} with={{ pack, onClose: () => closePrompt('giftPack') }} />;
};
