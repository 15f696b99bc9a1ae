import { css } from '@emotion/react';
import { HardDrive, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStorageNews, STORAGE_NEWS_CHANNEL } from '#contract/storage-news.ts';
import { storageScope } from '../../core/storage.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { IconButton } from '../../ui/input/icon-button.tsx';

const styles = { root: css({ flexShrink: 0 }) };

/** Whether the user closed the banner. Reset by a reload, after which there may be new data to lose. */
let read = false;

/** Whether the worker currently cannot write to the database, and therefore accepts no data from the server. */
function useStorageFails(): boolean {
  const [fails, setFails] = useState(false);
  useEffect(() => {
    const channel = new BroadcastChannel(STORAGE_NEWS_CHANNEL);
    channel.onmessage = ({ data }) => {
      const news = readStorageNews(data);
      if (news) setFails(news === 'fails');
    };
    return () => channel.close();
  }, []);
  return fails;
}

/** Warns that the database rejects writes, or that data is lost with the tab because the browser has no database. */
export const StorageBanner = () => {
  const { t } = useTranslation(['connection', 'common']);
  const [gone, setGone] = useState(read);
  const fails = useStorageFails();
  const keeps = storageScope();
  if (!fails && (keeps === 'all' || gone)) return null;
  const dismiss = () => {
    read = true;
    setGone(true);
  };
  const close = (
    <IconButton label={t('common:close')} onClick={dismiss}>
      <X size={18} />
    </IconButton>
  );
  const words = fails
    ? { title: t('connection:storageFailsTitle'), text: t('connection:storageFailsText') }
    : {
        title: t('connection:storageTitle'),
        text: t(keeps === 'nothing' ? 'connection:storageNothing' : 'connection:storageText'),
        action: close,
      };
  return (
    <div css={styles.root} role="status" aria-label={t('connection:storage')}>
      <Banner tone="warn" icon={<HardDrive size={18} aria-hidden />} {...words} />
    </div>
  );
};
