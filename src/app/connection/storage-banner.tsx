import { css } from '@emotion/react';
import { HardDrive, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptKind } from '../../core/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const styles = { root: css({ flexShrink: 0 }) };

/** Kept until a reload: afterwards there is data to lose again. */
let read = false;

/** Shows which data is lost with the tab, in a browser without a database. */
export const StorageBanner = () => {
  const { t } = useTranslation(['connection', 'common']);
  const [gone, setGone] = useState(read);
  const keeps = keptKind();
  if (keeps === 'all' || gone) return null;
  const dismiss = () => {
    read = true;
    setGone(true);
  };
  return (
    <div css={styles.root} role="status" aria-label={t('connection:storage')}>
      <Banner
        tone="warn"
        icon={<HardDrive size={18} aria-hidden />}
        title={t('connection:storageTitle')}
        text={t(keeps === 'nothing' ? 'connection:storageNothing' : 'connection:storageText')}
        action={
          <IconButton label={t('common:close')} onClick={dismiss}>
            <X size={18} />
          </IconButton>
        }
      />
    </div>
  );
};
