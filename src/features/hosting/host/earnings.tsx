import { css } from '@emotion/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RATINGS_SHOWN_FROM, type Studio, type StudioDay } from '#contract/hosting/studio.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDate, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { ChipTabs } from '../../../ui/layout/chip-tabs.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { accent, color, radius, size, space } from '../../../ui/style/tokens.ts';
import { downloadDays, earnedIn, PERIODS, type Period, sumDays } from './earnings-sums.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), minInlineSize: 0 }),
  panel: css({ display: 'grid', gap: space(4), paddingBlockStart: space(3) }),
  none: css({ padding: space(4), color: color.soft }),
  table: css({
    inlineSize: '100%',
    borderCollapse: 'collapse',
    fontSize: size.xs,
    '& th, & td': { paddingBlock: space(2), paddingInline: space(3), textAlign: 'start', verticalAlign: 'top' },
    '& thead th': { color: color.soft, fontWeight: 600 },
    '& tbody tr': { borderBlockStart: `1px solid ${color.line}` },
    '& tbody th': { fontWeight: 550 },
    '& :is(th, td):last-child': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', fontWeight: 650 },
  }),
  source: css({ display: 'block', color: color.soft, overflowWrap: 'anywhere' }),
  bar: css({ display: 'block', blockSize: '6px', borderRadius: radius.pill, backgroundImage: accent }),
};

const SOURCES = ['calls', 'bookings', 'gifts', 'media', 'other'] as const;

/** The date of a UTC day, in the words of the language; noon keeps the day in every time zone. */
const dateOf = ({ day }: StudioDay) => formatDate(Date.parse(`${day}T12:00:00Z`));

/**
 * The days of a period on which gems moved, each with its sources, purchases among them, and a bar that compares what was earned; a note if
 * there are none.
 */
const Days = ({ days }: { readonly days: readonly StudioDay[] }) => {
  const { t } = useTranslation('hosting');
  const moved = days.filter((day) => SOURCES.some((source) => day[source] !== 0));
  const most = Math.max(1, ...moved.map(earnedIn));
  if (moved.length === 0) return <p css={styles.none}>{t('earnings.none')}</p>;
  return (
    <table css={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('earnings.day')}</th>
          <th scope="col">{t('earnings.moves')}</th>
          <th scope="col">{t('earnings.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {moved.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dateOf(day)}</th>
            <td>
              <span css={styles.bar} style={{ inlineSize: `${(100 * earnedIn(day)) / most}%` }} aria-hidden="true" />
              {SOURCES.filter((source) => day[source] !== 0).map((source) => (
                <span key={source} css={styles.source}>
                  {t(`earnings.${source}`)}: <bdi>{formatNumber(day[source])}</bdi>
                </span>
              ))}
            </td>
            <td>
              <bdi>{formatNumber(earnedIn(day) + day.other)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Figures = ({ studio, period }: { readonly studio: Studio; readonly period: Period }) => {
  const { t } = useTranslation('hosting');
  const sums = sumDays(studio.days, period);
  const { stars, reasons = [] } = studio.rating;
  const calls = sums.answered + sums.missed;
  const share = calls > 0 ? ` (${formatPercent(sums.answered / calls)})` : '';
  return (
    <Group>
      <PlainRow label={t('earnings.total')} value={formatNumber(earnedIn(sums))} />
      <PlainRow label={t('earnings.minutes')} value={formatNumber(sums.minutes)} />
      <PlainRow label={t('earnings.answered')} value={`${formatNumber(sums.answered)}${share}`} />
      <PlainRow label={t('earnings.missed')} value={formatNumber(sums.missed)} />
      <PlainRow
        label={t('earnings.rating')}
        value={
          stars === null
            ? t('earnings.ratingSoon', { number: formatNumber(RATINGS_SHOWN_FROM) })
            : t('earnings.ratingOf', { stars: formatNumber(stars) })
        }
      />
      {reasons.map(({ reason, count }) => (
        <PlainRow key={reason} label={t(`call.reasons.${reason}`)} value={formatNumber(count)} />
      ))}
    </Group>
  );
};

/** Earnings of a host today, in 7 and in 30 days, by day and source, with calls and rating, and a file with all days. */
export const Earnings = () => {
  const { t } = useTranslation('hosting');
  const studio = useAppState('studio');
  // Fetched again when the balance changes, so that gems that arrive while the page is open are counted at once.
  const error = useRefresh(() => core.refreshStudio(), true, useAppState('account')?.gemsBalance);
  const [period, setPeriod] = useState<Period>('week');
  if (!studio) return error ? <FailedNote text={explain(error)} /> : null;
  return (
    <section css={styles.root} aria-label={t('earnings.title')}>
      {error ? <FailedNote text={explain(error)} /> : null}
      <ChipTabs
        label={t('earnings.title')}
        chips={(['today', 'week', 'month'] as const).map((value) => ({ value, label: t(`earnings.${value}`) }))}
        value={period}
        onChange={setPeriod}
      >
        <div css={styles.panel}>
          <Figures studio={studio} period={period} />
          <Group title={t('earnings.table')} note={t('earnings.note')}>
            <Days days={studio.days.slice(0, PERIODS[period])} />
          </Group>
          <Button onClick={() => downloadDays(studio.days)}>
            <Download size={18} aria-hidden="true" />
            {t('earnings.csv')}
          </Button>
        </div>
      </ChipTabs>
    </section>
  );
};
