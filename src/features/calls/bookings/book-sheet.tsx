import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BOOKING_AHEAD_MS,
  BOOKING_FREE_CANCEL_MS,
  BOOKING_LEAD_MS,
  BOOKING_MINIMUM_MINUTES,
  BOOKING_MINUTES,
  BOOKING_STEP_MS,
  isBookable,
} from '#contract/calls/booking-rules.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { AppError } from '#contract/result.ts';
import { userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatAppointment, formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { endOf, instantOf, localValueOf, nextStart } from './appointment.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space(4),
    padding: space(5),
    paddingBlockStart: 0,
  }),
  note: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', overflowWrap: 'anywhere' }),
};

type Minutes = (typeof BOOKING_MINUTES)[number];
type Props = { readonly uid: number; readonly name: string; readonly price: number; readonly onClose: () => void };

/** Proposes a booked call with a host: time, length, and what it costs in each case, before the gems are held. */
const BookSheet = ({ uid, name, price: shownPrice, onClose }: Props) => {
  const { t } = useTranslation('bookings');
  const isReady = useWords('bookings');
  const ahead = useAppState('clock')?.ahead ?? 0;
  const balance = useAppState('account')?.gemsBalance;
  const [opened] = useState(() => Date.now() + ahead);
  const [when, setWhen] = useState(() => localValueOf(nextStart(opened + BOOKING_FREE_CANCEL_MS + BOOKING_LEAD_MS)));
  const [minutes, setMinutes] = useState<Minutes>(BOOKING_MINUTES[1]);
  const [price, setPrice] = useState(shownPrice);
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  if (!isReady) return null;

  const startsAt = instantOf(when);
  const gems = price * minutes;
  const minimum = price * Math.min(BOOKING_MINIMUM_MINUTES, minutes);
  const isInTime = startsAt !== undefined && isBookable(startsAt, Date.now() + ahead);
  const isShort = balance !== undefined && balance < gems;
  const propose = async (event: FormEvent) => {
    event.preventDefault();
    if (startsAt === undefined || !isInTime) return setError({ code: 'booking', reason: 'time' });
    setBusy(true);
    const result = await userActions.proposeBooking(uid, startsAt, minutes, price);
    setBusy(false);
    if (result.ok) {
      showToast(t('proposed', { name }), 'good');
      return onClose();
    }
    if (result.error.code === 'price-changed' && result.error.price !== undefined) setPrice(result.error.price);
    setError(result.error);
  };
  return (
    <Sheet open onClose={onClose} title={t('sheet', { name })}>
      <form css={styles.root} onSubmit={(event) => void propose(event)} noValidate>
        <Field
          type="datetime-local"
          label={t('when')}
          value={when}
          min={localValueOf(nextStart(opened + BOOKING_LEAD_MS))}
          max={localValueOf(opened + BOOKING_AHEAD_MS)}
          step={BOOKING_STEP_MS / 1_000}
          {...(startsAt !== undefined && {
            hint: t('whenHint', { when: formatAppointment(startsAt, endOf({ startsAt, minutes })) }),
          })}
          onChange={({ target }) => {
            setWhen(target.value);
            setError(undefined);
          }}
        />
        <Group title={t('length')}>
          <RadioList
            legend={t('length')}
            value={minutes}
            options={BOOKING_MINUTES.map((value) => ({
              value,
              label: t('minutes', { number: formatNumber(value) }),
              hint: t('gems', { gems: formatNumber(value * price) }),
            }))}
            onChoose={setMinutes}
          />
        </Group>
        <p css={styles.note}>{t('held', { gems: formatNumber(gems) })}</p>
        <p css={styles.note}>
          {t('rules', {
            name,
            hours: formatNumber(BOOKING_FREE_CANCEL_MS / HOUR_MS),
            gems: formatNumber(minimum),
          })}
        </p>
        <FormError text={error ? explain(error) : ''} />
        {isShort ? (
          <GetGems
            variant="primary"
            wide
            scene={{ source: 'booking', need: gems - balance, returnTo: { to: 'profile', uid } }}
          />
        ) : (
          <Button type="submit" variant="primary" wide disabled={busy}>
            {t('propose', { gems: formatNumber(gems) })}
          </Button>
        )}
      </form>
    </Sheet>
  );
};
export default BookSheet;
