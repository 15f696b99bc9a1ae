import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { GiftArea } from '#contract/gifts/gift.ts';
import { userActions } from '../../../core/core.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { failureWords } from './failure-text.ts';
import { type Choice, createGiving, type Giving, type GivingView, IDLE } from './giving.ts';

/** Context of a gift purchase: the receiver, the place, and the call, request or lock that it belongs to. */
export type Occasion = {
  readonly uid: number;
  readonly where: GiftArea;
  /** Id of the call or match in which the gift is sent; empty elsewhere. */
  readonly sid: string;
  /** Gift request to fulfil: its stanza id and gift id; both empty if there is none. */
  readonly ask: string;
  readonly wished: string;
  /** Lock of the picture that the requested gift unlocks; empty if there is none. */
  readonly lock: string;
  /** Called after a purchase that succeeded; `isOpen`: whether the sheet is still open. */
  readonly onGiven: (choice: Choice, isOpen: boolean) => void;
};

/** Returns state and actions of the purchases of an open gift sheet. A failure after the sheet was closed is shown as a toast. */
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
