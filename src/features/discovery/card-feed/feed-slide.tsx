import { css } from '@emotion/react';
import { Heart, MessageCircle, UserRound, Video } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import type { ShownPerson } from '#db/reads/wall.ts';
import type { PersonRow } from '#db/schema.ts';
import { CardBadges } from '../../../person/person-card-badges.tsx';
import { PortraitFacts } from '../../../person/portrait-facts.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { Clip } from '../../../ui/media/clip.tsx';
import { playClip, stopClip } from '../../../ui/media/clip-stage.ts';
import { Picture } from '../../../ui/media/picture.tsx';
import { onCall, portrait, radius, space, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockStart: 0,
    insetInline: 0,
    display: 'grid',
    justifyItems: 'center',
    scrollSnapAlign: 'start',
    scrollSnapStop: 'always',
    overflow: 'hidden',
    [wide]: { paddingBlock: space(5) },
  }),
  stage: css({
    position: 'relative',
    inlineSize: '100%',
    blockSize: '100%',
    overflow: 'hidden',
    // On a wide screen the portrait keeps its aspect ratio.
    [wide]: { inlineSize: 'auto', aspectRatio: '3 / 4', maxInlineSize: '100%', borderRadius: '24px' },
  }),
  foot: css({ position: 'absolute', inset: 0, backgroundImage: portrait.foot, pointerEvents: 'none' }),
  words: css({
    position: 'absolute',
    insetInlineStart: 0,
    insetInlineEnd: space(18),
    insetBlockEnd: 0,
    padding: space(5),
    paddingBlockEnd: space(6),
  }),
  acts: css({
    position: 'absolute',
    insetInlineEnd: space(4),
    insetBlockEnd: space(6),
    display: 'grid',
    gap: space(3),
  }),
  act: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '52px',
    blockSize: '52px',
    borderRadius: radius.pill,
    backgroundColor: portrait.glass,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    color: portrait.ink,
    '&:hover': { backgroundColor: portrait.glassHover },
    '&:focus-visible': { outlineColor: portrait.ink },
    '&[aria-pressed="true"]': { color: portrait.liked },
    '&[data-look="call"]': { backgroundColor: onCall.accept, '&:hover': { filter: 'brightness(1.1)' } },
  }),
};

const SETTLE_MS = 500;

type Props = {
  readonly person: PersonRow;
  readonly shown: ShownPerson | undefined;
  /** Distance from the top of the feed, px. */
  readonly top: number;
  readonly height: number;
  readonly current: boolean;
};

/**
 * One host at the full height of the feed, with facts and buttons to call, like, write and open the profile. Only the current one plays its
 * clip and takes input.
 */
export const FeedSlide = ({ person, shown, top, height, current }: Props) => {
  const { t } = useTranslation(['match', 'call']);
  const { like, message } = usePersonActs();
  const { uid, nickName: name } = person;
  const liked = shown?.liked ?? false;
  useEffect(() => {
    if (!current || person.videoUrl === '') return;
    const timer = setTimeout(() => playClip(uid), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stopClip(uid);
    };
  }, [current, uid, person.videoUrl]);
  return (
    <article
      css={styles.root}
      aria-label={name}
      aria-hidden={!current}
      inert={!current}
      style={{ blockSize: height, translate: `0 ${top}px` }}
    >
      <div css={styles.stage} data-portrait={uid}>
        <Picture
          uid={uid}
          name={name}
          url={person.avatarUrl}
          blur={person.avatarBlur}
          sizes="(min-width: 1024px) 640px, 100vw"
          early
        />
        <Clip uid={uid} url={person.videoUrl} />
        <div css={styles.foot} />
        <CardBadges isNew={person.isNew} isSilver={person.isSilver} />
        <div css={styles.words}>
          <PortraitFacts person={person} presence={shown?.status ?? 'offline'} />
        </div>
        <div css={styles.acts}>
          <CallLink
            uid={uid}
            from="match"
            css={styles.act}
            data-look="call"
            aria-label={t('call:callName', { name })}
            title={t('call:callName', { name })}
          >
            <Video size={26} aria-hidden="true" />
          </CallLink>
          <button
            type="button"
            css={styles.act}
            aria-pressed={liked}
            aria-label={t('likeName', { name })}
            title={t('likeName', { name })}
            onClick={() => void like(uid, !liked)}
          >
            <Heart size={24} fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />
          </button>
          <button
            type="button"
            css={styles.act}
            aria-label={t('messageName', { name })}
            title={t('messageName', { name })}
            onClick={() => void message(uid, name)}
          >
            <MessageCircle size={24} aria-hidden="true" />
          </button>
          <Link
            href={profilePath(uid)}
            css={styles.act}
            aria-label={t('profileName', { name })}
            title={t('profileName', { name })}
          >
            <UserRound size={24} aria-hidden="true" />
          </Link>
        </div>
      </div>
    </article>
  );
};
