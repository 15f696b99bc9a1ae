import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import type { MenuAction } from '../../../ui/menu/menu-action.ts';

type Props = {
  readonly tid: string;
  readonly name: string;
  /** Renders the menu that contains this entry. */
  readonly children: (action: MenuAction) => ReactNode;
};

/** Menu entry that clears the conversation on this device, after a confirmation. */
export const ClearConversation = ({ tid, name, children }: Props) => {
  const { t } = useTranslation('settings');
  const [isConfirming, setConfirming] = useState(false);
  const clear = async () => {
    const result = await core.clearMessages(tid);
    reportOutcome(result, t('clear.done'));
  };
  const action = { key: 'clear', label: t('clear.title'), icon: <Trash2 size={18} />, run: () => setConfirming(true) };
  return (
    <>
      {children(action)}
      <ConfirmDialog
        open={isConfirming}
        title={t('clear.oneTitle', { name })}
        text={t('clear.allText')}
        action={t('clear.confirm')}
        onConfirm={clear}
        onClose={() => setConfirming(false)}
      />
    </>
  );
};
