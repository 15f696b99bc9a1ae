import { css } from '@emotion/react';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { space } from '../../../ui/tokens.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(2), fontStyle: 'italic', opacity: 0.92 }),
};

/** What the server marked as not to be shown (section 5, bit 8). Its words were never kept. */
export const RemovedBubble = () => {
  const { t } = useTranslation('message');
  return (
    <p css={styles.root}>
      <ShieldAlert size={18} aria-hidden="true" />
      {t('removed')}
    </p>
  );
};
