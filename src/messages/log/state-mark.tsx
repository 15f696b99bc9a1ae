import { css } from '@emotion/react';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MessageRow } from '#db/schema.ts';
import { useSetting } from '../../data/settings.ts';
import { color } from '../../ui/style/tokens.ts';

type Step = 'sending' | 'sent' | 'delivered' | 'seen' | 'failed';

/** Returns the delivery state of an own message that its icon shows. */
export function stepOf({ state, reached }: Pick<MessageRow, 'state' | 'reached'>, hasUploadFailed: boolean): Step {
  switch (state) {
    case 'sending':
      return hasUploadFailed ? 'failed' : 'sending';
    case 'error':
      return 'failed';
    case 'success':
      return reached === 'none' ? 'sent' : reached;
  }
}

const icons = { sending: Clock, sent: Check, delivered: CheckCheck, seen: CheckCheck, failed: CircleAlert } as const;
const keys = {
  sending: 'state.sending',
  sent: 'state.sent',
  delivered: 'state.delivered',
  seen: 'state.seen',
  failed: 'state.failed',
} as const satisfies Record<Step, string>;

const styles = {
  root: css({
    display: 'inline-grid',
    '&[data-step="seen"]': { color: color.seen },
  }),
};

type Props = { readonly row: MessageRow; readonly hasUploadFailed: boolean };

/** Icon of the delivery state of an own message. */
export const StateMark = ({ row, hasUploadFailed }: Props) => {
  const { t } = useTranslation('message');
  const reached = stepOf(row, hasUploadFailed);
  // Read receipts are mutual: an account that does not send them does not see those of others.
  const step = useSetting('readReceipt') || reached !== 'seen' ? reached : 'delivered';
  const Icon = icons[step];
  return (
    <span css={styles.root} data-step={step} role="img" aria-label={t(keys[step])}>
      <Icon size={14} strokeWidth={2.4} />
    </span>
  );
};
