import { css, keyframes } from '@emotion/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MatchFilter } from '#contract/calls/calls.ts';
import { MATCH_FREE_SECONDS } from '#contract/calls/rules.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatClock } from '../../../i18n/format.ts';
import { countryName, languageLabel } from '../../../i18n/names.ts';
import { WALL } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { color, depth, portrait, radius, size, space, stillMotion } from '../../../ui/style/tokens.ts';

/** Waiting time after which the screen says that no partner is available, and makes suggestions; ms. */
const LONELY_AFTER_MS = 20_000;

const spread = keyframes({
  from: { transform: 'scale(1)', opacity: 0.7 },
  to: { transform: 'scale(2.1)', opacity: 0 },
});

const styles = {
  root: css({
    flex: 1,
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: space(4),
    padding: `${space(16)} ${space(4)} ${space(6)}`,
    textAlign: 'center',
    overflow: 'hidden',
    '&:focus-visible': { outline: 'none' },
  }),
  pulse: css({
    position: 'relative',
    inlineSize: 'min(44vw, 220px)',
    aspectRatio: '1',
    marginBlock: space(12),
    '&::before, &::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: '50%',
      boxShadow: `inset 0 0 0 2px ${color.accentText}`,
      animation: `${spread} 3s cubic-bezier(0.2, 0.6, 0.4, 1) infinite`,
    },
    '&::after': { animationDelay: '1.5s' },
    // With reduced motion: two static rings.
    [stillMotion]: {
      '&::before': { transform: 'scale(1.16)', opacity: 0.5, animation: 'none' },
      '&::after': { transform: 'scale(1.32)', opacity: 0.25, animation: 'none' },
    },
  }),
  face: css({
    position: 'absolute',
    zIndex: depth.above,
    inset: 0,
    overflow: 'hidden',
    borderRadius: '50%',
    backgroundColor: portrait.night,
    boxShadow: `0 20px 60px -12px ${color.glow}, 0 0 0 4px ${color.surface}`,
  }),
  title: css({ fontSize: size.xl, letterSpacing: '-0.02em' }),
  soft: css({ color: color.soft, maxInlineSize: '36ch', textWrap: 'balance' }),
  time: css({ fontVariantNumeric: 'tabular-nums' }),
  chips: css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space(2) }),
  chip: css({
    paddingInline: space(3),
    lineHeight: '30px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    fontSize: size.xs,
    fontWeight: 600,
  }),
  acts: css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space(2) }),
};

type Props = {
  readonly picture: ReactNode;
  /** Start of the wait, device clock, ms. */
  readonly since: number;
  /** Name of a proposed partner who has just left; otherwise empty. */
  readonly gone: string;
  readonly filter: MatchFilter;
  readonly onFilter: (filter: MatchFilter) => void;
  readonly onCancel: () => void;
};

/** Screen of the random match during the search: the self-view, waiting time and suggestions. */
export const Waiting = ({ picture, since, gone, filter, onFilter, onCancel }: Props) => {
  const { t } = useTranslation(['match', 'common']);
  const root = useRef<HTMLElement>(null);
  const waited = Math.max(0, useNow() - since);
  const lonely = waited >= LONELY_AFTER_MS;
  const wishes = [languageLabel(filter.lang), countryName(filter.country)].filter(Boolean);
  // The pressed button is unmounted; the focus lets a screen reader announce the new state.
  useEffect(() => root.current?.focus(), []);
  return (
    <section css={styles.root} ref={root} tabIndex={-1} aria-labelledby="match-waiting">
      <div css={styles.pulse}>
        <div css={styles.face}>{picture}</div>
      </div>
      <h1 css={styles.title} id="match-waiting">
        {t('room.looking')}
      </h1>
      <p css={styles.soft} role="status">
        {gone === '' ? null : t('room.gone', { name: gone })}
        {gone === '' && lonely ? t(wishes.length > 0 ? 'room.lonelyFilter' : 'room.lonely') : null}
        {gone === '' && !lonely ? t('room.free', { time: formatClock(MATCH_FREE_SECONDS) }) : null}
      </p>
      <p css={[styles.soft, styles.time]} role="timer">
        {formatClock(waited / 1_000)}
      </p>
      {wishes.length > 0 ? (
        <div css={styles.chips}>
          {wishes.map((wish) => (
            <span key={wish} css={styles.chip}>
              {wish}
            </span>
          ))}
        </div>
      ) : null}
      <div css={styles.acts}>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        {lonely && wishes.length > 0 ? (
          <Button variant="primary" onClick={() => onFilter({ lang: '', country: '' })}>
            {t('room.widen')}
          </Button>
        ) : null}
        {lonely && wishes.length === 0 ? (
          <Link href={WALL} css={buttonStyle} data-look="primary">
            {t('empty.action')}
          </Link>
        ) : null}
      </div>
    </section>
  );
};
