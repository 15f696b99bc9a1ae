import { css } from '@emotion/react';
import { Lock, UserRoundX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import type { CardRow, PersonRow } from '#db/schema.ts';
import { useConfirmedPresence } from '../../../data/people/use-presence.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { useSession } from '../../../data/session.tsx';
import { useMinute } from '../../../data/use-minute.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatRecent } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { WALL } from '../../../paths.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Numbers } from '../../../ui/mark/numbers.tsx';
import { color, radius, size, space, wide } from '../../../ui/style/tokens.ts';
import { Album } from './album.tsx';
import { Clips } from './clips.tsx';
import { Gifts } from './gifts.tsx';
import { Hero } from './hero.tsx';
import { PrivateNote } from './private-note.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { Section } from './section.tsx';
import { useProfile } from './use-profile.ts';
import { UsualHours } from './usual-hours.tsx';

const styles = {
  root: css({
    display: 'grid',
    alignContent: 'start',
    gap: space(5),
    paddingBlockEnd: space(10),
    [wide]: {
      gridTemplateColumns: 'minmax(320px, 440px) minmax(0, 1fr)',
      gap: space(10),
      maxInlineSize: '1180px',
      marginInline: 'auto',
      padding: space(8),
    },
  }),
  portrait: css({ minInlineSize: 0, [wide]: { position: 'sticky', insetBlockStart: space(8), alignSelf: 'start' } }),
  rest: css({
    display: 'grid',
    // While little of the profile is known, its rows must not stretch to the height of the portrait.
    alignContent: 'start',
    gap: space(6),
    minInlineSize: 0,
    paddingInline: space(4),
    [wide]: { padding: 0 },
  }),
  note: css({
    padding: `${space(3)} ${space(4)}`,
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    color: color.soft,
    overflowWrap: 'anywhere',
  }),
  about: css({ color: color.soft, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxInlineSize: '64ch' }),
};

/** How many users like the profile's user, are their friends and favour them; nothing until the card is stored. */
const ProfileNumbers = ({ card }: { readonly card: CardRow | undefined }) => {
  const { t } = useTranslation('profile');
  if (!card) return null;
  return (
    <Numbers
      items={[
        { key: 'likes', label: t('likes'), value: card.likes },
        { key: 'friends', label: t('friends'), value: card.friends },
        { key: 'favourites', label: t('favourites'), value: card.favourites },
      ]}
    />
  );
};

type ExclusiveProps = { readonly uid: number; readonly name: string; readonly own: boolean };

/** Opens a host's exclusive page. Not shown to signed-out visitors. */
const ExclusiveButton = ({ uid, name, own }: ExclusiveProps) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const session = useSession();
  if (!ready || !session) return null;
  return (
    <Button wide onClick={() => openPanel('exclusive', { uid, name })}>
      <Lock size={18} aria-hidden="true" />
      {own ? t('exclusive.mine') : t('exclusive.title', { name })}
    </Button>
  );
};

/** Description that a user wrote about themselves; nothing is drawn if it is empty. */
const About = ({ person }: { readonly person: PersonRow }) => {
  const { t } = useTranslation('profile');
  if (isBlank(person.about)) return null;
  return (
    <Section title={t('about')}>
      <p css={styles.about} dir="auto">
        {person.about}
      </p>
    </Section>
  );
};

type Props = {
  readonly uid: number;
  /** Whether this is the user's own profile, shown as others see it. */
  readonly own: boolean;
  readonly onBack: () => void;
  /** Menu with report and block, placed on the portrait. */
  readonly menu: ReactNode;
};

/**
 * Profile page: portrait, actions, facts and media, for a host also the exclusive page and the gifts; or why the profile cannot be shown.
 */
export const Profile = ({ uid, own, onBack, menu }: Props) => {
  const { t } = useTranslation(['profile', 'people', 'common']);
  const { known, missing, error, refresh } = useProfile(uid);
  const now = useMinute();
  const presence = useConfirmedPresence(uid);
  const isHost = useSession()?.role === ROLE_ANCHOR;
  useWatchedPeople([uid]);
  if (!known || (!known.person && !missing)) return <ProfileSkeleton />;
  const { person, card, relation } = known;

  if (!person || error?.code === 'not-found') {
    const gone = error?.code === 'not-found' || !error;
    return (
      <Empty
        level="h1"
        art={gone ? <UserRoundX size={44} /> : <WifiOff size={44} />}
        title={t(gone ? 'missing.title' : 'offline.title')}
        text={gone ? t('missing.text') : explain(error)}
        action={
          gone ? (
            <Link href={WALL} css={buttonStyle} data-look="primary">
              {t('missing.action')}
            </Link>
          ) : (
            <Button variant="primary" onClick={() => void refresh()}>
              {t('common:retry')}
            </Button>
          )
        }
      />
    );
  }
  const fetchedAt = card?.fetchedAt ?? person.fetchedAt;
  const blurs = card?.blurs ?? {};
  return (
    <article css={styles.root}>
      <div css={styles.portrait}>
        <Hero person={person} presence={presence} rating={card?.rating} onBack={onBack} menu={menu} />
      </div>
      <div css={styles.rest}>
        {error ? (
          <p css={styles.note} role="status">
            {explain(error)} {t('people:updated', { when: formatRecent(fetchedAt, now) })}
          </p>
        ) : null}
        {relation?.blocked ? (
          <p css={styles.note} role="status">
            {t('blockedNote', { name: person.nickName })}
          </p>
        ) : null}
        <ProfileActions person={person} presence={presence} relation={relation} own={own} />
        {isHost && !own ? <PrivateNote uid={uid} /> : null}
        <UsualHours hours={card?.openHours} />
        <ProfileNumbers card={card} />
        <About person={person} />
        <Album urls={card?.albums ?? []} blurs={blurs} uid={uid} name={person.nickName} />
        <Clips clips={card?.videos ?? []} blurs={blurs} uid={uid} name={person.nickName} />
        {person.role === ROLE_ANCHOR ? (
          <>
            <ExclusiveButton uid={uid} name={person.nickName} own={own} />
            <Gifts uid={uid} gifts={card?.gifts ?? []} />
          </>
        ) : null}
      </div>
    </article>
  );
};
