import { useTranslation } from 'react-i18next';
import { ADDRESS_MAX_CHARS } from '#contract/people/rules.ts';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useFaultText } from './fault-text.ts';
import type { Form } from './use-form.ts';

/** Fields that only the viewer sees. */
export const ContactFields = ({ form }: { readonly form: Form }) => {
  const { t } = useTranslation('edit');
  const faultText = useFaultText(form);
  return (
    <>
      <Field
        label={t('phone')}
        error={faultText('tel')}
        type="tel"
        name="tel"
        autoComplete="tel"
        dir="ltr"
        value={form.values.tel}
        onChange={(event) => form.set('tel', event.target.value)}
      />
      <Field
        label={t('email')}
        error={faultText('email')}
        type="email"
        name="email"
        autoComplete="email"
        dir="ltr"
        value={form.values.email}
        onChange={(event) => form.set('email', event.target.value)}
      />
      <TextArea
        label={t('address')}
        error={faultText('address')}
        name="address"
        autoComplete="street-address"
        dir="auto"
        value={form.values.address}
        max={ADDRESS_MAX_CHARS}
        onChange={(event) => form.set('address', event.target.value)}
      />
    </>
  );
};
