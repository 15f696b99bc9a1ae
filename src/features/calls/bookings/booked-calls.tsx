import { css } from '@emotion/react';
import { CalendarPlus, Video } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '#contract/calls/booking.ts';
import {
  BOOKING_FREE_CANCEL_MS,
  isBookingCallable,
  isBookingOpen,
  isCancelledLate,
} from '#contract/calls/booking-rules.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { profilePath } from '#contract/paths.ts';
import { core, userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { useServerNow } from '../../../data/use-server-now.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatAppointment, formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { calendarOf, endOf } from './appointment.ts';

const styles = {
  root: css({ marginBlockEnd: space(5) }),
  row: css({ display: 'grid', gap: space(3), padding: space(4) }),
  head: css({ display: 'flex', alignItems: 'center', gap: space(3) }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  name: css({ fontSize: size.md, fontWeight: 650, overflowWrap: 'anywhere' }),
  soft: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', overflowWrap: 'anywhere' }),
  acts: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
};

/** Largest number of ended bookings that are listed below the open ones. */
const ENDED_SHOWN = 5;

/** Saves a booked call as a calendar file on the device. */
function downloadCalendar({ id, startsAt, minutes, peer }: Booking, title: string): void {
  const address = new URL(profilePath(peer.uid), location.href).href;
  const text = calendarOf({ id, title, url: address, startsAt, minutes, now: Date.now() });
  saveFile(new Blob([text], { type: 'text/calendar' }), `call-${id}.ics`);
}

type ActsProps = { readonly booking: Booking; readonly now: number };

/** The buttons of an open booking that fit the user's side of it and the time `now`. */
const Acts = ({ booking, now }: ActsProps) => {
  const { t } = useTranslation(['bookings', 'call']);
  const { askCallback } = usePersonActs();
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const { id, side, peer, state, startsAt, minimumGems } = booking;
  const answer = async (accepts: boolean) => {
    setBusy(true);
    const result = await userActions.answerBooking(id, accepts);
    setBusy(false);
    reportFailure(result);
  };
  const isCallable = isBookingCallable(booking, now);
  const cost = side === 'viewer' && isCancelledLate(state, startsAt, now) ? minimumGems : 0;
  const hours = formatNumber(BOOKING_FREE_CANCEL_MS / HOUR_MS);
  return (
    <div css={styles.acts}>
      {isCallable && side === 'viewer' ? (
        <CallLink uid={peer.uid} from="video_history" css={buttonStyle} data-look="primary">
          <Video size={18} aria-hidden="true" />
          {t('start')}
        </CallLink>
      ) : null}
      {isCallable && side === 'host' ? (
        <Button variant="primary" onClick={() => void askCallback(peer.uid)}>
          <Video size={18} aria-hidden="true" />
          {t('call:callback.ask')}
        </Button>
      ) : null}
      {state === 'proposed' && side === 'host' ? (
        <>
          <Button variant="primary" small disabled={busy} onClick={() => void answer(true)}>
            {t('accept')}
          </Button>
          <Button small disabled={busy} onClick={() => void answer(false)}>
            {t('decline')}
          </Button>
        </>
      ) : null}
      {state === 'accepted' && now < startsAt ? (
        <Button small onClick={() => downloadCalendar(booking, t('event', { name: peer.nickName }))}>
          <CalendarPlus size={18} aria-hidden="true" />
          {t('calendar')}
        </Button>
      ) : null}
      {now < startsAt && (state === 'accepted' || side === 'viewer') ? (
        <Button variant="quiet" small onClick={() => setAsks(true)}>
          {t('cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asks}
        title={t('cancelTitle')}
        text={cost > 0 ? t('cancelCost', { hours, gems: formatNumber(cost) }) : t('cancelFree')}
        action={t('cancel')}
        onConfirm={async () => reportFailure(await userActions.cancelBooking(id, cost))}
        onClose={() => setAsks(false)}
      />
    </div>
  );
};

const Row = ({ booking, now }: ActsProps) => {
  const { t } = useTranslation('bookings');
  const { side, peer, state, startsAt, expiresAt, gems, chargedGems } = booking;
  const isOpen = isBookingOpen(state);
  const amount = formatNumber(isOpen ? gems : chargedGems);
  const sum = isOpen ? (side === 'viewer' ? 'holds' : 'earns') : side === 'viewer' ? 'paid' : 'earned';
  const until = formatAppointment(expiresAt, expiresAt);
  return (
    <div css={styles.row}>
      <div css={styles.head}>
        <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} />
        <div css={styles.words}>
          <h3 css={styles.name}>
            <PersonName name={peer.nickName} />
          </h3>
          <time dateTime={new Date(startsAt).toISOString()}>{formatAppointment(startsAt, endOf(booking))}</time>
          <p css={styles.soft}>
            {state === 'proposed' ? t('waits', { time: until }) : t(`state.${state}`)}
            {isOpen || chargedGems > 0 ? ` · ${t(sum, { gems: amount })}` : null}
          </p>
        </div>
      </div>
      {isOpen ? <Acts booking={booking} now={now} /> : null}
    </div>
  );
};

/**
 * The booked calls of the signed-in user, on either side: open ones by their start, then at most `ENDED_SHOWN` others.
 */
const BookedCalls = () => {
  const { t } = useTranslation('bookings');
  const isReady = useWords('bookings');
  const bookings = useAppState('bookings')?.bookings ?? [];
  const error = useRefresh(() => core.refreshBookings());
  const now = useServerNow();
  if (!isReady) return null;
  const open = bookings
    .filter(({ state }) => isBookingOpen(state))
    .toSorted((one, other) => one.startsAt - other.startsAt);
  const ended = bookings.filter(({ state }) => !isBookingOpen(state)).slice(0, ENDED_SHOWN);
  return (
    <div css={bookings.length > 0 ? styles.root : undefined}>
      {error && bookings.length > 0 ? <FailedNote text={explain(error)} /> : null}
      {bookings.length > 0 ? (
        <Group title={t('title')}>
          {[...open, ...ended].map((booking) => (
            <Row key={booking.id} booking={booking} now={now} />
          ))}
        </Group>
      ) : null}
    </div>
  );
};
export default BookedCalls;
