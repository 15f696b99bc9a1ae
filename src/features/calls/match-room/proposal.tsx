import { css } from '@emotion/react';
import { Video, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { MATCH_PROPOSAL_MS } from '#contract/calls/rules.ts';
import { useSession } from '../../../data/session.tsx';
import { useNow } from '../../../data/use-now.ts';
import { formatClock } from '../../../i18n/format.ts';
import { countryName, languageLabel } from '../../../i18n/names.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Flag } from '../../../ui/mark/flag.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { useOverlay } from '../../../ui/overlay.ts';
import { motion, onCall, portrait, radius, size, space, wide } from '../../../ui/style/tokens.ts';
import type { Proposal } from './use-match.ts';

/** A window that is lower than a phone in portrait orientation. */
const low = '@media (max-height: 479px)';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    color: portrait.ink,
    backgroundColor: portrait.night,
    animation: `appear ${motion.slow} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
    [wide]: {
      // A portrait as high as the viewport allows.
      insetBlock: space(5),
      insetInline: 0,
      marginInline: 'auto',
      inlineSize: `min(100% - ${space(10)}, max(420px, (100dvh - ${space(10)}) * 0.75))`,
      borderRadius: '28px',
    },
  }),
  foot: css({ position: 'absolute', inset: 0, backgroundImage: portrait.foot }),
  words: css({
    position: 'absolute',
    insetInline: 0,
    insetBlockEnd: 0,
    display: 'grid',
    gap: space(3),
    padding: space(5),
    paddingBlockEnd: space(6),
    textShadow: `0 1px 16px ${portrait.night}`,
    // In landscape and at 200 % zoom the words may be higher than the window.
    maxBlockSize: '100%',
    overflowY: 'auto',
    [low]: { gap: space(1.5), padding: space(4), paddingBlockEnd: space(3), backgroundColor: portrait.glass },
  }),
  name: css({
    fontSize: size.display,
    letterSpacing: '-0.02em',
    overflowWrap: 'anywhere',
    [low]: { fontSize: size.xl },
  }),
  pills: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
  pill: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '28px',
    paddingInline: space(2.5),
    borderRadius: radius.pill,
    backgroundColor: portrait.glass,
    fontSize: size.xs,
    fontWeight: 600,
  }),
  terms: css({ color: portrait.soft, textWrap: 'pretty', overflowWrap: 'anywhere' }),
  acts: css({ display: 'flex', gap: space(3), marginBlockStart: space(2) }),
  act: css({
    flex: 1,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    minBlockSize: '60px',
    [low]: { minBlockSize: '48px' },
    paddingInline: space(3),
    borderRadius: radius.pill,
    backgroundColor: portrait.glassHover,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    fontWeight: 700,
    transition: `transform ${motion.quick} ${motion.ease}, filter ${motion.quick}`,
    '&:hover:not(:disabled)': { filter: 'brightness(1.15)' },
    '&:active:not(:disabled)': { transform: 'scale(0.97)' },
    '&:focus-visible': { outlineColor: portrait.ink },
    '&[data-look="yes"]': { flex: 1.6, backgroundColor: onCall.accept, fontSize: size.lg },
  }),
  ring: css({ position: 'absolute', insetBlockStart: space(4), insetInlineEnd: space(4), color: portrait.ink }),
};

type Props = { readonly proposal: Proposal; readonly onAnswer: (yes: boolean) => void };

/** A proposed partner with the terms of the call and the buttons. Both sides have to accept. */
export const ProposalCard = ({ proposal, onAnswer }: Props) => {
  const { t } = useTranslation(['match', 'people']);
  const root = useRef<HTMLElement>(null);
  useOverlay(true);
  const { peer, price, freeSeconds, until, said, id } = proposal;
  const left = Math.max(0, until - useNow());
  const agreed = said === 'yes';
  const pays = useSession()?.role !== ROLE_ANCHOR;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another proposal moves the focus
  useEffect(() => root.current?.focus(), [id]);
  return (
    <section css={styles.root} ref={root} tabIndex={-1} role="alertdialog" aria-labelledby="match-proposal">
      <Picture
        uid={peer.uid}
        name={peer.nickName}
        url={peer.avatarUrl}
        sizes="(min-width: 1024px) 640px, 100vw"
        early
      />
      <div css={styles.foot} />
      <div css={styles.ring}>
        <ProgressRing value={left / MATCH_PROPOSAL_MS} label={t('room.time')} />
      </div>
      <div css={styles.words}>
        <h1 css={styles.name} id="match-proposal">
          <bdi>{peer.nickName}</bdi>
        </h1>
        <div css={styles.pills}>
          {peer.country === '' ? null : (
            <span css={styles.pill}>
              <Flag country={peer.country} />
              {countryName(peer.country)}
            </span>
          )}
          {peer.lang === '' ? null : <span css={styles.pill}>{languageLabel(peer.lang)}</span>}
        </div>
        <p css={styles.terms}>
          {t('room.free', { time: formatClock(freeSeconds) })}{' '}
          {pays ? t('room.then', { price: t('people:price', { count: price }) }) : null}
        </p>
        <p css={styles.terms} role="status">
          {agreed ? t('room.agreed', { name: peer.nickName }) : t('room.both')}
        </p>
        <div css={styles.acts}>
          <button type="button" css={styles.act} onClick={() => onAnswer(false)}>
            <X size={22} aria-hidden="true" />
            {t('skip')}
          </button>
          <button type="button" css={styles.act} data-look="yes" disabled={agreed} onClick={() => onAnswer(true)}>
            {agreed ? <Spinner /> : <Video size={24} aria-hidden="true" />}
            {t('room.talk')}
          </button>
        </div>
      </div>
    </section>
  );
};
