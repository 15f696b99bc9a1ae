import { css } from '@emotion/react';
import { Gem, Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CALL_WARNING_SECONDS } from '#contract/calls/rules.ts';
import type { CallRow } from '#db/schema.ts';
import { useNow } from '../../../../data/use-now.ts';
import { formatClock } from '../../../../i18n/format.ts';
import { openStore } from '../../../../payments/open-store.ts';
import { onCall, portrait, radius, size, space } from '../../../../ui/style/tokens.ts';
import { gemsAMinute, isFreeOnly } from './offer.ts';
import { meterAt } from './use-elapsed.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space(1)} ${space(2)}`,
    minBlockSize: '36px',
    paddingInline: space(3),
    paddingBlock: space(1),
    borderRadius: '18px',
    backgroundColor: portrait.glass,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    color: portrait.ink,
    fontSize: size.xs,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    '&[data-last]': { color: onCall.warn, boxShadow: `inset 0 0 0 1px ${onCall.warn}` },
    '& > span': { display: 'inline-flex', alignItems: 'center', gap: space(1), borderRadius: radius.pill },
  }),
  get: css({
    minBlockSize: '32px',
    color: 'inherit',
    fontWeight: 700,
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  }),
  time: css({ fontSize: size.md, fontWeight: 700 }),
};

/**
 * Elapsed time and price of a call, the free time left, for the caller then the time that the gems cover, and whether the meter is paused.
 * In the last paid minute it turns amber for the caller, who can buy gems. A call that costs no gems shows no price.
 */
export const MeterPill = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation(['call', 'people', 'common']);
  const meter = meterAt(call, useNow());
  const { elapsed, freeLeft, left, running } = meter;
  // While only prepaid time is left, and before the meter of a match starts, neither price nor warning is shown.
  const free = isFreeOnly(call, meter) || (call.kind === 'match' && !call.meter);
  const price = gemsAMinute(call);
  const last = left !== undefined && left <= CALL_WARNING_SECONDS && price > 0 && !free;
  return (
    <div css={styles.root} data-last={last || undefined} role="timer">
      <span css={styles.time}>{formatClock(elapsed)}</span>
      {price > 0 && !free ? (
        <span>
          <Gem size={13} aria-hidden="true" />
          {t('people:priceShort', { count: price })}
        </span>
      ) : null}
      {freeLeft > 0 ? (
        <span>
          {t(call.silver || call.kind === 'booked' ? 'meter.left' : 'meter.free', { time: formatClock(freeLeft) })}
        </span>
      ) : null}
      {left !== undefined && freeLeft <= 0 && !last ? (
        <span>{t('meter.left', { time: formatClock(left) })}</span>
      ) : null}
      {last ? <span role="status">{t('meter.last')}</span> : null}
      {last && call.direction === 'out' ? (
        <button
          type="button"
          css={styles.get}
          onClick={() =>
            openStore({
              source: 'call_last_minute',
              sid: call.sid,
              returnTo: { to: 'call' },
              host: { uid: call.peer.uid, name: call.peer.nickName, perMinute: price },
            })
          }
        >
          {t('common:getGems')}
        </button>
      ) : null}
      {running || elapsed === 0 ? null : (
        <span>
          <Pause size={13} aria-hidden="true" />
          {t('meter.paused')}
        </span>
      )}
    </div>
  );
};
