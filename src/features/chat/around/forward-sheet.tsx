import { useTranslation } from 'react-i18next';
import { userActions } from '../../../core/core.ts';
import { useWords } from '../../../i18n/more.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { ThreadChoice } from './thread-choice.tsx';

type Props = { readonly mid: string; readonly onClose: () => void };

/** Asks which conversation a copy of a message is forwarded to, and forwards it. */
const ForwardSheet = ({ mid, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  if (!ready) return null;
  const send = async (tid: string) => {
    onClose();
    reportOutcome(await userActions.forward(mid, tid), t('forward.done'));
  };
  return (
    <Sheet open onClose={onClose} title={t('forward.title')}>
      <ThreadChoice none={t('forward.none')} onChoose={(tid) => void send(tid)} />
    </Sheet>
  );
};
export default ForwardSheet;
