import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core, userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';

/** Toggle button that asks the server for one notification when a user who is offline comes online, or takes that back. */
export const NotifyButton = ({ uid }: { readonly uid: number }) => {
  const { t } = useTranslation('profile');
  const wanted = useAppState('onlineWishes')?.uids.includes(uid) ?? false;
  const [busy, setBusy] = useState(false);
  useEffect(() => void core.refreshOnlineWish(uid), [uid]);
  const change = async () => {
    setBusy(true);
    reportFailure(await userActions.changeOnlineWish(uid, !wanted));
    setBusy(false);
  };
  return (
    <Button aria-pressed={wanted} disabled={busy} data-first onClick={() => void change()}>
      {wanted ? <BellRing size={20} aria-hidden="true" /> : <Bell size={20} aria-hidden="true" />}
      {t(wanted ? 'notified' : 'notify')}
    </Button>
  );
};
