import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutStatement as Statement } from '#contract/hosting/payouts.ts';
import { core } from '../../../core/core.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, size } from '../../../ui/style/tokens.ts';
import { PrintedSheet } from './printed-sheet.tsx';

const styles = { id: css({ fontSize: size.xs, color: color.soft, overflowWrap: 'anywhere' }) };

const SOURCES = ['calls', 'bookings', 'gifts', 'media', 'other'] as const;

/** Rows of a statement: the transfer, and the changes of the wallet since the payout before. */
const Rows = ({ statement }: { readonly statement: Statement }) => {
  const { t } = useTranslation('hosting');
  const { id, gems, money, holder, last4, state, requestedAt, stateAt, reference, from, before, after } = statement;
  return (
    <>
      <Group>
        <PlainRow label={t('payout.paid')} value={`${formatMoney(money)} · ${formatNumber(gems)}`} />
        <PlainRow label={holder} {...(last4 !== '' && { value: t('payout.endsIn', { last4 }) })} />
        <PlainRow label={t('payout.requested')} value={formatDate(requestedAt)} />
        {state === 'requested' ? null : <PlainRow label={t(`payout.${state}`)} value={formatDate(stateAt)} />}
        {reference === '' ? null : <PlainRow label={t('payout.reference')} value={reference} />}
      </Group>
      <Group title={t('earnings.moves')}>
        <PlainRow
          label={t('payout.before')}
          {...(from > 0 && { hint: formatDate(from) })}
          value={formatNumber(before)}
        />
        {SOURCES.map((source) => (
          <PlainRow key={source} label={t(`earnings.${source}`)} value={formatNumber(statement[source])} />
        ))}
        <PlainRow label={t('payout.paid')} value={formatNumber(-gems)} />
        <PlainRow label={t('payout.after')} hint={formatDate(requestedAt)} value={formatNumber(after)} />
      </Group>
      <p css={styles.id}>
        <bdi>{id}</bdi>
      </p>
    </>
  );
};

type Props = { readonly id: string; readonly at: number; readonly onClose: () => void };

/** The statement of a payout, to print or to save as PDF by the browser. */
const PayoutStatement = ({ id, at, onClose }: Props) => {
  const { t } = useTranslation('hosting');
  const [statement, setStatement] = useState<Statement>();
  const error = useRefresh(async () => {
    const result = await core.payoutStatement(id);
    if (result.ok) setStatement(result.value);
    return result;
  });
  return (
    <PrintedSheet title={t('payout.statement', { date: formatDate(at) })} error={error} onClose={onClose}>
      {statement ? <Rows statement={statement} /> : null}
    </PrintedSheet>
  );
};
export default PayoutStatement;
