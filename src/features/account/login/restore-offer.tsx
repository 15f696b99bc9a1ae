import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { root: css({ display: 'grid', gap: space(4) }) };

type Props = { readonly until: number; readonly busy: boolean; readonly onRestore: () => void };

/** Offers to restore an account whose deletion is pending; nothing else can be done with it. */
export const RestoreOffer = ({ until, busy, onRestore }: Props) => {
  const { t } = useTranslation('login');
  return (
    <div css={styles.root}>
      <p role="alert">{t('closing', { date: formatDate(until) })}</p>
      <Button variant="primary" wide disabled={busy} onClick={onRestore}>
        {t('restore')}
      </Button>
    </div>
  );
};
