import { useEffect } from 'react';
import { readState } from '#db/reads/app.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { announceVisibility } from './page-visibility.ts';
import { usePermission } from './permission.ts';
import { usePush } from './use-push.ts';

const noticeOffer = partOf(() => import('./notice-offer.tsx'));

/** Runs the action that a tap on a notification has chosen, if it opened this page. */
async function followTap(): Promise<void> {
  if (await readState('intent')) await (await import('./intent.ts')).followIntent();
}

/**
 * Runs the notifications of this page (product 3.7): shows them while no tab is visible, keeps the push subscription up to date, follows
 * the tap that opened the page, and offers to ask for the permission while the user has not decided.
 */
export const Notifier = () => {
  useEffect(announceVisibility, []);
  const permission = usePermission();
  useEffect(() => {
    if (permission !== 'granted') return;
    let end: (() => void) | undefined;
    let here = true;
    const begin = ({ notify }: typeof import('./notify.ts')) => {
      if (here) end = notify();
    };
    void import('./notify.ts').then(begin).catch(() => undefined);
    return () => {
      here = false;
      end?.();
    };
  }, [permission]);
  usePush();
  useEffect(() => void followTap().catch(() => undefined), []);
  return permission === 'default' ? <Lazy part={noticeOffer} with={{}} missing={renderNothing} /> : null;
};
