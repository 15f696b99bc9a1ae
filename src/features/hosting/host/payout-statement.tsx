import { css, Global } from '@emotion/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutStatement as Statement } from '#contract/hosting/payouts.ts';
import { core } from '../../../core/core.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    paddingBlockStart: 0,
    overflowY: 'auto',
    '@media print': { overflow: 'visible' },
  }),
  id: css({ fontSize: size.xs, color: color.soft, overflowWrap: 'anywhere' }),
};

const SHEET = '[role="dialog"]:has([data-statement])';

/** On paper: the sheet alone, black on white, as long as it is. Its selectors are more specific than the classes of the components. */
const ON_PAPER = css({
  '@media print': {
    ':root': { colorScheme: 'light' },
    [`body > :not(:has([data-statement])), body [role="presentation"]:not(:has([data-statement])), body ${SHEET} button`]:
      {
        display: 'none',
      },
    [`body ${SHEET}`]: {
      position: 'static',
      inlineSize: 'auto',
      maxBlockSize: 'none',
      boxShadow: 'none',
      transform: 'none',
    },
    [`body ${SHEET}, body ${SHEET} *`]: { color: 'CanvasText', backgroundColor: 'Canvas' },
  },
});

const SOURCES = ['calls', 'bookings', 'gifts', 'media', 'other'] as const;

/** What a statement says: the transfer, and what moved in the wallet since the payout before. */
const Rows = ({ statement }: { readonly statement: Statement }) => {
  const { t } = useTranslation('hosting');
  const { id, gems, money, holder, last4, state, requestedAt, stateAt, reference, from, before, after } = statement;
  return (
    <>
      <Group>
        <PlainRow label={t('payout.paid')} value={`${formatMoney(money)} · ${formatNumber(gems)}`} />
        <PlainRow label={holder} value={t('payout.endsIn', { last4 })} />
        <PlainRow label={t('payout.requested')} value={formatDate(requestedAt)} />
        {state === 'requested' ? null : <PlainRow label={t(`payout.${state}`)} value={formatDate(stateAt)} />}
        {reference === '' ? null : <PlainRow label={t('payout.reference')} value={reference} />}
      </Group>
      <Group title={t('earnings.title')}>
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
    <Sheet open onClose={onClose} title={t('payout.statement', { date: formatDate(at) })}>
      <Global styles={ON_PAPER} />
      <div css={styles.root} data-statement>
        {error ? <FailedNote text={explain(error)} /> : null}
        {statement ? <Rows statement={statement} /> : error ? null : <RowSkeletons count={6} />}
        <Button variant="primary" disabled={!statement} onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          {t('payout.print')}
        </Button>
      </div>
    </Sheet>
  );
};
export default PayoutStatement;
