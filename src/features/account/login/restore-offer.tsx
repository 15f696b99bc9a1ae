import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { root: css({ display: 'grid', gap: space(4) }) };

type Props = { readonly until: number; readonly busy: boolean; readonly onRestore: () => void };

/**
 * Offers to restore an account whose deletion is pending; nothing else can be done with it. `until`: when the deletion is due. It waits
 * beyond that for earnings that are not paid out, for example, and the account can be restored as long as it waits.
 */
export const RestoreOffer = ({ until, busy, onRestore }: Props) => {
  const { t } = useTranslation(['login', 'errors']);
  return (
    <div css={styles.root}>
      <p role="alert">{until > Date.now() ? t('closing', { date: formatDate(until) }) : t('errors:closing')}</p>
      <Button variant="primary" wide disabled={busy} onClick={onRestore}>
        {t('restore')}
      </Button>
    </div>
  );
};
