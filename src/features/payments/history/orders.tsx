import { css } from '@emotion/react';
import { Gem, ReceiptText, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../../data/use-minute.ts';
import { formatNumber, formatRecent } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { color } from '../../../ui/style/tokens.ts';
import { HistoryFrame } from './around.tsx';
import { OrderDetails } from './order-details.tsx';
import { isBack, statusOf } from './order-status.ts';
import { rowStyles } from './styles.ts';
import { useRecords } from './use-records.ts';

const styles = {
  button: css(rowStyles.row, {
    inlineSize: '100%',
    textAlign: 'start',
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-3px', borderRadius: '12px' },
  }),
};

/** Purchases, newest first. Each opens its receipt with the refund option. */
export const Orders = () => {
  const { t } = useTranslation('history');
  const { records, ...around } = useRecords('orders');
  const [open, setOpen] = useState('');
  const now = useMinute();
  const orders = records?.orders ?? [];
  const chosen = orders.find(({ orderId }) => orderId === open);
  return (
    <HistoryFrame {...around} isThere={records !== undefined} hasMore={Boolean(records?.nextCursor)}>
      {orders.length === 0 ? (
        <Empty
          art={<ReceiptText size={40} />}
          title={t('none.orders')}
          text={t('noneText.orders')}
          action={<GetGems scene={{ source: 'payment_history' }} variant="primary" />}
        />
      ) : (
        <ul css={rowStyles.list} aria-label={t('tabs.orders')}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <button type="button" css={styles.button} onClick={() => setOpen(order.orderId)}>
                <IconTile tone={isBack(order) ? 8 : 2}>
                  {isBack(order) ? <Undo2 size={18} aria-hidden="true" /> : <Gem size={18} aria-hidden="true" />}
                </IconTile>
                <span css={rowStyles.words}>
                  <span css={rowStyles.name}>{t('gems', { gems: formatNumber(order.gems + order.bonus) })}</span>
                  <span css={rowStyles.soft}>
                    {t(`status.${statusOf(order)}`)} · {formatRecent(order.at, now)}
                  </span>
                </span>
                <bdi css={rowStyles.end} data-back={isBack(order) || undefined}>
                  {formatMoney(order.price)}
                </bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Sheet open={chosen !== undefined} onClose={() => setOpen('')} title={t('receipt.title')}>
        {chosen ? <OrderDetails order={chosen} onDone={around.refresh} /> : null}
      </Sheet>
    </HistoryFrame>
  );
};
