import { css } from '@emotion/react';
import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GiftArea, isShownIn } from '#contract/gifts/gift.ts';
import { tidOfUid } from '#contract/ids.ts';
import { readGifts } from '#db/reads/gifts.ts';
import { core } from '../../../core/core.ts';
import { cacheArt } from '../../../data/cache-art.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { pictureOfGift } from '../../../gifts/gifts.ts';
import { useGiftName } from '../../../gifts/use-gift-name.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { useMissingGems } from '../../../payments/use-missing-gems.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { ChipTabs } from '../../../ui/layout/chip-tabs.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { choiceFor, chosenOf, GIFT_TABS, saveChoice, tabOf } from './chosen.ts';
import { failureWords, isTooFew } from './failure-text.ts';
import { GiftChoice } from './gift-choice.tsx';
import type { Choice } from './giving.ts';
import { useGiving } from './use-giving.ts';

const styles = {
  body: css({ paddingInline: space(4), overflowY: 'auto' }),
  foot: css({ display: 'grid', gap: space(3), padding: space(4), boxShadow: `inset 0 1px 0 ${color.line}` }),
  line: css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space(3) }),
  note: css({
    display: 'grid',
    gap: space(2),
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    '&[data-bad]': { backgroundColor: color.dangerWash, color: color.danger },
  }),
};

type Props = {
  readonly uid: number;
  readonly name: string;
  readonly where: GiftArea;
  /** Id of the call or match in which the gift is sent; empty elsewhere. */
  readonly sid: string;
  /** Gift request to fulfil: its stanza id and gift id; both empty if there is none. */
  readonly ask: string;
  readonly wished: string;
  /** Lock of the picture that the requested gift unlocks; empty if there is none. */
  readonly lock: string;
  readonly onClose: () => void;
};

/** Sheet in which a viewer chooses a gift for a host (`uid`). The button buys and sends it; the sheet closes once it is sent. */
const GiftSheet = ({ uid, name, where, sid, ask, wished, lock, onClose }: Props) => {
  const ready = useWords('gifts');
  const { t } = useTranslation(['gifts', 'profile', 'common']);
  const nameOf = useGiftName();
  const all = useLiveQuery(readGifts);
  const account = useAppState('account');
  const call = useAppState('call');
  const connection = useAppState('connection');
  const [wanted, setWanted] = useState(wished || choiceFor(uid));
  const onGiven = ({ gift }: Choice, isOpen: boolean) => {
    // Conversations and calls play an animation; a profile shows nothing else.
    if (where === 'profile') showToast(t('done', { gift: nameOf(gift), name }), 'calm');
    if (isOpen) onClose();
  };
  const [view, giving] = useGiving({ uid, where, sid, ask, wished, lock, onGiven });
  const gifts = all?.filter(({ showArea }) => isShownIn(showArea, where)) ?? [];
  const chosen = chosenOf(gifts, wanted);
  const missing = useMissingGems(chosen?.gemsPrice ?? 0);
  useEffect(() => void core.refreshGifts(), []);
  useEffect(() => {
    // Width of the picture variant that the grid uses on this screen.
    const px = window.devicePixelRatio > 96 / 72 ? 256 : 96;
    cacheArt(all?.map(({ id }) => pictureOfGift(id, px)) ?? []);
  }, [all]);
  if (!ready || !all) return null;

  const tab = chosen ? tabOf(chosen) : '1';
  const tabs = GIFT_TABS.filter((tab) => gifts.some((gift) => tabOf(gift) === tab));
  const choose = (gift: string) => {
    giving.forget();
    setWanted(gift);
    saveChoice(uid, gift);
  };
  const offline = connection !== undefined && connection.state !== 'connected';
  const { failure, asks, isBusy } = view;
  const minutePrice = call?.direction === 'out' && sid !== '' ? call.price : 0;
  const endsCall = minutePrice > 0 && chosen && account && account.gemsBalance - chosen.gemsPrice < minutePrice;

  // A lack of gems gets no note: the button names it, from the balance that the server sent with its refusal.
  const status =
    failure && !isTooFew(failure.error) ? (
      <p css={styles.note} data-bad role="alert">
        {failureWords(failure.error, failure.gems)}
      </p>
    ) : null;
  const offlineNote =
    offline && !failure ? (
      <p css={styles.note} role="status">
        {explain({ code: 'offline' })}
      </p>
    ) : null;
  return (
    <Sheet open onClose={onClose} title={t('title', { name })}>
      {chosen ? (
        <>
          <div css={styles.body}>
            <ChipTabs
              label={t('tabs')}
              chips={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
              value={tab}
              onChange={(next) => {
                const first = gifts.find((gift) => tabOf(gift) === next);
                if (first) choose(first.id);
              }}
            >
              <GiftChoice gifts={gifts.filter((gift) => tabOf(gift) === tab)} chosen={chosen.id} onChoose={choose} />
            </ChipTabs>
          </div>
          <div css={styles.foot}>
            {status}
            {offlineNote}
            {endsCall && !failure && missing === 0 ? (
              <p css={styles.note} role="status">
                {t('endsCall')}
              </p>
            ) : null}
            <div css={styles.line}>
              <Amount kind="gems" value={account?.gemsBalance ?? 0} label={t('profile:me.gems')} />
            </div>
            {missing > 0 && !isBusy ? (
              <GetGems
                variant="primary"
                wide
                scene={{
                  source: 'gift',
                  need: missing,
                  returnTo: sid ? { to: 'call' } : { to: 'thread', tid: tidOfUid(uid) },
                  ...(sid && { sid }),
                }}
              />
            ) : (
              <Button
                variant="primary"
                wide
                aria-busy={isBusy}
                onClick={() => {
                  saveChoice(uid, chosen.id);
                  giving.give({ gift: chosen.id, price: chosen.gemsPrice });
                }}
              >
                {isBusy ? <Spinner /> : null}
                {t('send', { name: nameOf(chosen.id), gems: formatNumber(chosen.gemsPrice) })}
              </Button>
            )}
          </div>
        </>
      ) : (
        <Empty
          art={<Gift size={44} />}
          title={t('none')}
          text={offline ? explain({ code: 'offline' }) : ''}
          action={<Button onClick={() => void core.refreshGifts()}>{t('common:retry')}</Button>}
        />
      )}
      <ConfirmDialog
        open={asks !== undefined}
        tone="primary"
        title={t('ask', {
          name: asks ? nameOf(asks.gift) : '',
          gems: asks ? formatNumber(asks.price) : '',
        })}
        text={t('askText', { name })}
        action={t('yes')}
        onConfirm={() => giving.confirm(true)}
        onClose={() => void giving.confirm(false)}
      />
    </Sheet>
  );
};
export default GiftSheet;
