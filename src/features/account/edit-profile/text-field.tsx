import type { ComponentProps } from 'react';
import { Field } from '../../../ui/input/field.tsx';
import { useFaultText } from './fault-text.ts';
import type { Form } from './use-form.ts';

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'type' | 'autoComplete' | 'dir'> & {
  readonly form: Form;
  readonly field: 'nickName' | 'tel' | 'email';
};

/** Single-line text field of the profile form, bound to one of its fields. */
export const TextField = ({ form, field, ...shown }: Props) => {
  const faultText = useFaultText(form);
  return (
    <Field
      {...shown}
      error={faultText(field)}
      name={shown.autoComplete}
      value={form.values[field]}
      onChange={(event) => form.set(field, event.target.value)}
    />
  );
};
