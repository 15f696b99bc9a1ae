import { css } from '@emotion/react';
import { CalendarClock, Gift, Heart, MessageCircle, Pencil, Share2, Star, Video } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { profilePath } from '#contract/paths.ts';
import type { RelationAction } from '#contract/people/people.ts';
import type { Result } from '#contract/result.ts';
import type { OnlineUserRow, PersonRow, RelationRow } from '#db/schema.ts';
import { userActions } from '../../../core/core.ts';
import { useFreeCall } from '../../../data/calls/use-free-call.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { useSession } from '../../../data/session.tsx';
import { openGiftsOfProfile } from '../../../gifts/open-gifts.ts';
import { useMayGive } from '../../../gifts/use-may-give.ts';
import { EDIT_PROFILE } from '../../../paths.ts';
import { CallOrGems } from '../../../payments/call-or-gems.tsx';
import { useOpenThread, usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { usePrepareCallPages } from '../../../routing/route-table.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { FreeCallNote } from '../../../ui/mark/free-call-note.tsx';
import { sharePage } from '../../../ui/share-page.ts';
import { color, size, space, wide } from '../../../ui/style/tokens.ts';
import { Friendship } from './friendship.tsx';
import { NotifyButton } from './notify-button.tsx';
import { ProfileIconButton } from './round-button.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(3) }),
  note: css({ fontSize: size.xs, color: color.soft }),
  row: css({
    display: 'flex',
    flexWrap: 'wrap',
    gap: space(2),
    '& > [data-look]': { flex: 1 },
    // On a narrow screen the call button gets a row of its own.
    '&& > [data-first]': { flexBasis: '100%', [wide]: { flexBasis: 'auto' } },
  }),
};

async function reportOutcome(answer: Promise<Result<null>>): Promise<void> {
  const result = await answer;
  reportFailure(result);
}

/**
 * Returns the actions that change the relation to a user, such as like or unfriend. The change is shown at once, and reverted if
 * the server refuses it.
 */
const useRelation = (uid: number) => ({
  change: (action: RelationAction) => void reportOutcome(userActions.changeRelation(uid, action)),
  favour: (favourite: boolean) => void reportOutcome(userActions.changeFavourite(uid, favourite)),
});

type Props = {
  readonly person: PersonRow;
  /** Presence of the person; undefined until it is known. */
  readonly presence: OnlineUserRow['status'] | undefined;
  readonly relation: RelationRow | undefined;
  readonly own: boolean;
};

/**
 * Buttons of a profile: call, write, book, gift, like, favourite, share and friendship; on the own profile edit and share, on a blocked one
 * only unblock. A changed relation is shown at once and sent when the server is reachable.
 */
export const ProfileActions = ({ person, presence, relation, own }: Props) => {
  const { t } = useTranslation(['profile', 'safety', 'call']);
  const openThread = useOpenThread();
  const { uid, nickName } = person;
  const { change, favour } = useRelation(uid);
  const { askCallback } = usePersonActs();
  const callable = useCallable(uid);
  const mayGive = useMayGive(uid);
  const role = useSession()?.role;
  const freeCall = useFreeCall();
  const prepareCallPages = usePrepareCallPages();
  useEffect(() => {
    if (callable.call) prepareCallPages();
  }, [callable.call, prepareCallPages]);

  const share = (
    <ProfileIconButton label={t('share')} onPress={() => void sharePage(profilePath(uid), nickName)}>
      <Share2 size={22} />
    </ProfileIconButton>
  );
  if (own)
    return (
      <div css={styles.row}>
        <Link href={EDIT_PROFILE} css={buttonStyle} data-look="primary">
          <Pencil size={18} aria-hidden="true" />
          {t('edit')}
        </Link>
        {share}
      </div>
    );
  if (relation?.blocked) return <Button onClick={() => change('unblock')}>{t('safety:unblock')}</Button>;

  // A call to a person who is offline would end at once.
  const isAway = presence === 'offline';
  const canBook = person.role === ROLE_ANCHOR && role !== undefined && role !== ROLE_ANCHOR && person.price > 0;
  const mayCall = callable.call && !isAway;
  const mayAsk = callable.ask && !isAway;
  const write = () => openThread(uid, nickName);
  const liked = relation?.liked ?? false;
  const favourite = relation?.favourite ?? false;
  return (
    <div css={styles.root}>
      <div css={styles.row}>
        {mayCall ? (
          <CallOrGems uid={uid} name={nickName} price={callable.price} source="profile" data-first>
            <CallLink uid={uid} from="anchor_profile" css={buttonStyle} data-look="primary" data-first>
              <Video size={20} aria-hidden="true" />
              {t('call:call')}
            </CallLink>
          </CallOrGems>
        ) : null}
        {mayAsk ? (
          <Button variant={mayCall ? 'plain' : 'primary'} data-first onClick={() => void askCallback(uid)}>
            <Video size={20} aria-hidden="true" />
            {t('call:callback.ask')}
          </Button>
        ) : null}
        {/* In the place of the call, so that the next button does not move under a finger when the presence becomes known. */}
        {isAway && callable.call ? <NotifyButton uid={uid} /> : null}
        <Button variant={mayCall || mayAsk ? 'plain' : 'primary'} onClick={() => void write()}>
          <MessageCircle size={20} aria-hidden="true" />
          {t('message')}
        </Button>
        {canBook ? (
          <ProfileIconButton
            label={t('book')}
            onPress={() => openPanel('book', { uid, name: nickName, price: person.price })}
          >
            <CalendarClock size={22} />
          </ProfileIconButton>
        ) : null}
        {mayGive ? (
          <ProfileIconButton label={t('gift')} onPress={() => openGiftsOfProfile(uid, nickName)}>
            <Gift size={22} />
          </ProfileIconButton>
        ) : null}
        <ProfileIconButton label={t('like')} pressed={liked} onPress={() => change(liked ? 'unlike' : 'like')}>
          <Heart size={22} />
        </ProfileIconButton>
        <ProfileIconButton label={t('favourite')} pressed={favourite} onPress={() => favour(!favourite)}>
          <Star size={22} />
        </ProfileIconButton>
        {share}
      </div>
      {mayCall && callable.price > 0 && freeCall ? <FreeCallNote {...freeCall} /> : null}
      {mayCall && callable.price === 0 ? <p css={styles.note}>{t('call:friendFree')}</p> : null}
      {callable.isPaused ? <p css={styles.note}>{t('call:reason.notTaking')}</p> : null}
      <Friendship name={nickName} relation={relation} onAction={change} />
    </div>
  );
};
