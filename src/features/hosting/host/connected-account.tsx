import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectedState, Payouts } from '#contract/hosting/payouts.ts';
import { core, userActions } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  body: css({ display: 'grid', gap: space(4), padding: space(4) }),
  note: css({ color: color.soft, textWrap: 'pretty' }),
};

/** Labels, by state, of the button that leads to Stripe. A declined account has no button. */
const ACTIONS = {
  none: 'stripe.start',
  incomplete: 'stripe.continue',
  restricted: 'stripe.continue',
  checking: 'stripe.open',
  ready: 'stripe.open',
} as const satisfies Partial<Record<ConnectedState, string>>;

/** The account of a host at Stripe: its state, and a button that leads to the page of Stripe on which it is set up. */
export const ConnectedAccount = ({ connected }: { readonly connected: NonNullable<Payouts['connected']> }) => {
  const { t } = useTranslation('hosting');
  const [busy, setBusy] = useState(false);
  const { state, last4 } = connected;
  const open = async () => {
    setBusy(true);
    const started = await userActions.startPayoutSetup();
    if (started.ok) location.assign(started.value.url);
    else if (started.error.code === 'forbidden') showToast(t('stripe.refused'), 'bad');
    else reportFailure(started);
    // After a failure the state is read again: the account may have been set up in another window.
    if (!started.ok) await core.refreshPayouts();
    setBusy(false);
  };
  return (
    <Group title={t('payout.account')}>
      <PlainRow label={t(`stripe.${state}`)} {...(last4 !== '' && { value: t('payout.endsIn', { last4 }) })} />
      {state === 'declined' ? null : (
        <div css={styles.body}>
          {state === 'ready' ? null : <p css={styles.note}>{t('stripe.text')}</p>}
          <Button variant={state === 'ready' ? 'plain' : 'primary'} disabled={busy} onClick={() => void open()}>
            {t(ACTIONS[state])}
          </Button>
        </div>
      )}
    </Group>
  );
};
