import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { readMessage } from '#db/reads/uploads.ts';
import { userActions } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { lockViewOf, paidIn } from '../../../messages/media/lock-view.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { LockedPreview } from './locked-preview.tsx';
import { Purchase } from './purchase.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  what: css({ fontSize: size.xs, color: color.soft, textAlign: 'center' }),
};

type Props = { readonly mid: string; readonly onClose: () => void };

/** Asks for confirmation before a paid message is unlocked: shows the content type, the price and the balance afterwards. */
const UnlockSheet = ({ mid, onClose }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const row = useLiveQuery(async () => (await readMessage(mid)) ?? null, [mid]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();
  const view = row ? lockViewOf(row, [], Date.now()) : undefined;
  const paid = paidIn(row?.payload);
  // Close if it was unlocked here or on another device, or if the message is gone.
  const isDone = row === null || view?.state === 'opened';
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (!ready || !row || !view || !paid || isDone) return null;

  const open = async (shown: number) => {
    setBusy(true);
    setFault(undefined);
    const result = await userActions.unlock(mid, shown);
    setBusy(false);
    if (result.ok) onClose();
    else setFault(result.error);
  };
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div css={styles.root}>
        <LockedPreview row={row} />
        <p css={styles.what}>
          {'items' in paid
            ? t('photos', { number: formatNumber(paid.items.length) })
            : t('clip', { time: formatClock(paid.ms / 1_000) })}
        </p>
        <Purchase
          price={view.price.gems}
          busy={busy}
          gone={view.state === 'gone'}
          fault={fault}
          onOpen={(shown) => void open(shown)}
        />
      </div>
    </Sheet>
  );
};
export default UnlockSheet;
