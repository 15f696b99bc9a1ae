import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { Button } from '../../../ui/button.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { color, space } from '../../../ui/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0 }),
  text: css({ color: color.soft, marginBlockEnd: space(2) }),
};

/** Asks once, because messages not sent yet would be lost. */
const SignOutSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    const result = await core.signOut();
    setBusy(false);
    reportFailure(result);
  };
  return (
    <Sheet open onClose={onClose} title={t('logoutTitle')}>
      <div css={styles.root}>
        <p css={styles.text}>{t('logoutText')}</p>
        <Button look="danger" wide disabled={busy} onClick={() => void signOut()}>
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
