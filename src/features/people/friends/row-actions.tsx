import { css } from '@emotion/react';
import { Heart, MessageCircle, Star, Video, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RelationAction } from '#contract/people/people.ts';
import type { Result } from '#contract/result.ts';
import { readRelation } from '#db/reads/people.ts';
import { userActions } from '../../../core/core.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useOpenThread } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';
import type { FriendTab } from './tabs.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(1), flexShrink: 0 }),
  call: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: radius.pill,
    color: color.accentText,
    '&:hover': { backgroundColor: color.hover },
  }),
  toggle: css({
    display: 'contents',
    '& [aria-pressed="true"]': { color: color.accentText },
    '& [aria-pressed="true"] svg': { fill: 'currentColor' },
  }),
};

type Props = { readonly list: FriendTab; readonly uid: number; readonly name: string };

/** Actions by list: answer a request, call or write to a friend, toggle a like or favourite. */
export const RowActions = ({ list, uid, name }: Props) => {
  const { t } = useTranslation(['friends', 'profile', 'call']);
  const openThread = useOpenThread();
  const callable = useCallable(uid);
  const relation = useLiveQuery(() => readRelation(uid), [uid]);
  const reportOutcome = async (result: Promise<Result<unknown>>) => {
    const outcome = await result;
    reportFailure(outcome);
    return outcome.ok;
  };
  const change = (action: RelationAction) => void reportOutcome(userActions.changeRelation(uid, action));
  const write = () => openThread(uid, name);

  if (list === 'requests')
    return (
      <div css={styles.root}>
        <IconButton label={t('refuse', { name })} onClick={() => change('refuse')}>
          <X size={20} />
        </IconButton>
        <Button variant="primary" small onClick={() => change('accept')}>
          {t('accept')} <Hidden>{name}</Hidden>
        </Button>
      </div>
    );
  if (list === 'friends')
    return (
      <div css={styles.root}>
        {callable.call ? (
          <CallLink
            uid={uid}
            from="friend_list"
            css={styles.call}
            aria-label={t('call:callName', { name })}
            title={t('call:callName', { name })}
          >
            <Video size={20} aria-hidden="true" />
          </CallLink>
        ) : null}
        <IconButton label={t('messageTo', { name })} variant="raised" onClick={() => void write()}>
          <MessageCircle size={20} />
        </IconButton>
      </div>
    );
  if (list === 'favourites') {
    const favourite = relation?.favourite ?? true;
    return (
      <span css={styles.toggle}>
        <IconButton
          label={t('favouriteOf', { name })}
          aria-pressed={favourite}
          onClick={() => void reportOutcome(userActions.changeFavourite(uid, !favourite))}
        >
          <Star size={20} />
        </IconButton>
      </span>
    );
  }
  const liked = relation?.liked ?? list === 'likes';
  return (
    <span css={styles.toggle}>
      <IconButton label={t('likeOf', { name })} aria-pressed={liked} onClick={() => change(liked ? 'unlike' : 'like')}>
        <Heart size={20} />
      </IconButton>
    </span>
  );
};
