import { css } from '@emotion/react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMIT_GEMS_MAX, type SpendLimit } from '#contract/wallet/limits.ts';
import { core } from '../../../core/core.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { HistoryFrame } from './around.tsx';
import { dateTime } from './date-time.ts';
import { holdsAtOnce, limitOf } from './limit-wish.ts';
import { rowStyles } from './styles.ts';

const styles = {
  one: css({ display: 'grid', gap: space(3), padding: space(4) }),
  title: css({ fontSize: size.md }),
  soft: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  form: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: space(2),
    '& > :first-child': { flex: '1 1 140px' },
    '&& > button': { paddingInline: space(4) },
  }),
  bar: css({
    blockSize: '6px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    overflow: 'hidden',
    '& > span': { display: 'block', blockSize: '100%', backgroundColor: color.accentText },
  }),
};

type OneProps = {
  readonly limit: SpendLimit;
  /** Resolves to whether the limit was set. */
  readonly onSet: (limit: SpendLimit, gems: number | null) => Promise<boolean>;
};

const One = ({ limit, onSet }: OneProps) => {
  const { t } = useTranslation('history');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const title = useId();
  const { scope, window, gems, used, next, nextAt } = limit;
  const wish = limitOf(typed);
  // The buttons stay enabled while busy, so that keyboard users do not lose the focus.
  const set = async (to: number | null) => {
    if (busy) return;
    setBusy(true);
    const isSet = await onSet(limit, to);
    setBusy(false);
    // After a failure the typed value stays.
    if (isSet) setTyped('');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissed(wish === undefined);
    if (wish !== undefined) void set(wish);
  };
  const isBad = wish === undefined && (typed !== '' || isMissed);
  return (
    <div css={styles.one}>
      <h3 css={styles.title} id={title}>
        {t(`limits.${scope}.${window}`)}
      </h3>
      <p css={styles.soft}>
        {gems === null
          ? t('limits.none', { used: formatNumber(used) })
          : t('limits.some', { used: formatNumber(used), gems: formatNumber(gems) })}
      </p>
      {gems === null ? null : (
        <div css={styles.bar} aria-hidden="true">
          <span style={{ inlineSize: `${gems === 0 ? 100 : Math.min(100, (used / gems) * 100)}%` }} />
        </div>
      )}
      {nextAt === null ? null : (
        <p css={styles.soft} role="status">
          {next === null
            ? t('limits.endsAt', { at: dateTime(nextAt) })
            : t('limits.becomesAt', { at: dateTime(nextAt), gems: formatNumber(next) })}
        </p>
      )}
      <form css={styles.form} aria-labelledby={title} aria-busy={busy} onSubmit={onSubmit}>
        <Field
          label={t('limits.new')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => {
            setMissed(false);
            setTyped(currentTarget.value.trim());
          }}
          error={isBad ? t('limits.bad', { most: formatNumber(LIMIT_GEMS_MAX) }) : undefined}
        />
        <Button type="submit">{t('limits.set')}</Button>
        {gems === null ? null : (
          <Button variant="quiet" onClick={() => void set(null)}>
            {t('limits.remove')}
          </Button>
        )}
      </form>
    </div>
  );
};

/** The user's own spending limits, which the server enforces in the ledger. */
export const Limits = () => {
  const { t } = useTranslation('history');
  const [limits, setLimits] = useState<readonly SpendLimit[]>();
  const { error, busy, refresh } = useRefreshing(async () => {
    const result = await core.spendLimits(null);
    if (result.ok) setLimits(result.value.limits);
    return result;
  });
  const onSet = async ({ scope, window, gems: before }: SpendLimit, gems: number | null) => {
    const result = await core.spendLimits({ scope, window, gems });
    if (result.ok) setLimits(result.value.limits);
    reportOutcome(result, t(holdsAtOnce(before, gems) ? 'limits.now' : 'limits.later'));
    return result.ok;
  };
  return (
    <HistoryFrame
      error={error}
      busy={busy}
      refresh={() => void refresh()}
      readMore={() => undefined}
      isThere={limits !== undefined}
      hasMore={false}
    >
      <div css={rowStyles.root}>
        <p css={styles.soft}>{t('limits.lead')}</p>
        {(['buy', 'use'] as const).map((scope) => (
          <Group key={scope} title={t(`limits.${scope}.title`)}>
            {(limits ?? [])
              .filter((limit) => limit.scope === scope)
              .map((limit) => (
                <One key={limit.window} limit={limit} onSet={onSet} />
              ))}
          </Group>
        ))}
      </div>
    </HistoryFrame>
  );
};
