import { css } from '@emotion/react';
import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStorageNews, STORAGE_NEWS_CHANNEL, type StorageNews } from '#contract/storage-news.ts';
import { useBanner } from '../../ui/dialog/prompts.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

const styles = { root: css({ flexShrink: 0 }) };

/** Returns why the core cannot write to the databases now, and therefore accepts no data from the server; `works` if it can. */
function useStorageNews(): StorageNews {
  const [last, setLast] = useState<StorageNews>('works');
  useEffect(() => {
    const channel = new BroadcastChannel(STORAGE_NEWS_CHANNEL);
    channel.onmessage = ({ data }) => {
      const news = readStorageNews(data);
      if (news) setLast(news);
    };
    return () => channel.close();
  }, []);
  return last;
}

/** Warns while the databases reject writes, and says why; otherwise renders nothing. */
export const StorageBanner = () => {
  const { t } = useTranslation('connection');
  const news = useStorageNews();
  const isShown = useBanner('storage', news !== 'works');
  if (!isShown) return null;
  return (
    <div css={styles.root} role="status" aria-label={t('storage')}>
      <Banner
        tone="warn"
        icon={<HardDrive size={18} aria-hidden />}
        title={t('storageFailsTitle')}
        text={t(news === 'full' ? 'storageFullText' : 'storageClosedText')}
      />
    </div>
  );
};
