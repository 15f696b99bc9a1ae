import { useTranslation } from 'react-i18next';
import { useWords } from '../../i18n/more.ts';

type Alts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Words for a sticker in the reader's language; undefined until they are there, and for one that this build does not have. */
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
