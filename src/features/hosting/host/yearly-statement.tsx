import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { countryName } from '../../../i18n/names.ts';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { PrintedSheet } from './printed-sheet.tsx';

type Statement = Extract<Awaited<ReturnType<typeof core.yearlyStatement>>, { readonly ok: true }>['value'];

const SOURCES = ['calls', 'bookings', 'gifts', 'media', 'other'] as const;

/** Rows of a yearly statement: the host as tax reports name them, and each quarter. */
const Rows = ({ statement }: { readonly statement: Statement }) => {
  const { t } = useTranslation('hosting');
  const { details, account, before, quarters, after } = statement;
  return (
    <>
      <Group title={t('tax.title')}>
        {details ? (
          <>
            <PlainRow label={t('tax.name')} value={details.name} />
            <PlainRow label={t('tax.address')} value={details.address} />
            <PlainRow label={t('tax.country')} value={countryName(details.country)} />
            <PlainRow label={t('tax.id')} value={details.taxId} />
            <PlainRow label={t('tax.birthDate')} value={details.birthDate} />
          </>
        ) : (
          <PlainRow label={t('payout.accountNone')} />
        )}
        {account ? (
          <PlainRow
            label={account.holder}
            {...(account.last4 !== '' && { value: t('payout.endsIn', { last4: account.last4 }) })}
          />
        ) : null}
      </Group>
      <Group note={t('year.note')}>
        <PlainRow label={t('payout.before')} value={formatNumber(before)} />
        <PlainRow label={t('payout.after')} value={formatNumber(after)} />
      </Group>
      {quarters.map((quarter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a year has four quarters in their order
        <Group key={at} title={t('year.quarter', { number: formatNumber(at + 1) })}>
          {SOURCES.map((source) => (
            <PlainRow key={source} label={t(`earnings.${source}`)} value={formatNumber(quarter[source])} />
          ))}
          <PlainRow label={t('year.earnings')} value={formatNumber(quarter.earnings)} />
          <PlainRow label={t('year.fees')} value={formatNumber(quarter.fees)} />
          <PlainRow label={t('year.requested')} value={formatNumber(-quarter.requested)} />
          <PlainRow label={t('year.paid')} value={`${formatMoney(quarter.paid)} · ${formatNumber(quarter.paidGems)}`} />
        </Group>
      ))}
    </>
  );
};

type Props = { readonly year: number; readonly onClose: () => void };

/** The statement of a calendar year, to print or to save as PDF by the browser. */
const YearlyStatement = ({ year, onClose }: Props) => {
  const { t } = useTranslation('hosting');
  const [statement, setStatement] = useState<Statement>();
  const error = useRefresh(async () => {
    const result = await core.yearlyStatement(year);
    if (result.ok) setStatement(result.value);
    return result;
  });
  return (
    <PrintedSheet title={t('year.title', { year })} error={error} onClose={onClose}>
      {statement ? <Rows statement={statement} /> : null}
    </PrintedSheet>
  );
};
export default YearlyStatement;
