import { Film } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { readCard, readPerson } from '#db/reads/people.ts';
import { core } from '../../core/core.ts';
import { useSession } from '../../data/session.tsx';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { VideoView } from '../../features/discovery/video-view/video-view.tsx';
import { useClosePopup } from '../../routing/popup-history.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Button } from '../../ui/input/button.tsx';

const NUMBER = /^\d{1,15}$/;

/** Route /videoview?uid=&at=: clips of a user in full screen. */
const VideoViewPage = () => {
  const { t } = useTranslation(['profile', 'common']);
  const close = useClosePopup();
  const own = useSession()?.uid;
  const [search] = useSearchParams();
  const numberOf = (name: string) => (NUMBER.test(search.get(name) ?? '') ? Number(search.get(name)) : 0);
  const uid = numberOf('uid');
  const [isRefreshed, setRefreshed] = useState(false);
  const known = useLiveQuery(async () => ({ person: await readPerson(uid), card: await readCard(uid) }), [uid]);
  useEffect(() => {
    void core.refreshCard(uid).finally(() => setRefreshed(true));
  }, [uid]);
  const clips = known?.card?.videos ?? [];
  if (known?.person && clips.length > 0)
    return <VideoView person={known.person} clips={clips} start={numberOf('at')} own={uid === own} onClose={close} />;
  if (!known || !isRefreshed) return null;
  return (
    <Empty
      level="h1"
      art={<Film size={40} />}
      title={t('view.none')}
      text=""
      action={<Button onClick={close}>{t('common:back')}</Button>}
    />
  );
};
export default VideoViewPage;
