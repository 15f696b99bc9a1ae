import { css } from '@emotion/react';
import { CreditCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '#contract/payments/orders.ts';
import { SAVED_CARDS_MAX } from '#contract/payments/rules.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { brandName } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { bindPath } from '../../../payments/pay-paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { HistoryFrame } from './around.tsx';
import { rowStyles } from './styles.ts';

const styles = {
  root: css(rowStyles.root, { justifyItems: 'start' }),
  list: css(rowStyles.list, { inlineSize: '100%' }),
};

/** The user's saved cards, which the payment gateway stores; the user can add and remove them here. */
export const Cards = () => {
  const { t } = useTranslation('history');
  const store = useAppState('store');
  const { error, busy, refresh } = useRefreshing(() => core.refreshStore(null));
  const [leaving, setLeaving] = useState<SavedCard>();
  const cards = store?.cards ?? [];
  const mayAdd = store?.extend_info.channels.some(({ channel }) => channel === 'card') ?? false;
  // A full page load, as only that document's Content-Security-Policy allows the gateway's card fields.
  const add = () => location.assign(bindPath(newOp()));
  const forget = async () => {
    if (leaving) reportFailure(await core.forgetCard(leaving.cardId));
    setLeaving(undefined);
    await refresh();
  };
  const adding =
    mayAdd && cards.length < SAVED_CARDS_MAX ? (
      <Button onClick={add}>
        <CreditCard size={18} aria-hidden="true" />
        {t('cards.add')}
      </Button>
    ) : undefined;
  return (
    <HistoryFrame
      error={error}
      busy={busy}
      refresh={() => void refresh()}
      readMore={() => undefined}
      isThere={store !== undefined}
      hasMore={false}
    >
      {cards.length === 0 ? (
        <Empty art={<CreditCard size={40} />} title={t('cards.none')} text={t('cards.noneText')} action={adding} />
      ) : (
        <div css={styles.root}>
          <ul css={styles.list} aria-label={t('tabs.cards')}>
            {cards.map((card) => (
              <li key={card.cardId} css={rowStyles.row}>
                <IconTile tone={4}>
                  <CreditCard size={18} aria-hidden="true" />
                </IconTile>
                <div css={rowStyles.words}>
                  <bdi css={rowStyles.name}>
                    {brandName(card.brand)} ···· {card.last4}
                  </bdi>
                  <span css={rowStyles.soft}>{t('cards.expires', { month: card.expires })}</span>
                </div>
                <IconButton label={t('cards.forget', { last4: card.last4 })} onClick={() => setLeaving(card)}>
                  <Trash2 size={20} />
                </IconButton>
              </li>
            ))}
          </ul>
          {adding}
        </div>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('cards.forgetTitle')}
        text={t('cards.forgetText')}
        action={t('cards.forgetYes')}
        tone="danger"
        onConfirm={forget}
        onClose={() => setLeaving(undefined)}
      />
    </HistoryFrame>
  );
};
