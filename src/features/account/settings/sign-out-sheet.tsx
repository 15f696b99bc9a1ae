import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LOGIN } from '#contract/paths.ts';
import { countWaitingChanges } from '#db/reads/app.ts';
import { readUploads } from '#db/reads/people.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { SECURITY } from '../../../paths.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0 }),
  warning: css({
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.warnWash,
    color: color.warn,
    textWrap: 'pretty',
  }),
  text: css({ color: color.soft, marginBlockEnd: space(2) }),
};

/**
 * Asks for confirmation: unsent messages and uploads are lost at sign-out. Queued changes are still sent afterwards, unless their
 * token is no longer valid.
 */
const SignOutSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const session = useSession();
  const uid = session?.uid ?? 0;
  const hasPaid = useAppState('account')?.paid === true;
  const sessions = useAppState('sessions');
  // `proof` is `device` also for a day after the first password, and with passkeys or a recovery address, which all bring the account back.
  const isGuest = sessions?.proof === 'device' && !sessions.hasPassword;
  const isUnsecured = hasPaid && isGuest && !sessions.passkeys?.length && sessions.recoveryEmail === undefined;
  useEffect(() => void core.refreshSessions(), []);
  const waiting = useLiveQuery(() => countWaitingChanges(uid), [uid], 0);
  const uploads = useLiveQuery(readUploads)?.filter(({ state }) => state !== 'done').length ?? 0;
  const signOut = async () => {
    setBusy(true);
    const result = await core.signOut();
    setBusy(false);
    reportFailure(result);
    // The login gets no `next`, so that the next user starts at the wall, not at the settings.
    if (result.ok) navigate(LOGIN, { replace: true });
  };
  return (
    <Sheet open onClose={onClose} title={t('logoutTitle')}>
      <div css={styles.root}>
        <p css={styles.text}>{t('logoutText')}</p>
        {isUnsecured ? (
          <>
            <p css={styles.warning} role="alert">
              {t('logoutSecure')}
            </p>
            <Link href={SECURITY} css={buttonStyle} data-look="primary" data-wide onClick={onClose}>
              {t('logoutSetPassword')}
            </Link>
          </>
        ) : null}
        {uploads > 0 ? <p css={styles.text}>{t('logoutUploads')}</p> : null}
        {waiting > 0 ? (
          <p css={styles.text}>{t(session?.status === 'expired' ? 'logoutChangesLost' : 'logoutChanges')}</p>
        ) : null}
        <Button variant="danger" wide disabled={busy} onClick={() => void signOut()}>
          {t('logout')}
        </Button>
        <Button wide onClick={onClose}>
          {t('stay')}
        </Button>
      </div>
    </Sheet>
  );
};
export default SignOutSheet;
