import { css } from '@emotion/react';
import { memo, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isTouch } from '../data/touch.ts';
import { formatNumber } from '../i18n/format.ts';
import { countryName, languageLabel } from '../i18n/names.ts';
import { Flag } from '../ui/mark/flag.tsx';
import { Clip } from '../ui/media/clip.tsx';
import { Picture } from '../ui/media/picture.tsx';
import { useClipPress } from '../ui/media/use-clip-press.ts';
import { Hidden } from '../ui/style/hidden.tsx';
import { color, motion, portrait, radius, size, space } from '../ui/style/tokens.ts';
import type { PresenceStatus } from './avatar.tsx';
import { CardActions } from './person-card-actions.tsx';
import { CardBadges } from './person-card-badges.tsx';
import { PersonName } from './person-name.tsx';
import { PresenceDot } from './presence-dot.tsx';
import { PriceTag } from './price-tag.tsx';

const styles = {
  root: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    borderRadius: radius.card,
    overflow: 'hidden',
    isolation: 'isolate',
    containerType: 'inline-size',
    backgroundColor: color.raised,
    boxShadow: `0 1px 0 ${color.line}, 0 10px 24px -18px ${color.shadow}`,
    '& [data-portrait]': { transition: `transform ${motion.slow} ${motion.ease}` },
    '@media (hover: hover)': { '&:hover [data-portrait]': { transform: 'scale(1.035)' } },
  }),
  link: css({
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'flex-end',
    color: portrait.ink,
    userSelect: 'none',
    WebkitTouchCallout: 'none',
    // An outline of the link itself would be painted below the picture.
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: radius.card,
      outline: `3px solid ${portrait.ink}`,
      outlineOffset: '-3px',
      boxShadow: `inset 0 0 0 5px ${portrait.dark}`,
    },
  }),
  portrait: css({
    position: 'absolute',
    inset: 0,
    // The card clips its corners; during the transition to the profile the portrait is rendered without the card.
    '&[data-moving]': { borderRadius: radius.card, overflow: 'hidden' },
  }),
  foot: css({ position: 'absolute', inset: 0, backgroundImage: portrait.foot, pointerEvents: 'none' }),
  words: css({
    position: 'relative',
    flex: 1,
    minInlineSize: 0,
    display: 'grid',
    gap: space(1.5),
    padding: space(3),
    '@container (max-width: 200px)': { padding: space(2.5), fontSize: '0.9375rem' },
  }),
  line: css({ display: 'flex', alignItems: 'center', gap: space(1.5), minInlineSize: 0 }),
  name: css({
    minInlineSize: 0,
    fontWeight: 680,
    letterSpacing: '-0.01em',
    lineHeight: 1.25,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  }),
  age: css({ flexShrink: 0, fontWeight: 500, lineHeight: 1.25, fontVariantNumeric: 'tabular-nums' }),
  lang: css({
    flex: 1,
    minInlineSize: 0,
    fontSize: size.xs,
    color: portrait.soft,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // On narrow cards only the flag is shown.
    '@container (max-width: 200px)': { visibility: 'hidden' },
  }),
};

/** Data of a person that `PersonCard` shows. */
export type CardPerson = {
  readonly uid: number;
  readonly nickName: string;
  readonly avatarUrl: string;
  readonly avatarBlur?: string;
  readonly videoUrl: string;
  readonly country: string;
  readonly lang: string;
  /** -1 when unknown. */
  readonly age: number;
  readonly price: number;
  readonly isNew: boolean;
  readonly isSilver: boolean;
  /** False: no call button. */
  readonly takesCalls?: boolean;
};

type Props = {
  readonly person: CardPerson;
  readonly presence: PresenceStatus;
  readonly href: string;
  /** Width of the card, in the format of the attribute `sizes`. */
  readonly sizes: string;
  readonly liked?: boolean;
  readonly early?: boolean;
  /** False for a card that is reached by arrow keys only. */
  readonly tabbable?: boolean;
  readonly onLike?: (uid: number, liked: boolean) => void;
  readonly onMessage?: (uid: number, name: string) => void;
  readonly onCall?: (uid: number) => void;
  /** False where calls cost no gems: no price is shown. */
  readonly forGems?: boolean;
};

/**
 * Portrait card of a person on the wall and in lists of hosts. The whole card links to the profile; hovering or a long press
 * plays the clip.
 */
export const PersonCard = memo((props: Props) => {
  const { person, presence, href, sizes, liked = false, early = false, tabbable = true } = props;
  const { onLike, onMessage, onCall, forGems = true } = props;
  const { uid, nickName, country, lang, age, isNew, isSilver } = person;
  const price = forGems ? person.price : 0;
  const { t } = useTranslation(['wall', 'people', 'common']);
  const [pointed, setPointed] = useState(false);
  const touch = isTouch();
  const press = useClipPress(uid, person.videoUrl !== '');
  const spoken = [
    nickName,
    age > 0 ? formatNumber(age) : '',
    t(`common:presence.${presence}`),
    countryName(country),
    languageLabel(lang),
    price > 0 ? t('people:price', { count: price }) : '',
    isNew ? t('card.new') : '',
    isSilver ? t('card.silver') : '',
  ];
  return (
    <article
      css={styles.root}
      {...press}
      onPointerEnter={(event: PointerEvent) => {
        if (event.pointerType === 'mouse') setPointed(true);
        press?.onPointerEnter(event);
      }}
      onPointerLeave={() => {
        setPointed(false);
        press?.onPointerLeave();
      }}
    >
      <Link href={href} css={styles.link} draggable={false} data-card={uid} tabIndex={tabbable ? undefined : -1}>
        <Hidden>{spoken.filter((word) => word !== '').join(', ')}</Hidden>
        <span css={styles.portrait} data-portrait={uid}>
          <Picture
            uid={uid}
            name={nickName}
            url={person.avatarUrl}
            blur={person.avatarBlur}
            sizes={sizes}
            early={early}
          />
          <Clip uid={uid} url={person.videoUrl} />
        </span>
        <span css={styles.foot} />
        <CardBadges isNew={isNew} isSilver={isSilver} />
        <span css={styles.words} aria-hidden="true">
          <span css={styles.line}>
            <PresenceDot status={presence} />
            <span css={styles.name}>
              <PersonName name={nickName} />
            </span>
            {age > 0 ? <span css={styles.age}>{formatNumber(age)}</span> : null}
          </span>
          <span css={styles.line}>
            <Flag country={country} />
            <span css={styles.lang}>{languageLabel(lang)}</span>
            <PriceTag price={price} on="portrait" silent />
          </span>
        </span>
      </Link>
      {onLike && onMessage && (pointed || tabbable || liked || touch) ? (
        <CardActions
          name={nickName}
          liked={liked}
          tabbable={tabbable}
          onLike={() => onLike(uid, !liked)}
          onMessage={() => onMessage(uid, nickName)}
          onCall={onCall && person.price > 0 && (person.takesCalls ?? true) ? () => onCall(uid) : undefined}
        />
      ) : null}
    </article>
  );
});
PersonCard.displayName = 'PersonCard';
