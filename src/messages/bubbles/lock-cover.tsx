import { css } from '@emotion/react';
import { ImageOff, Lock, LockOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MessageRow } from '#db/schema.ts';
import { useThread } from '../../data/threads.ts';
import { openGifts } from '../../gifts/open-gifts.ts';
import { useGiftName } from '../../gifts/use-gift-name.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { nameOf } from '../../i18n/official.ts';
import { uidOfThread } from '../../paths.ts';
import { openPanel } from '../../ui/dialog/panel.ts';
import { portrait, size, space } from '../../ui/style/tokens.ts';
import type { LockView } from '../media/lock-view.ts';
import { useLock } from '../media/use-lock.ts';

const styles = {
  cover: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: space(2),
    inlineSize: '100%',
    padding: space(2),
    fontSize: size.xs,
    fontWeight: 600,
    textAlign: 'center',
    color: portrait.ink,
    backgroundColor: portrait.glass,
    outlineOffset: '-4px',
  }),
  chip: css({
    position: 'absolute',
    insetBlockEnd: 0,
    insetInlineEnd: 0,
    display: 'flex',
    alignItems: 'end',
    justifyContent: 'end',
    // Touch target of 44 px; the visible chip is smaller.
    minInlineSize: '44px',
    minBlockSize: '44px',
    padding: space(1.5),
    color: portrait.ink,
    fontSize: size.xs,
    outlineOffset: '-4px',
    '& > span': {
      display: 'flex',
      alignItems: 'center',
      gap: space(1),
      paddingInline: space(2),
      borderRadius: '999px',
      lineHeight: '22px',
      fontVariantNumeric: 'tabular-nums',
      backgroundColor: portrait.glass,
    },
  }),
};

type Props = { readonly row: MessageRow; readonly view: LockView };

/** Covers a paid message for a receiver who has not paid. A tap asks for confirmation, or opens the gift that unlocks the message. */
const UnpaidCover = ({ row, view: { price, lockId } }: Props) => {
  const { t } = useTranslation('unlock');
  const gift = useGiftName()(price.gift);
  const name = nameOf(row.tid, useThread(row.tid)?.linkedUser.nickName ?? '');
  const open = () =>
    price.gift === ''
      ? openPanel('unlock', { mid: row.mid })
      : void openGifts(uidOfThread(row.tid) ?? 0, name, { ask: '', wished: price.gift, lock: lockId });
  return (
    <button type="button" css={styles.cover} onClick={open}>
      <Lock size={24} aria-hidden="true" />
      {price.gift === '' ? t('open', { gems: formatNumber(price.gems) }) : t('openByGift', { gift })}
    </button>
  );
};

/** Shows the price of a paid message; for its sender also whether it was unlocked and what it earned. A tap opens the details. */
const Chip = ({ row, view: { price, state, gems, isPending } }: Props) => {
  const { t } = useTranslation('unlock');
  const gift = useGiftName()(price.gift);
  const cost = price.gift === '' ? formatNumber(price.gems) : gift;
  const isOpen = state === 'opened';
  const earned =
    isOpen && gems !== undefined ? t(isPending ? 'pending' : 'earned', { gems: formatNumber(gems) }) : t('opened');
  const words = isOpen ? earned : t('locked', { price: cost });
  return (
    <button type="button" css={styles.chip} onClick={() => openPanel('lockDetails', { mid: row.mid })}>
      <span>
        {isOpen ? <LockOpen size={14} aria-hidden="true" /> : <Lock size={14} aria-hidden="true" />}
        {row.out ? words : t('paid', { price: cost })}
      </span>
    </button>
  );
};

/** Overlay on the media of a paid message: price and state. Draws nothing if the message is free. */
export const LockCover = ({ row }: { readonly row: MessageRow }) => {
  const view = useLock(row);
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  if (!view || !ready) return null;
  if (view.state === 'gone') {
    const words = view.isBack ? t(row.out ? 'givenBackOfMine' : 'givenBack') : t('gone');
    return (
      <div css={styles.cover}>
        <ImageOff size={24} aria-hidden="true" />
        {words}
      </div>
    );
  }
  if (view.state === 'opening') {
    return (
      <div css={styles.cover} role="status">
        <LockOpen size={24} aria-hidden="true" />
        {t('opening')}
      </div>
    );
  }
  if (view.state === 'locked' && !row.out) return <UnpaidCover row={row} view={view} />;
  return <Chip row={row} view={view} />;
};
