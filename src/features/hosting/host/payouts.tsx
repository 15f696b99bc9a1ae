import { css } from '@emotion/react';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canBePaidOut, moneyForGems, PAYOUT_RATE_GEMS, type Payouts as State } from '#contract/hosting/payouts.ts';
import { core, userActions } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDate, formatNumber, formatRecent } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { partOf } from '../../../ui/lazy.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { ConnectedAccount } from './connected-account.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { TaxDetails } from './tax-details.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(5), minInlineSize: 0 }),
  note: css({ color: color.soft, textWrap: 'pretty' }),
};

const isOpen = ({ state }: State['payouts'][number]) => state === 'requested' || state === 'approved';

const payoutStatement = partOf(() => import('./payout-statement.tsx'));

/** The payouts of a host, newest first, each with its statement. */
const PayoutList = ({ payouts }: Pick<State, 'payouts'>) => {
  const { t } = useTranslation('hosting');
  const now = useMinute();
  const [opened, setOpened] = useState<State['payouts'][number]>();
  return (
    <>
      <Group title={t('payout.list')}>
        {payouts.length === 0 ? <PlainRow label={t('payout.none')} /> : null}
        {payouts.map((payout) => (
          <PlainRow
            key={payout.id}
            label={`${formatMoney(payout.money)} · ${formatNumber(payout.gems)}`}
            hint={[formatRecent(payout.at, now), payout.reason].filter((word) => word !== '').join(' · ')}
            value={t(`payout.${payout.state}`)}
            action={
              <IconButton
                label={t('payout.statement', { date: formatDate(payout.at) })}
                onClick={() => setOpened(payout)}
              >
                <FileText size={20} />
              </IconButton>
            }
          />
        ))}
      </Group>
      {opened ? (
        <LazyDialog
          part={payoutStatement}
          with={{ id: opened.id, at: opened.at, onClose: () => setOpened(undefined) }}
        />
      ) : null}
    </>
  );
};

const yearlyStatement = partOf(() => import('./yearly-statement.tsx'));

/** The yearly statements of a host, newest first. Nothing is drawn without any. */
const YearList = ({ years }: Required<Pick<State, 'years'>>) => {
  const { t } = useTranslation('hosting');
  const [opened, setOpened] = useState<number>();
  if (years.length === 0) return null;
  return (
    <>
      <Group title={t('year.list')}>
        {years.map((year) => (
          <PlainRow
            key={year}
            label={String(year)}
            action={
              <IconButton label={t('year.title', { year })} onClick={() => setOpened(year)}>
                <FileText size={20} />
              </IconButton>
            }
          />
        ))}
      </Group>
      {opened === undefined ? null : (
        <LazyDialog part={yearlyStatement} with={{ year: opened, onClose: () => setOpened(undefined) }} />
      )}
    </>
  );
};

/**
 * Request for a payout: the available gems, the account that receives the money, and a button that requests all of the gems at the shown
 * rate.
 */
const PayoutRequest = ({ payouts }: { readonly payouts: State }) => {
  const { t } = useTranslation('hosting');
  const [asks, setAsks] = useState(false);
  const { available, held, holdDays, minGems, rate, account, connected } = payouts;
  const money = moneyForGems(available, rate);
  const request = async () => reportOutcome(await userActions.requestPayout(available, money), t('payout.done'));
  const hasPayee = connected ? connected.state === 'ready' : account !== null;
  const isPayable = canBePaidOut(available, payouts) && !payouts.payouts.some(isOpen);
  return (
    <>
      <Group
        title={t('payout.title')}
        note={`${t('payout.rate', { gems: formatNumber(PAYOUT_RATE_GEMS), money: formatMoney(rate) })} · ${t('payout.minimum', { gems: formatNumber(minGems) })}`}
      >
        <PlainRow label={t('payout.available')} value={`${formatNumber(available)} · ${formatMoney(money)}`} />
        {holdDays > 0 ? (
          <PlainRow
            label={t('payout.held')}
            hint={t('payout.heldText', { number: formatNumber(holdDays) })}
            value={formatNumber(held)}
          />
        ) : null}
      </Group>
      <Button variant="primary" disabled={!(hasPayee && isPayable)} onClick={() => setAsks(true)}>
        {t('payout.request')}
      </Button>
      {connected && connected.state !== 'ready' ? <p css={styles.note}>{t('stripe.first')}</p> : null}
      {isPayable && !hasPayee && !connected ? (
        <p css={styles.note}>
          {t('needs.open')}: {t('payout.account')}
        </p>
      ) : null}
      {connected ? <ConnectedAccount connected={connected} /> : <PayoutAccount account={account} />}
      <ConfirmDialog
        open={asks}
        tone="primary"
        title={t('payout.confirm', { gems: formatNumber(available) })}
        text={
          connected
            ? t('stripe.confirmText', { money: formatMoney(money) })
            : t('payout.confirmText', { money: formatMoney(money), last4: account?.last4 ?? '' })
        }
        action={t('payout.confirmYes')}
        onConfirm={request}
        onClose={() => setAsks(false)}
      />
    </>
  );
};

/**
 * Payouts of a host: the request, tax details, the earlier payouts, and yearly statements. While nothing is paid out, a note replaces the
 * request.
 */
export const Payouts = () => {
  const { t } = useTranslation('hosting');
  const payouts = useAppState('payouts');
  const error = useRefresh(() => core.refreshPayouts(), true, useAppState('account')?.gemsBalance);
  if (!payouts) return error ? <FailedNote text={explain(error)} /> : null;
  const { isOff, tax, years } = payouts;
  return (
    <div css={styles.root}>
      {error ? <FailedNote text={explain(error)} /> : null}
      {isOff ? (
        <Group title={t('payout.title')}>
          <PlainRow label={t('payout.off')} />
        </Group>
      ) : (
        <PayoutRequest payouts={payouts} />
      )}
      <TaxDetails tax={tax} />
      <PayoutList payouts={payouts.payouts} />
      <YearList years={years ?? []} />
    </div>
  );
};
