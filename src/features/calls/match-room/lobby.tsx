import { css } from '@emotion/react';
import { Clock3, EyeOff, Gem, Handshake, Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { MatchFilter } from '#contract/calls/calls.ts';
import { MATCH_FREE_SECONDS } from '#contract/calls/rules.ts';
import { useSession } from '../../../data/session.tsx';
import { formatClock } from '../../../i18n/format.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, portrait, radius, size, space, wide } from '../../../ui/style/tokens.ts';
import { FilterFields } from './filter-fields.tsx';

const styles = {
  root: css({
    margin: 'auto',
    inlineSize: 'min(100%, 460px)',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space(5),
    padding: space(4),
    [wide]: {
      inlineSize: 'min(100%, 980px)',
      gridTemplateColumns: 'minmax(0, 380px) minmax(0, 1fr)',
      alignItems: 'center',
      gap: space(12),
      padding: space(8),
    },
  }),
  mirror: css({
    position: 'relative',
    justifySelf: 'center',
    inlineSize: 'min(56%, 30dvh)',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: '28px',
    backgroundColor: portrait.night,
    boxShadow: `0 28px 64px -24px ${color.glow}, 0 0 0 1px ${color.line}`,
    [wide]: { inlineSize: '100%', maxInlineSize: '52dvh' },
  }),
  words: css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space(4), minInlineSize: 0 }),
  title: css({
    fontSize: size.xxl,
    letterSpacing: '-0.02em',
    textAlign: 'center',
    [wide]: { fontSize: size.display, textAlign: 'start' },
  }),
  facts: css({
    display: 'grid',
    gap: space(2.5),
    '& li': { display: 'flex', alignItems: 'start', gap: space(3), color: color.soft, textWrap: 'pretty' },
    '& svg': { color: color.accentText, marginBlockStart: '2px' },
  }),
  problem: css({
    display: 'grid',
    gap: space(2),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.dangerWash,
    color: color.danger,
    textWrap: 'pretty',
    '& a': { justifySelf: 'start', color: color.text, textDecoration: 'underline', textUnderlineOffset: '3px' },
  }),
};

type Props = {
  readonly picture: ReactNode;
  readonly filter: MatchFilter;
  readonly onFilter: (filter: MatchFilter) => void;
  readonly busy: boolean;
  readonly problem: string;
  readonly help: ReactNode;
  readonly onStart: () => void;
};

/** Screen of the random match before the search: self-view, filter and price. */
export const Lobby = ({ picture, filter, onFilter, busy, problem, help, onStart }: Props) => {
  const { t } = useTranslation('match');
  const pays = useSession()?.role !== ROLE_ANCHOR;
  return (
    <div css={styles.root}>
      <div css={styles.mirror}>{picture}</div>
      <div css={styles.words}>
        <h1 css={styles.title}>{t('room.title')}</h1>
        <ul css={styles.facts}>
          <li>
            <Handshake size={20} aria-hidden="true" />
            {t('room.both')}
          </li>
          <li>
            <EyeOff size={20} aria-hidden="true" />
            {t('room.blurred')}
          </li>
          <li>
            <Clock3 size={20} aria-hidden="true" />
            {t('room.free', { time: formatClock(MATCH_FREE_SECONDS) })}
          </li>
          {pays ? (
            <li>
              <Gem size={20} aria-hidden="true" />
              {t('room.after')}
            </li>
          ) : null}
        </ul>
        <FilterFields filter={filter} onChange={onFilter} />
        {problem === '' ? null : (
          <div css={styles.problem} role="alert">
            {problem}
            {help}
          </div>
        )}
        <Button variant="primary" wide disabled={busy} onClick={onStart}>
          {busy ? <Spinner /> : <Shuffle size={20} aria-hidden="true" />}
          {t('room.start')}
        </Button>
      </div>
    </div>
  );
};
