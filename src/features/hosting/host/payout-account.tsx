import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { is } from 'valibot';
import { PAYOUT_HOLDER_MAX_CHARS, type Payouts, payoutAccount } from '#contract/hosting/payouts.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { userActions } from '../../../core/core.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { form: css({ display: 'grid', gap: space(4), padding: space(4) }) };

/**
 * The bank account to which payouts go, and the form that replaces it. The number is sent to the server, which returns only its last four
 * characters.
 */
export const PayoutAccount = ({ account }: Pick<Payouts, 'account'>) => {
  const { t } = useTranslation('hosting');
  const [holder, setHolder] = useState('');
  const [number, setNumber] = useState('');
  const [busy, setBusy] = useState(false);
  const isComplete =
    !isBlank(holder) &&
    textFault(holder, PAYOUT_HOLDER_MAX_CHARS) === undefined &&
    is(payoutAccount, { holder, number });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await userActions.savePayoutAccount({ holder, number });
    setBusy(false);
    if (result.ok) {
      setHolder('');
      setNumber('');
    }
    reportOutcome(result, t('payout.saved'));
  };
  return (
    <Group title={t('payout.account')}>
      <PlainRow
        label={account?.holder ?? t('payout.accountNone')}
        {...(account && { value: t('payout.endsIn', { last4: account.last4 }) })}
      />
      <form css={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('payout.holder')}
          autoComplete="name"
          maxChars={PAYOUT_HOLDER_MAX_CHARS}
          value={holder}
          onChange={(event) => setHolder(event.target.value)}
        />
        <Field
          label={t('payout.number')}
          hint={t('payout.numberHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" disabled={busy || !isComplete}>
          {t('payout.save')}
        </Button>
      </form>
    </Group>
  );
};
