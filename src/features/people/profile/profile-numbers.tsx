import { useTranslation } from 'react-i18next';
import type { CardRow } from '#db/schema.ts';
import { Numbers } from '../../../ui/mark/numbers.tsx';

/** Numbers of likes, friends and favourites. */
export const ProfileNumbers = ({ card }: { readonly card: CardRow | undefined }) => {
  const { t } = useTranslation('profile');
  if (!card) return null;
  return (
    <Numbers
      items={[
        { key: 'likes', label: t('likes'), value: card.likes },
        { key: 'friends', label: t('friends'), value: card.friends },
        { key: 'favourites', label: t('favourites'), value: card.favourites },
      ]}
    />
  );
};
