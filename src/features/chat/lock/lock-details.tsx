import { css } from '@emotion/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readServiceMessagesAbout } from '#db/reads/messages.ts';
import { readMessage } from '#db/reads/uploads.ts';
import type { MessageRow } from '#db/schema.ts';
import { useThread } from '../../../data/threads.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useGiftName } from '../../../gifts/use-gift-name.ts';
import { formatNumber, formatTime } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { nameOf } from '../../../i18n/official.ts';
import { lockViewOf, paidIn } from '../../../messages/media/lock-view.ts';
import { uidOfThread } from '../../../paths.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  facts: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: space(5),
    rowGap: space(2),
    margin: 0,
    '& > dt': { color: color.soft },
    '& > dd': { margin: 0, textAlign: 'end', overflowWrap: 'anywhere', fontWeight: 600 },
  }),
};
const NONE: readonly MessageRow[] = [];

type Props = { readonly mid: string; readonly onClose: () => void };

/** Details of a paid message: peer, date, price, state and earnings; buttons to view the pictures and to report the message. */
const LockDetails = ({ mid, onClose }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const giftName = useGiftName();
  const row = useLiveQuery(async () => (await readMessage(mid)) ?? null, [mid]);
  const serviceMessages = useLiveQuery(() => readServiceMessagesAbout(mid), [mid], NONE);
  const thread = useThread(row?.tid ?? '');
  const view = row ? lockViewOf(row, serviceMessages, Date.now()) : undefined;
  const isMissing = row === null || (row !== undefined && view === undefined);
  useEffect(() => {
    if (isMissing) onClose();
  }, [isMissing, onClose]);
  if (!ready || !row || !view) return null;
  const name = nameOf(row.tid, thread?.linkedUser.nickName ?? row.nickName);
  const { price, state, gems, isPending, isBack } = view;
  const cost = price.gift === '' ? t('gemsOf', { gems: formatNumber(price.gems) }) : giftName(price.gift);
  const isAlbum = 'items' in (paidIn(row.payload) ?? {});
  return (
    <Sheet open onClose={onClose} title={t('details')}>
      <div css={styles.root}>
        <dl css={styles.facts}>
          <dt>{t(row.out ? 'to' : 'from')}</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
          <dt>{t('sent')}</dt>
          <dd>{formatTime(row.date)}</dd>
          <dt>{t('price')}</dt>
          <dd>{cost}</dd>
          {row.out && state === 'opened' && gems !== undefined ? (
            <>
              <dt>{t('yours')}</dt>
              <dd>{t(isPending ? 'pending' : 'gemsOf', { gems: formatNumber(gems) })}</dd>
            </>
          ) : null}
          <dt>{t('state')}</dt>
          <dd>{isBack ? t(row.out ? 'givenBackOfMine' : 'givenBack') : t(`states.${state}`)}</dd>
        </dl>
        {isAlbum && state !== 'gone' && (row.out || state === 'opened') ? (
          <Button wide onClick={() => openPanel('album', { mid, at: 0 })}>
            {t('look')}
          </Button>
        ) : null}
        {row.out ? null : (
          <Button
            variant="danger"
            wide
            onClick={() => openPanel('report', { uid: uidOfThread(row.tid) ?? 0, name, mid })}
          >
            {t('report')}
          </Button>
        )}
      </div>
    </Sheet>
  );
};
export default LockDetails;
