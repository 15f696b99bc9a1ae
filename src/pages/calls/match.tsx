import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { config } from '#brand/config.ts';
import { matchFeedOf } from '#contract/discovery/match-feed.ts';
import { useSession } from '../../data/session.tsx';
import { MatchRoomLink } from '../../features/calls/match-room/match-room-link.tsx';
import { CardFeed } from '../../features/discovery/card-feed/card-feed.tsx';
import { SwipeFeed } from '../../features/discovery/swipe/swipe-feed.tsx';
import { useClosePopup } from '../../routing/popup-history.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { Lazy, partOf } from '../../ui/lazy.tsx';
import { Hidden } from '../../ui/style/hidden.tsx';

const room = partOf(() => import('./match-room.tsx'));
const styles = { root: css({ flex: 1, minBlockSize: 0, display: 'flex', flexDirection: 'column' }) };

/** Route /match: the swipe feed or the card feed, by brand and A/B test (product 2.3); `?now` opens the random match. */
const MatchPage = () => {
  const { t } = useTranslation('match');
  const close = useClosePopup();
  const uid = useSession()?.uid;
  const [search] = useSearchParams();
  useEscape(close);
  if (uid === undefined) return null;
  if (search.has('now')) return <Lazy part={room} with={{}} />;
  const Feed = matchFeedOf(uid, config.matchStyle) === 'swipe' ? SwipeFeed : CardFeed;
  return (
    <div css={styles.root}>
      <MatchRoomLink />
      <Feed
        title={
          <Hidden>
            <h1>{t('title')}</h1>
          </Hidden>
        }
      />
    </div>
  );
};
export default MatchPage;
