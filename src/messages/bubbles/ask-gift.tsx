import { css } from '@emotion/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { useThread } from '../../data/threads.ts';
import { pictureOfGift } from '../../gifts/gifts.ts';
import { openGifts } from '../../gifts/open-gifts.ts';
import { useGiftName } from '../../gifts/use-gift-name.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { nameOf } from '../../i18n/official.ts';
import { uidOfThread } from '../../paths.ts';
import { Button } from '../../ui/input/button.tsx';
import { size, space } from '../../ui/style/tokens.ts';
import { WISH_FOOT_PX as FOOT_PX, WISH_HEAD_PX as HEAD_PX } from './heights.ts';

type Wish = Extract<Payload, { readonly kind: 'ask_gift' }>;

const styles = {
  head: css({ display: 'flex', alignItems: 'center', gap: space(3), minBlockSize: `${HEAD_PX}px` }),
  picture: css({ inlineSize: `${HEAD_PX}px`, blockSize: `${HEAD_PX}px`, objectFit: 'contain' }),
  title: css({ display: 'grid', minInlineSize: 0, fontWeight: 650, '& small': { fontSize: size.xs, fontWeight: 450 } }),
  words: css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' }),
  foot: css({ display: 'grid', alignItems: 'end', blockSize: `${FOOT_PX}px` }),
  given: css({ display: 'flex', alignItems: 'center', gap: space(2), minBlockSize: '44px', fontWeight: 600 }),
};

type Props = { readonly wish: Wish; readonly tid: string; readonly mid: string };

/** A host's request for a gift. The receiver can send the gift; afterwards both sides see that it was given. */
const AskGiftBubble = ({ wish: { giftId, giftPrice, body, isSend }, tid, mid }: Props) => {
  const ready = useWords('gifts');
  const { t } = useTranslation('gifts');
  const title = useGiftName()(giftId);
  const peer = uidOfThread(tid) ?? 0;
  const name = nameOf(tid, useThread(tid)?.linkedUser.nickName ?? '');
  const isTheirs = mid.startsWith(`${tid}/`);
  const give = () => openGifts(peer, name, { ask: stanzaIdOfMid(mid), wished: giftId });
  const open = isTheirs ? (
    <Button small wide onClick={() => void give()}>
      {t('send', { name: title, gems: formatNumber(giftPrice) })}
    </Button>
  ) : null;
  return (
    <div>
      <div css={styles.head}>
        <img
          css={styles.picture}
          src={pictureOfGift(giftId, 96)}
          alt=""
          width={HEAD_PX}
          height={HEAD_PX}
          loading="lazy"
          decoding="async"
        />
        <p css={styles.title}>
          {title}
          <small>{ready ? t('wish') : ''}</small>
        </p>
      </div>
      {body === '' ? null : (
        <p css={styles.words} dir="auto">
          {withFewMarks(body)}
        </p>
      )}
      {ready && (isSend || isTheirs) ? (
        <div css={styles.foot}>
          {isSend ? (
            <p css={styles.given}>
              <Check size={20} aria-hidden="true" />
              {t('given')}
            </p>
          ) : (
            open
          )}
        </div>
      ) : null}
    </div>
  );
};
export default AskGiftBubble;
