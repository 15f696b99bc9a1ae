import { useTranslation } from 'react-i18next';
import { useWords } from '../../i18n/more.ts';

type Alts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns a lookup of the alt text of a sticker in the user's language; undefined until the texts are loaded, and for an unknown
 * sticker.
 */
export function useStickerAlt(): (id: string) => string | undefined {
  const ready = useWords('stickers');
  const { t } = useTranslation('stickers');
  const alts = ready ? (t('alt', { returnObjects: true }) as Alts) : {};
  return (id) => {
    const [pack = '', name = ''] = id.split('/');
    const named = Object.hasOwn(alts, pack) ? alts[pack] : undefined;
    return named && Object.hasOwn(named, name) ? named[name] : undefined;
  };
}
