import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hosting } from '#contract/hosting/endpoints.ts';
import type { WeeklyHours as Hours } from '#contract/hosting/hours.ts';
import { userActions } from '../../../core/core.ts';
import { formatWeekday } from '../../../i18n/format.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { minuteOfTime, timeOfMinute } from './time-of-day.ts';

const styles = {
  times: css({ display: 'flex', flexWrap: 'wrap', gap: space(3), padding: space(4), '& > *': { flex: '1 1 120px' } }),
  foot: css({ display: 'grid', gap: space(3), padding: space(4) }),
  note: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', overflowWrap: 'anywhere' }),
};

type Days = Hours['days'];
const NO_HOURS: Days = Array.from({ length: 7 }, () => null);
/** First hours of a day that the host turns on, in minutes since midnight: 18:00 to 23:00. */
const FIRST_HOURS = { from: 1_080, to: 1_380 };
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The weekly hours of a host in the host's time zone; without any, viewers can call at any time. */
export const WeeklyHours = ({ host }: { readonly host: NonNullable<Hosting['host']> }) => {
  const { t } = useTranslation('hosting');
  const [changed, setChanged] = useState<Hours>();
  const [busy, setBusy] = useState(false);
  // The row of an older build has no weekly hours.
  const shown = changed ?? host.weeklyHours ?? { zone: deviceZone(), days: NO_HOURS };
  const isEmpty = shown.days.every((day) => day === null);
  const change = (at: number, hours: Days[number]) =>
    setChanged({ ...shown, days: shown.days.map((day, index) => (index === at ? hours : day)) });
  const save = async () => {
    setBusy(true);
    const result = await userActions.setWeeklyHours(isEmpty ? null : shown);
    setBusy(false);
    if (result.ok) setChanged(undefined);
    reportOutcome(result, t('hours.saved'));
  };
  return (
    <Group title={t('hours.title')} note={t('hours.note')}>
      {shown.days.map((day, at) => {
        const name = formatWeekday(at);
        const time = (end: 'from' | 'to', label: string) => (
          <Field
            type="time"
            label={label}
            aria-label={`${name}, ${label}`}
            value={timeOfMinute(day?.[end] ?? 0)}
            onChange={({ target }) => {
              const minute = minuteOfTime(target.value);
              if (day && minute !== undefined) change(at, { ...day, [end]: minute });
            }}
          />
        );
        return (
          <div key={name}>
            <Switch
              label={name}
              on={day !== null}
              disabled={busy}
              {...(day && day.to <= day.from && { hint: t('hours.nextDay') })}
              onSwitch={(on) => change(at, on ? FIRST_HOURS : null)}
            />
            {day ? (
              <div css={styles.times}>
                {time('from', t('hours.from'))}
                {time('to', t('hours.until'))}
              </div>
            ) : null}
          </div>
        );
      })}
      <div css={styles.foot}>
        <p css={styles.note}>{isEmpty ? t('hours.any') : t('hours.zone', { zone: shown.zone })}</p>
        {shown.zone === deviceZone() ? null : (
          <Button small disabled={busy} onClick={() => setChanged({ ...shown, zone: deviceZone() })}>
            {t('hours.useZone', { zone: deviceZone() })}
          </Button>
        )}
        <Button variant="primary" disabled={busy || !changed} onClick={() => void save()}>
          {t('hours.save')}
        </Button>
      </div>
    </Group>
  );
};
