import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../../core/core.ts';
import { useAppState } from '../../../../data/use-app-state.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { GetGems } from '../../../../payments/get-gems.tsx';
import { reportFailure } from '../../../../ui/feedback/report.ts';
import { showToast } from '../../../../ui/feedback/toast.ts';
import { Button } from '../../../../ui/input/button.tsx';
import { motion, onCall, portrait, size, space } from '../../../../ui/style/tokens.ts';
import type { Offer } from './offer.ts';

const styles = {
  root: css({
    inlineSize: 'min(100%, 440px)',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    padding: space(3),
    paddingInlineStart: space(4),
    borderRadius: '22px',
    backgroundColor: portrait.glassHover,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    '& > svg': { color: onCall.warn },
  }),
  words: css({
    flex: 1,
    minInlineSize: 0,
    fontSize: size.xs,
    fontWeight: 600,
    textWrap: 'pretty',
    overflowWrap: 'anywhere',
  }),
  soft: css({ display: 'block', fontWeight: 450, color: portrait.soft }),
};

type Props = { readonly call: CallRow; readonly offer: Exclude<Offer, 'none'> };

/**
 * Proposal before the free time ends: to continue as a paid call, or a note that the gems do not suffice. A call that goes on by itself as
 * a paid one gets a notice of the price before, and when the free time has ended.
 */
export const StageOffer = ({ call: { kind, price, peer, sid }, offer }: Props) => {
  const { t } = useTranslation(['call', 'people']);
  const gems = useAppState('account')?.gemsBalance;
  const [isAccepted, setAccepted] = useState(false);
  // A caller whose balance does not cover a minute is offered gems instead of the paid call.
  const isShort = price > 0 && (offer === 'short' || (offer === 'continue' && gems !== undefined && gems < price));
  const cost = t('people:price', { count: price });
  const continuePaid = async () => {
    setAccepted(true);
    const result = await core.matchToFlash(price);
    setAccepted(result.ok);
    // A toast, because this component unmounts as soon as the meter has the longer time.
    if (result.ok) showToast(t('offer.on', { name: peer.nickName, price: cost }), 'calm');
    else reportFailure(result);
  };
  return (
    <section css={styles.root} aria-label={t('offer.label')}>
      <Gem size={22} aria-hidden="true" />
      <p css={styles.words} role="status">
        {offer === 'short' ? t('offer.short', { price: cost }) : null}
        {offer === 'continue'
          ? t(`offer.${kind === 'booked' ? 'booked' : 'continue'}`, { name: peer.nickName, price: cost })
          : null}
        {offer === 'soon' ? t('offer.soon', { price: cost }) : null}
        {offer === 'paid' ? t('offer.paid', { price: cost }) : null}
        {gems === undefined ? null : <span css={styles.soft}>{t('offer.balance', { gems: formatNumber(gems) })}</span>}
      </p>
      {isShort ? (
        <GetGems
          variant="primary"
          scene={{
            source: 'stage_offer',
            sid,
            returnTo: { to: 'call' },
            need: Math.max(1, price - (gems ?? 0)),
            host: { uid: peer.uid, name: peer.nickName, perMinute: price },
          }}
        />
      ) : null}
      {offer === 'continue' && !isShort ? (
        <Button variant="primary" small disabled={isAccepted} onClick={() => void continuePaid()}>
          {t('offer.goOn')}
        </Button>
      ) : null}
    </section>
  );
};
