import { css } from '@emotion/react';
import { PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { space } from '../../../ui/tokens.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(2), fontStyle: 'italic', opacity: 0.92 }),
};

/** A kind of message that a newer build can read. */
export const UnsupportedBubble = () => {
  const { t } = useTranslation('message');
  return (
    <p css={styles.root}>
      <PackageOpen size={18} aria-hidden="true" />
      {t('unsupported')}
    </p>
  );
};
