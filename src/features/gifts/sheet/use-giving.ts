import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { GiftArea } from '#contract/gifts/gift.ts';
import { userActions } from '../../../core/core.ts';
import { showToast } from '../../../ui/toast.ts';
import { failureWords } from './failure-words.ts';
import { type Choice, createGiving, type Giving, type GivingView, IDLE } from './giving.ts';

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
  /** Called when a gift was given, also after the sheet was closed. `isOpen`: it is still open. */
  readonly onGiven: (choice: Choice, isOpen: boolean) => void;
};

/** Gives gifts from an open sheet. What fails once it is closed is said in a toast. */
export function useGiving({ uid, where, sid, ask, wished, lock, onGiven }: Occasion): readonly [GivingView, Giving] {
  const [view, setView] = useState(IDLE);
  const isOpen = useRef(true);
  const [giving] = useState(() =>
    createGiving({
      buy({ op, gift, price }) {
        const isWished = gift === wished;
        return userActions.giveGift({
          op,
          gift,
          price,
          count: 1,
          combo: op,
          to: uid,
          where,
          sid,
          ask: isWished ? ask : '',
          lock: isWished ? lock : '',
        });
      },
      newOp: () => nanoid(REQUEST_ID_LENGTH),
      onChange(next) {
        if (isOpen.current) return setView(next);
        if (next.failure) showToast(failureWords(next.failure.error, next.failure.gems), 'bad');
      },
      onGiven: (choice) => onGiven(choice, isOpen.current),
    }),
  );
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return [view, giving];
}
