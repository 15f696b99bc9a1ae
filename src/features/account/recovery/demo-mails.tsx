import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { color, size } from '../../../ui/style/tokens.ts';

const styles = { root: css({ fontSize: size.xs, color: color.faint }) };

/** Where a demo without an SMTP server stores its e-mails. */
export const DemoMails = () => {
  const { t } = useTranslation('recovery');
  return useAppState('config')?.demo ? <p css={styles.root}>{t('demo')}</p> : null;
};
