import { css } from '@emotion/react';
import { UserRoundX } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import { readPerson } from '#db/reads/people.ts';
import { useSession } from '../data/session.tsx';
import { useLiveQuery } from '../data/use-live-query.ts';
import { Profile } from '../features/people/profile/profile.tsx';
import { SafetyMenu } from '../features/people/safety/safety-menu.tsx';
import { WALL } from '../paths.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { buttonStyle } from '../ui/input/button.tsx';
import { useScrollMemory } from '../ui/layout/scroll-memory.ts';

const UID = /^[1-9]\d{0,15}$/;
const styles = {
  root: css({ position: 'relative', flex: 1, minBlockSize: 0, overflowY: 'auto', overscrollBehavior: 'contain' }),
};

/** Route /anchorprofile?uid=: the profile of a user. */
const AnchorProfilePage = () => {
  const { t } = useTranslation('profile');
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const own = useSession()?.uid;
  const root = useRef<HTMLDivElement>(null);
  useScrollMemory(root);
  const uidParam = search.get('uid') ?? '';
  const uid = UID.test(uidParam) ? Number(uidParam) : 0;
  const name = useLiveQuery(async () => (await readPerson(uid))?.nickName, [uid]);
  // A profile opened by an external link has no previous page of the app.
  const back = () => (history.length > 1 ? history.back() : navigate(WALL));
  const menu = uid === own || !name ? null : <SafetyMenu uid={uid} name={name} />;
  const home = (
    <Link href={WALL} css={buttonStyle} data-look="primary">
      {t('missing.action')}
    </Link>
  );
  return (
    <div css={styles.root} ref={root}>
      {uid === 0 ? (
        <Empty
          level="h1"
          art={<UserRoundX size={44} />}
          title={t('missing.title')}
          text={t('missing.text')}
          action={home}
        />
      ) : (
        <Profile key={uid} uid={uid} own={uid === own} onBack={back} menu={menu} />
      )}
    </div>
  );
};
export default AnchorProfilePage;
