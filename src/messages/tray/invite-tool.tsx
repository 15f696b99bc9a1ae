import { css } from '@emotion/react';
import { Video } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { userActions } from '../../core/core.ts';
import { useWords } from '../../i18n/more.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { color, size, space } from '../../ui/style/tokens.ts';
import type { TrayToolProps } from './tools.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), justifyItems: 'start', paddingBlockEnd: space(3) }),
  note: css({ fontSize: size.xs, color: color.soft }),
};

/** Tool of a host: sends the user an invitation to call. It does not ring on the device of the user. */
const InviteTool = ({ tid, onClose }: TrayToolProps) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  useEscape(onClose);
  if (!ready) return null;
  const invite = async () => {
    const sent = await userActions.send(tid, { kind: 'invite_video' });
    reportFailure(sent);
    if (sent.ok) onClose();
  };
  return (
    <section css={styles.root} aria-label={t('invite.send')}>
      <p css={styles.note}>{t('invite.text')}</p>
      <Button variant="primary" small onClick={() => void invite()}>
        <Video size={18} aria-hidden="true" />
        {t('invite.send')}
      </Button>
    </section>
  );
};
export default InviteTool;
