import { css } from '@emotion/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TasksRow } from '#db/schema.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatHours, formatNumber } from '../../../i18n/format.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(5),
    padding: space(5),
    borderRadius: '24px',
    backgroundColor: color.surface,
    backgroundImage: `radial-gradient(70% 90% at 10% 0%, ${color.aurora1}, transparent), radial-gradient(70% 90% at 100% 20%, ${color.aurora2}, transparent)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ fontSize: size.lg }),
  days: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: space(2),
    '@media (min-width: 600px)': { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' },
  }),
  day: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(1),
    paddingBlock: space(3),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    fontVariantNumeric: 'tabular-nums',
    '&[data-state="claimable"]': { boxShadow: `inset 0 0 0 2px ${color.accentText}, 0 8px 24px -8px ${color.glow}` },
    '&[data-state="done"] svg[data-tier]': { opacity: 0.55 },
    // On a phone the last day fills the rest of its row.
    '&[data-last]': { gridColumn: 'span 2', '@media (min-width: 600px)': { gridColumn: 'auto' } },
  }),
  name: css({ fontSize: size.xs, color: color.soft }),
  coins: css({ fontWeight: 700 }),
  coin: css({ position: 'relative', display: 'grid' }),
  // The check mark is on the coin, as in the corner of the cell it would cover the number.
  tick: css({
    position: 'absolute',
    insetBlockEnd: `-${space(1)}`,
    insetInlineEnd: `-${space(1)}`,
    display: 'grid',
    placeItems: 'center',
    inlineSize: '20px',
    blockSize: '20px',
    borderRadius: '50%',
    backgroundColor: color.online,
    color: color.ground,
  }),
  foot: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(3),
    '@media (max-width: 599px)': { '& > button': { flex: '1 0 100%' } },
  }),
  rest: css({ display: 'flex', alignItems: 'center', gap: space(3), color: color.soft, minBlockSize: '48px' }),
  clock: css({ fontWeight: 700, fontVariantNumeric: 'tabular-nums', color: color.text }),
  ring: css({ transform: 'rotate(-90deg)', fill: 'none', strokeWidth: 5, strokeLinecap: 'round' }),
  track: css({ stroke: color.line }),
  bar: css({ stroke: color.accentText }),
};

const DAY_S = 86_400;

/** Time left until the next check-in, as a ring and in digits. A component of its own, so that only it rerenders each second. */
const Countdown = ({ until }: { readonly until: number }) => {
  const { t } = useTranslation('rewards');
  const left = Math.max(0, Math.ceil((until - useNow()) / 1_000));
  return (
    <div css={styles.rest} role="timer">
      <svg css={styles.ring} width={40} height={40} viewBox="0 0 48 48" aria-hidden="true">
        <circle css={styles.track} cx={24} cy={24} r={20} />
        <circle
          css={styles.bar}
          cx={24}
          cy={24}
          r={20}
          pathLength={100}
          strokeDasharray={100}
          strokeDashoffset={100 - (100 * left) / DAY_S}
        />
      </svg>
      <span>
        {t('tasks.next')} <span css={styles.clock}>{formatHours(left)}</span>
      </span>
    </div>
  );
};

type Props = {
  readonly days: TasksRow['days'];
  /** Time of the next check-in, device clock, ms; 0 if unknown. */
  readonly nextAt: number;
  readonly isBusy: boolean;
  readonly onCheckIn: (() => void) | undefined;
};

/** The seven days of the check-in with their silver, the time until the next one, and a button for today's. */
export const CheckIn = ({ days, nextAt, isBusy, onCheckIn }: Props) => {
  const { t } = useTranslation('rewards');
  const today = days.find(({ state }) => state === 'claimable');
  return (
    <section css={styles.root} aria-labelledby="check-in">
      <h2 css={styles.title} id="check-in">
        {t('tasks.row')}
      </h2>
      <ol css={styles.days}>
        {days.map(({ day, coins, state }) => (
          <li
            key={day}
            css={styles.day}
            data-state={state}
            data-last={day === days.length || undefined}
            aria-current={state === 'claimable' ? 'date' : undefined}
          >
            <span css={styles.name}>{t('tasks.day', { day: formatNumber(day) })}</span>
            {/* The last day shows a pile of coins. */}
            <span css={styles.coin}>
              <Coin kind="silver" balance={day === days.length ? 3_000 : coins >= 60 ? 300 : 0} size={36} />
              {state === 'done' ? (
                <span css={styles.tick}>
                  <Check size={14} aria-hidden="true" />
                  <Hidden>{t('tasks.done')}</Hidden>
                </span>
              ) : null}
            </span>
            <span css={styles.coins}>{formatNumber(coins)}</span>
          </li>
        ))}
      </ol>
      <div css={styles.foot}>
        {nextAt > 0 ? <Countdown until={nextAt} /> : <span />}
        {today && onCheckIn ? (
          <Button variant="primary" onClick={onCheckIn} disabled={isBusy}>
            {t('tasks.checkIn', { silver: formatNumber(today.coins) })}
          </Button>
        ) : null}
      </div>
    </section>
  );
};
