import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { color, size } from '../../../ui/style/tokens.ts';

const styles = { root: css({ fontSize: size.xs, color: color.faint }) };

/** Folder of the e-mails, shown in the note: `mail` in the server's data folder, which the setting `DATA_DIR` names. */
const FOLDER = 'DATA_DIR/mail';

/** Note that names the folder in which a demo stores e-mails that it does not send; renders nothing if the server has no demo data. */
export const DemoMails = () => {
  const { t } = useTranslation('recovery');
  return useAppState('config')?.demo ? <p css={styles.root}>{t('demo', { folder: FOLDER })}</p> : null;
};
