import { css } from '@emotion/react';
import { Coins, Gem, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RatingReason, ratingReasonsOf } from '#contract/calls/calls.ts';
import { CALL_RATING_MAX } from '#contract/calls/rules.ts';
import { tidOfUid } from '#contract/ids.ts';
import { readGiftGems } from '#db/reads/gifts.ts';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { color, motion, radius, space } from '../../../ui/style/tokens.ts';
import { gemsAMinute } from './stage/offer.ts';

const styles = {
  soft: css({ color: color.soft, textWrap: 'balance' }),
  // Delayed, as the server usually answers within this time; otherwise the note would flicker.
  unsettled: css({ animation: `appear ${motion.slow} ${motion.ease} 800ms backwards` }),
  receipt: css({
    inlineSize: '100%',
    margin: 0,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: space(3), padding: `${space(3)} ${space(4)}` },
    '& > div + div': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '& dt': { color: color.soft },
    '& dd': {
      margin: 0,
      fontWeight: 650,
      fontVariantNumeric: 'tabular-nums',
      display: 'flex',
      alignItems: 'center',
      gap: space(1),
    },
  }),
  rating: css({ display: 'grid', gap: space(2), justifyItems: 'center', minInlineSize: 0 }),
  reasons: css({
    border: 0,
    margin: 0,
    padding: 0,
    minInlineSize: 0,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: space(2),
    '& > legend': { marginBlockEnd: space(2), marginInline: 'auto' },
  }),
  stars: css({
    display: 'flex',
    justifyContent: 'center',
    '& [data-on] svg': { color: color.warn, fill: 'currentColor' },
  }),
};

/**
 * Duration and cost of a call with the gifts in it (for their host: what was earned by them), and the balance of the caller, on the screen
 * after it. A note explains a free fair start, refunded minutes or a started minute that counts in full, or says that the server has not
 * settled the call yet.
 */
export const Receipt = ({ call }: { readonly call: CallRow }) => {
  const { receipt, meter, direction } = call;
  const price = gemsAMinute(call);
  const { t } = useTranslation(['call', 'people', 'hosting']);
  const seconds = receipt?.seconds ?? meter?.seconds ?? 0;
  const silver = receipt?.silver ?? 0;
  // Seconds that were paid with silver are not shown as free.
  const free = silver > 0 ? 0 : (receipt?.freeSeconds ?? 0);
  const gems = receipt?.gems ?? 0;
  const hasWords = useWords('hosting');
  const refunded = hasWords ? (receipt?.refundedMinutes ?? 0) : 0;
  const gifts = useLiveQuery(
    () => (receipt ? readGiftGems(tidOfUid(call.peer.uid), call.connectingTime, call.endTime) : 0),
    [receipt === undefined, call.sid],
  );
  const balance = useAppState('account')?.gemsBalance;
  const paid = direction === 'out' ? t('end.paid') : t('end.earned');
  const receiptRows = (
    <dl css={styles.receipt}>
      <div>
        <dt>{t('end.duration')}</dt>
        <dd>{formatClock(seconds)}</dd>
      </div>
      {free > 0 ? (
        <div>
          <dt>{t('end.free')}</dt>
          <dd>{formatClock(free)}</dd>
        </div>
      ) : null}
      {price > 0 ? (
        <div>
          <dt>{t('end.price')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(price)}
          </dd>
        </div>
      ) : null}
      {!receipt ? (
        <div css={styles.unsettled}>
          <dt>{paid}</dt>
          <dd>{t('end.unsettled')}</dd>
        </div>
      ) : silver > 0 ? (
        <div>
          <dt>{t('end.paidSilver')}</dt>
          <dd>
            <Coins size={14} aria-hidden="true" />
            {formatNumber(silver)}
          </dd>
        </div>
      ) : (
        <div>
          <dt>{gems > 0 || (direction === 'in' && price > 0) ? paid : t('end.nothing')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(gems)}
          </dd>
        </div>
      )}
      {refunded > 0 && direction === 'out' ? (
        <div>
          <dt>{t('hosting:call.refunded')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(refunded * price)}
          </dd>
        </div>
      ) : null}
      {gifts ? (
        <div>
          <dt>{t('end.gifts')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(gifts)}
          </dd>
        </div>
      ) : null}
      {receipt && direction === 'out' && balance !== undefined ? (
        <div>
          <dt>{t('end.balance')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(balance)}
          </dd>
        </div>
      ) : null}
    </dl>
  );
  const begun = hasWords && direction === 'out' && gems > 0 ? t('hosting:call.begun') : undefined;
  const note = receipt?.fairStart ? t('end.fairStart') : refunded > 0 ? t('hosting:call.refundedNote') : begun;
  if (note !== undefined) {
    return (
      <>
        {receiptRows}
        <p css={styles.soft}>{note}</p>
      </>
    );
  }
  if (receipt) return receiptRows;
  return (
    <>
      {receiptRows}
      <p css={[styles.soft, styles.unsettled]} role="status">
        {t('end.unsettledNote')}
      </p>
    </>
  );
};

/**
 * Star rating of a call, on the screen after it. It can be changed. The caller may add reasons that fit the number of stars; when the
 * number changes, reasons that do not fit it are dropped. Each change is sent at once.
 */
export const Rating = ({ call }: { readonly call: Pick<CallRow, 'sid' | 'direction'> }) => {
  const hasWords = useWords('hosting');
  const { t } = useTranslation(['call', 'hosting']);
  const [{ stars, reasons }, setRating] = useState<{ stars: number; reasons: readonly RatingReason[] }>({
    stars: 0,
    reasons: [],
  });
  const offered = hasWords && stars > 0 && call.direction === 'out' ? ratingReasonsOf(stars) : [];
  const rate = (count: number, named: readonly RatingReason[]) => {
    const rating = { stars: count, reasons: named.filter((reason) => ratingReasonsOf(count).includes(reason)) };
    setRating(rating);
    void core.rateCall(call.sid, rating.stars, rating.reasons);
  };
  return (
    <div css={styles.rating}>
      <p css={styles.soft}>{stars > 0 ? t('end.thanks') : t('end.rate')}</p>
      <div css={styles.stars}>
        {Array.from({ length: CALL_RATING_MAX }, (_, index) => index + 1).map((count) => (
          <IconButton
            key={count}
            label={t('end.stars', { stars: formatNumber(count), most: formatNumber(CALL_RATING_MAX) })}
            aria-pressed={count === stars}
            data-on={count <= stars || undefined}
            onClick={() => rate(count, reasons)}
          >
            <Star size={26} />
          </IconButton>
        ))}
      </div>
      {offered.length > 0 ? (
        <fieldset css={styles.reasons}>
          <legend css={styles.soft}>{t('hosting:call.why')}</legend>
          {offered.map((reason) => {
            const isNamed = reasons.includes(reason);
            const others = reasons.filter((other) => other !== reason);
            return (
              <Button
                key={reason}
                small
                variant={isNamed ? 'primary' : 'plain'}
                aria-pressed={isNamed}
                onClick={() => rate(stars, isNamed ? others : [...others, reason])}
              >
                {t(`hosting:call.reasons.${reason}`)}
              </Button>
            );
          })}
        </fieldset>
      ) : null}
    </div>
  );
};
