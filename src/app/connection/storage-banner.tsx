import { css } from '@emotion/react';
import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStorageNews, STORAGE_NEWS_CHANNEL } from '#contract/storage-news.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

const styles = { root: css({ flexShrink: 0 }) };

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

/** Warns that the database rejects writes. */
export const StorageBanner = () => {
  const { t } = useTranslation('connection');
  if (!useStorageFails()) return null;
  return (
    <div css={styles.root} role="status" aria-label={t('storage')}>
      <Banner
        tone="warn"
        icon={<HardDrive size={18} aria-hidden />}
        title={t('storageFailsTitle')}
        text={t('storageFailsText')}
      />
    </div>
  );
};
