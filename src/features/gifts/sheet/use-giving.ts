import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { GiftArea } from '#contract/gifts/gift.ts';
import { userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { showToast } from '../../../ui/toast.ts';
import { failureWords } from './failure-words.ts';
import { createGiving, type Giving, type GivingView } from './giving.ts';

export type Occasion = {
  readonly uid: number;
  readonly where: GiftArea;
  /** The call or the match in which it is given; empty elsewhere. */
  readonly sid: string;
  /** The wish that is fulfilled, and the gift that was wished for; empty without one. */
  readonly ask: string;
  readonly wished: string;
  /** The lock of the picture that the wished gift opens; empty without one. */
  readonly lock: string;
  readonly onOpened: () => void;
};

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
const NOTHING: GivingView = { count: 0, asks: undefined, failure: undefined };

/** Gives gifts while the sheet is open. What fails once it is closed is said in a toast. */
export function useGiving({ uid, where, sid, ask, wished, lock, onOpened }: Occasion): readonly [GivingView, Giving] {
  const [view, setView] = useState(NOTHING);
  const gems = useRef<number>(undefined);
  gems.current = useAppState('account')?.gemsBalance;
  const closed = useRef(false);
  /** A lock opens once: the gifts after it open nothing. */
  const closedLock = useRef(lock);
  const [giving] = useState(() =>
    createGiving({
      async buy(purchase) {
        const isWished = purchase.gift === wished;
        const opens = isWished ? closedLock.current : '';
        if (opens !== '') closedLock.current = '';
        const given = await userActions.giveGift({
          ...{ ...purchase, to: uid, where, sid },
          ...{ ask: isWished ? ask : '', lock: opens },
        });
        if (opens === '') return given;
        if (!given.ok) closedLock.current = opens;
        else if (!closed.current) onOpened();
        return given;
      },
      gems: () => gems.current,
      newOp: () => nanoid(REQUEST_ID_LENGTH),
      now: () => performance.now(),
      later,
      onChange(next) {
        if (!closed.current) return setView(next);
        if (next.failure) showToast(failureWords(next.failure.error, next.failure.gems), 'bad');
      },
    }),
  );
  useEffect(
    () => () => {
      closed.current = true;
      giving.finish();
    },
    [giving],
  );
  return [view, giving];
}
