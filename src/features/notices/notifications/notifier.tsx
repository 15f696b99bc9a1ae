import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { OPEN_NOTICE } from '#contract/notices/shown.ts';
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

/** Shows notifications while the app is not visible (product 3.7), and opens the target of a clicked one. */
export const Notifier = () => {
  const [, navigate] = useLocation();
  useEffect(announceVisibility, []);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    let end: (() => void) | undefined;
    let here = true;
    void import('./badge.ts').then(({ followBadge }) => {
      if (here) end = followBadge();
    }, renderNothing);
    return () => {
      here = false;
      end?.();
    };
  }, []);
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
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== OPEN_NOTICE) return;
      const about = 'data' in data ? data.data : undefined;
      void import('./follow.ts')
        .then(({ openNotificationTarget }) => openNotificationTarget(about, navigate))
        .catch(() => undefined);
    };
    followTap().catch(() => undefined);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [navigate]);
  return permission === 'default' ? <Lazy part={noticeOffer} with={{}} missing={renderNothing} /> : null;
};
