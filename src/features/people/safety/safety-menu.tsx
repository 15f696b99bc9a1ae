import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Later, partOf } from '../../../ui/later.tsx';
import { Menu, type MenuAction } from '../../../ui/menu.tsx';
import { useBlock } from './use-block.ts';

const reportSheet = partOf(() => import('./report-sheet.tsx'));
const blockSheet = partOf(() => import('./block-sheet.tsx'));

type Props = {
  readonly uid: number;
  readonly name: string;
  /** How the button lies on what is beneath it. */
  readonly look?: 'bare' | 'raised';
  /** What else can be done here, before the rest. */
  readonly more?: readonly MenuAction[];
};

/** What protects one from somebody: to report them, and to block them. */
export const SafetyMenu = ({ uid, name, look = 'bare', more = [] }: Props) => {
  const { t } = useTranslation(['safety', 'common']);
  const { blocked, unblock } = useBlock(uid, name);
  const [asked, setAsked] = useState<'report' | 'block'>();
  const close = () => setAsked(undefined);
  const icon = <Ban size={18} />;
  const actions: readonly MenuAction[] = [
    ...more,
    { key: 'report', label: t('report'), icon: <Flag size={18} />, run: () => setAsked('report') },
    blocked
      ? { key: 'unblock', label: t('unblock'), icon, run: () => void unblock() }
      : { key: 'block', label: t('block'), icon, danger: true, run: () => setAsked('block') },
  ];
  return (
    <>
      <Menu label={more.length > 0 ? t('common:more') : t('menu')} look={look} actions={actions} />
      {asked === 'report' ? <Later part={reportSheet} with={{ uid, name, onClose: close }} /> : null}
      {asked === 'block' ? <Later part={blockSheet} with={{ uid, name, onClose: close }} /> : null}
    </>
  );
};
