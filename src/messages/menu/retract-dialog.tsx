import { useTranslation } from 'react-i18next';
import { RETRACT_WITHIN_MS } from '#contract/chat/kind-rules.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { userActions } from '../../core/core.ts';
import { useWords } from '../../i18n/more.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { reportFailure } from '../../ui/feedback/report.ts';

type Props = { readonly mid: string; readonly onClose: () => void };

/** Asks for confirmation before an own message is deleted on the devices of both sides. */
const RetractDialog = ({ mid, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  if (!ready) return null;
  const retract = async () => {
    const result = await userActions.retractMessage(mid);
    reportFailure(result);
  };
  return (
    <ConfirmDialog
      open
      title={t('retract.title')}
      text={t('retract.text', { hours: RETRACT_WITHIN_MS / HOUR_MS })}
      action={t('hide.confirm')}
      onConfirm={retract}
      onClose={onClose}
    />
  );
};
export default RetractDialog;
