import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readGifts } from '#db/reads/gifts.ts';
import { core } from '../core/core.ts';
import { useLiveQuery } from '../data/use-live-query.ts';
import { formatNumber } from '../i18n/format.ts';
import { useWords } from '../i18n/more.ts';
import { SelectField } from '../ui/input/select-field.tsx';
import { useGiftName } from './use-gift-name.ts';

type Props = {
  readonly label: string;
  /** Id of the gift; empty for none. */
  readonly value: string;
  readonly onChange: (gift: string) => void;
};

/** Select for one of the gifts, with their prices, or for none. */
const GiftField = ({ label, value, onChange }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const nameOf = useGiftName();
  const gifts = useLiveQuery(readGifts);
  useEffect(() => void core.refreshGifts(), []);
  if (!ready || !gifts) return null;
  const options = gifts.map(({ id, gemsPrice }) => ({ value: id, label: `${nameOf(id)}, ${formatNumber(gemsPrice)}` }));
  return (
    <SelectField
      label={label}
      options={[{ value: '', label: t('noGift') }, ...options]}
      value={value}
      onChange={onChange}
      placeholder={t('noGift')}
      search={{ label: t('search'), none: t('nothing') }}
    />
  );
};
export default GiftField;
