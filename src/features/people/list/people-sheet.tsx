import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { PeopleList } from './people-list.tsx';

type Props = { readonly onClose: () => void; readonly onPick: (tid: string) => void };

/** Sheet in which the user picks a person to write to; `onPick` gets the id of the opened conversation. */
const PeopleSheet = ({ onClose, onPick }: Props) => {
  const { t } = useTranslation('people');
  const picked = useRef(false);
  const pick = (tid: string) => {
    picked.current = true;
    onPick(tid);
  };
  return (
    <Sheet open tall onClose={onClose} title={t('title')} returnsFocus={() => !picked.current}>
      <PeopleList onPick={pick} />
    </Sheet>
  );
};
export default PeopleSheet;
