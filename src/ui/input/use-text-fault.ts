import { useTranslation } from 'react-i18next';
import { textFault } from '#contract/text/text-fault.ts';
import { charsLeft } from '#contract/text/visible-text.ts';

/**
 * Returns the sentence that says why a field with this limit refuses what a user typed; undefined if it takes it, or has no limit. The form
 * of the field disables its button by `textFault`.
 */
export function useTextFault(text: string, maxChars: number | undefined): string | undefined {
  const { t } = useTranslation(['message', 'errors']);
  const fault = maxChars === undefined ? undefined : textFault(text, maxChars);
  if (maxChars === undefined || fault === undefined) return undefined;
  return fault === 'long'
    ? t('composer.tooLong', { count: -charsLeft(text, maxChars) })
    : t('errors:message-unreadable');
}
