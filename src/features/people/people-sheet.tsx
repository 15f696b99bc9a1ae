import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { PeopleList } from './people-list.tsx';

type Props = { readonly onClose: () => void; readonly onPick: (tid: string) => void };

const PeopleSheet = ({ onClose, onPick }: Props) => {
  const { t } = useTranslation('people');
  return (
    <Sheet open tall onClose={onClose} title={t('title')}>
      <PeopleList onPick={onPick} />
    </Sheet>
  );
};
export default PeopleSheet;
