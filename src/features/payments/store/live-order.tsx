import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resultPath } from '#contract/payments/paths.ts';
import type { OrderRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { newOp } from '../../../payments/new-op.ts';
import { isLive, stateOf } from '../../../payments/order-state.ts';
import { refusalWords } from '../../../payments/refusal-text.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { resumePurchase } from './begin.ts';
import { leadTo } from './use-store-history-entry.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    gap: `${space(2)} ${space(3)}`,
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    '&[data-good] > svg': { color: color.online },
    '&[data-bad] > svg': { color: color.danger },
  }),
  what: css({ display: 'grid', gap: space(0.5), minInlineSize: 0 }),
  title: css({ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }),
  soft: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  acts: css({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: space(2), '& > *': { flex: 1 } }),
};

/** A purchase that is in progress or has just ended, also by a failure: its state and the possible actions. */
export const LiveOrder = ({ row, inCall }: { readonly row: OrderRow; readonly inCall: boolean }) => {
  const { t } = useTranslation(['payments', 'common']);
  const state = stateOf(row);
  const { op, pack } = row;
  const live = isLive(state);
  const Icon = state === 'paid' ? CircleCheck : live ? Clock : CircleAlert;
  const receipt = resultPath(row.orderId);
  const cancel = async () => reportFailure(await core.cancelOrder(op, newOp()));
  return (
    <article
      css={styles.root}
      data-good={state === 'paid' || undefined}
      data-bad={state === 'failed' || state === 'refused' || undefined}
      aria-label={t('live')}
    >
      <Icon size={24} aria-hidden="true" />
      <div css={styles.what}>
        <p css={styles.title}>
          {t('packFor', { gems: formatNumber(pack.gems + pack.bonus), price: formatMoney(pack.price) })}
        </p>
        <p css={styles.soft} role="status">
          {state === 'refused' && row.error ? refusalWords(row.error) : t(`state.${state}`)}
        </p>
      </div>
      <div css={styles.acts}>
        {state === 'open' || state === 'asking' ? (
          <Button small variant="primary" onClick={() => resumePurchase(op, row.channel, inCall)}>
            {t('continue')}
          </Button>
        ) : null}
        {state === 'unsent' ? (
          <Button small variant="primary" onClick={() => void core.retryOrder(op)}>
            {t('common:retry')}
          </Button>
        ) : null}
        {state === 'waiting' ? (
          <Button small onClick={() => void core.refreshOrder(op)}>
            {t('look')}
          </Button>
        ) : null}
        {state === 'paid' ? (
          // During a call this page must stay open.
          <a
            href={receipt}
            target={inCall ? '_blank' : undefined}
            onClick={(event) => {
              if (inCall || event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              leadTo(receipt);
            }}
            css={buttonStyle}
            data-look="plain"
            data-size="small"
          >
            {t('result.receipt')}
          </a>
        ) : null}
        {state === 'open' || state === 'waiting' ? (
          <Button small variant="quiet" onClick={() => void cancel()}>
            {t('cancel')}
          </Button>
        ) : null}
        {live && state !== 'unsent' ? null : (
          <Button small variant="quiet" onClick={() => void core.dismissOrder(op)}>
            {t('common:close')}
          </Button>
        )}
      </div>
    </article>
  );
};
