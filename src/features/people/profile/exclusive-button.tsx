import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../data/session.tsx';
import { useWords } from '../../../i18n/more.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Button } from '../../../ui/input/button.tsx';

type Props = { readonly uid: number; readonly name: string; readonly own: boolean };

/** Opens a host's exclusive page. Not shown to signed-out visitors. */
export const ExclusiveButton = ({ uid, name, own }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const session = useSession();
  if (!ready || !session) return null;
  return (
    <Button wide onClick={() => openPanel('exclusive', { uid, name })}>
      <Lock size={18} aria-hidden="true" />
      {own ? t('exclusive.mine') : t('exclusive.title', { name })}
    </Button>
  );
};
