import { useTranslation } from 'react-i18next';
import { core } from '../../core/core.ts';
import { useWords } from '../../i18n/more.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { reportOutcome } from '../../ui/feedback/report.ts';

type Props = { readonly mid: string; readonly onClose: () => void };

/** Asks for confirmation before a message is removed from this device. */
const HideDialog = ({ mid, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  if (!ready) return null;
  const hide = async () => {
    const result = await core.hideMessage(mid);
    reportOutcome(result, t('hide.done'));
  };
  return (
    <ConfirmDialog
      open
      title={t('hide.title')}
      text={t('hide.text')}
      action={t('hide.confirm')}
      onConfirm={hide}
      onClose={onClose}
    />
  );
};
export default HideDialog;
