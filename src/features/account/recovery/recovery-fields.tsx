import { useTranslation } from 'react-i18next';
import { RECOVERY_CODE_DIGITS } from '#contract/account/rules.ts';
import { EMAIL } from '#contract/people/rules.ts';
import type { AppError } from '#contract/result.ts';
import { Field } from '../../../ui/input/field.tsx';

/** Why an address cannot be sent to the server; undefined if it can. */
export const faultOfAddress = (address: string): AppError | undefined =>
  EMAIL.test(address.trim()) ? undefined : { code: 'bad-request', detail: 'address' };
/** Why a code cannot be sent to the server; undefined if it can. */
export const faultOfCode = (code: string): AppError | undefined =>
  new RegExp(`^\\d{${RECOVERY_CODE_DIGITS}}$`).test(code.trim()) ? undefined : { code: 'wrong-code' };

type Props = { readonly value: string; readonly onValue: (value: string) => void };

/** The e-mail address of a recovery. */
export const AddressField = ({ value, onValue, fault }: Props & { readonly fault: AppError | undefined }) => {
  const { t } = useTranslation('recovery');
  return (
    <Field
      label={t('address')}
      type="email"
      autoComplete="email"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={fault?.code === 'bad-request' ? t('invalid') : undefined}
      dir="ltr"
    />
  );
};

/** The code from the e-mail of a recovery. */
export const CodeField = ({ value, onValue }: Props) => {
  const { t } = useTranslation('recovery');
  return (
    <Field
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      dir="ltr"
    />
  );
};
