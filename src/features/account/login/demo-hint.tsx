import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { color, size } from '../../../ui/style/tokens.ts';

const DEMO = { uid: '100001', password: 'gemcall' };
const styles = { root: css({ fontSize: size.xs, color: color.faint, textAlign: 'center' }) };

/** Credentials of a demo account on the password login; shown only if the server has the demo data. */
export const DemoHint = () => {
  const { t } = useTranslation('login');
  const demo = useAppState('config')?.demo ?? false;
  return demo ? <p css={styles.root}>{t('demo', DEMO)}</p> : null;
};
