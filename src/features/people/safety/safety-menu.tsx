import { Ban, Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuAction } from '../../../ui/menu/menu-action.ts';
import { useBlock } from './use-block.ts';

type Props = {
  readonly uid: number;
  readonly name: string;
  /** Style of the button: on a plain background or on a picture. */
  readonly variant?: 'bare' | 'raised';
  /** The call that a report is about: its sid, and the frame of the peer's picture at the moment of the press. */
  readonly callOf?: (() => { readonly sid: string; readonly frame: string }) | undefined;
  /** Further entries, shown before the others. */
  readonly more?: readonly MenuAction[];
};

/** Menu about a user, on profiles, calls and conversations, with the entries to report and to block or unblock. */
export const SafetyMenu = ({ uid, name, variant = 'bare', callOf, more = [] }: Props) => {
  const { t } = useTranslation(['safety', 'common']);
  const { blocked, unblock } = useBlock(uid, name);
  const icon = <Ban size={18} />;
  const actions: readonly MenuAction[] = [
    ...more,
    {
      key: 'report',
      label: t('report'),
      icon: <Flag size={18} />,
      run: () => openPanel('report', { uid, name, mid: '', ...callOf?.() }),
    },
    blocked
      ? { key: 'unblock', label: t('unblock'), icon, run: () => void unblock() }
      : { key: 'block', label: t('block'), icon, danger: true, run: () => openPanel('block', { uid, name }) },
  ];
  return <Menu label={more.length > 0 ? t('common:more') : t('menu')} variant={variant} actions={actions} />;
};
