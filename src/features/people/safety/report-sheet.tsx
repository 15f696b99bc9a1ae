import { css } from '@emotion/react';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CALL_FRAMES_KEPT_DAYS } from '#contract/calls/rules.ts';
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportReason } from '#contract/people/people.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { ReportMessages } from './report-messages.tsx';
import { ReportReasons } from './report-reasons.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(5), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  lead: css({ color: color.soft, fontSize: size.xs, overflowWrap: 'anywhere' }),
};

type Props = {
  readonly uid: number;
  readonly name: string;
  readonly mid: string;
  readonly sid?: string;
  readonly frame?: string;
  readonly onClose: () => void;
};

/**
 * Report of a user with a reason, an optional note and messages, or about the call `sid` with a frame of its picture. It is sent when the
 * server is reachable.
 */
const ReportSheet = ({ uid, name, mid, sid, frame = '', onClose }: Props) => {
  const { t } = useTranslation(['safety', 'common']);
  const [reason, setReason] = useState<ReportReason>();
  const [note, setNote] = useState('');
  const [mids, setMids] = useState<readonly string[]>(mid === '' ? [] : [mid]);
  const [step, setStep] = useState<'asking' | 'missing' | 'sending' | 'thanks'>('asking');

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason) setStep('missing');
    if (!reason || textFault(note, REPORT_NOTE_MAX_CHARS)) return;
    setStep('sending');
    const result = await (sid === undefined
      ? core.report(uid, reason, typedContent(note), mids)
      : core.reportCall(uid, sid, reason, typedContent(note), frame));
    setStep(result.ok ? 'thanks' : 'asking');
    reportFailure(result);
  };

  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('common:close')}
    </Button>
  );
  return (
    <Sheet open onClose={onClose} title={t('reportTitle', { name })}>
      {step === 'thanks' ? (
        <div role="status">
          <Empty art={<ShieldCheck size={44} />} title={t('thanks')} text={t('thanksText')} action={done} />
        </div>
      ) : (
        <form css={styles.root} onSubmit={send} noValidate>
          <p css={styles.lead}>{t('reportLead', { name })}</p>
          {frame === '' ? null : (
            <p css={styles.lead}>{t('reportFrame', { name, days: formatNumber(CALL_FRAMES_KEPT_DAYS) })}</p>
          )}
          <ReportReasons
            reasons={REPORT_REASONS}
            value={reason}
            onChoose={(chosen) => {
              setReason(chosen);
              setStep('asking');
            }}
            error={step === 'missing' ? t('reasonMissing') : undefined}
          />
          {sid === undefined ? <ReportMessages uid={uid} first={mid} chosen={mids} onChoose={setMids} /> : null}
          <TextArea
            label={t('note')}
            value={note}
            max={REPORT_NOTE_MAX_CHARS}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button variant="primary" wide type="submit" disabled={step === 'sending'}>
            {t('send')}
          </Button>
        </form>
      )}
    </Sheet>
  );
};
export default ReportSheet;
