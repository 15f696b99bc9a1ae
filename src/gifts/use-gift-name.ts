import { useTranslation } from 'react-i18next';
import { useWords } from '../i18n/more.ts';
import { isGiftId } from './gifts.ts';

/** Returns a function that gives the title of a gift in the user's language; empty until the translations are loaded. */
export function useGiftName(): (id: string) => string {
  const ready = useWords('gifts');
  const { t } = useTranslation('gifts');
  return (id) => {
    if (!ready) return '';
    return isGiftId(id) ? t(`name.${id}`) : t('unknown');
  };
}
