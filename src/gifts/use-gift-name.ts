import { useTranslation } from 'react-i18next';
import { useWords } from '../i18n/more.ts';
import { isGiftId } from './gifts.ts';

/** Titles of gifts in the reader's language; empty until the words are there. */
export function useGiftName(): (id: string) => string {
  const ready = useWords('gifts');
  const { t } = useTranslation('gifts');
  return (id) => {
    if (!ready) return '';
    return isGiftId(id) ? t(`name.${id}`) : t('unknown');
  };
}
