import { useTranslation } from 'react-i18next';
import { ADULT_AGE_YEARS } from '#contract/people/rules.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { type FieldName, MAX_OF } from './fields.ts';
import type { Form } from './use-form.ts';

/** Returns a lookup of a field's error text; undefined if the field has no error. */
export function useFaultText(form: Form): (field: FieldName) => string | undefined {
  const { t } = useTranslation(['edit', 'errors']);
  return (field) => {
    const fault = form.faultOf(field);
    if (!fault) return undefined;
    if (fault === 'unreadable') return t('errors:message-unreadable');
    return t(`errors.${fault}`, { max: formatNumber(MAX_OF[field] ?? 0), years: formatNumber(ADULT_AGE_YEARS) });
  };
}

/** Focuses the first invalid field of the profile form after the next render. Called when the form could not be saved. */
export function goToFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}
