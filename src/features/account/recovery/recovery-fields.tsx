import { useTranslation } from 'react-i18next';
import { RECOVERY_CODE_DIGITS } from '#contract/account/rules.ts';
import { EMAIL } from '#contract/people/rules.ts';
import type { AppError } from '#contract/result.ts';
import { typedDigits } from '#contract/text/typed-digits.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';

/** Returns the error for a recovery address that does not have the form of an e-mail address; undefined if it has. */
export const faultOfAddress = (address: string): AppError | undefined =>
  EMAIL.test(address.trim()) ? undefined : { code: 'bad-request', detail: 'address' };
/** Returns the error for a recovery code that does not consist of `RECOVERY_CODE_DIGITS` digits; undefined if it does. */
export const faultOfCode = (code: string): AppError | undefined =>
  new RegExp(`^\\d{${RECOVERY_CODE_DIGITS}}$`).test(typedDigits(code)) ? undefined : { code: 'wrong-code' };

/** Button of the password login that opens the recovery. */
export const ForgotButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { t } = useTranslation('recovery');
  return (
    <Button variant="quiet" onClick={onOpen}>
      {t('forgot')}
    </Button>
  );
};

type Props = { readonly value: string; readonly onValue: (value: string) => void };

/** Input for the e-mail address of a recovery. Of the errors it shows only `bad-request`. */
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

/** Input for the code from the e-mail of a recovery. */
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
