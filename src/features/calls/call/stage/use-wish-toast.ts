import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../../data/use-app-state.ts';
import { showToast } from '../../../../ui/feedback/toast.ts';

const KEYS = {
  busy: 'callback.saidBusy',
  'Gems insufficient': 'callback.saidCoins',
  timeOut: 'callback.saidNothing',
} as const;
/** Age from which the answer to a callback request is not shown: a page that was just opened must not report an old one; ms. */
const NEWS_MS = 10_000;

/** Shows a toast to a host when the user whom they asked for a callback does not call. */
export const useWishToast = () => {
  const { t } = useTranslation('call');
  const wish = useAppState('wish');
  const shownId = useRef('');
  useEffect(() => {
    if (!wish || wish.outcome === '' || shownId.current === wish.id || Date.now() - wish.at > NEWS_MS) return;
    shownId.current = wish.id;
    showToast(t(KEYS[wish.outcome], { name: wish.peer.nickName }));
  }, [wish, t]);
};
