import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentChannel } from '#contract/payments/orders.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explainCode } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { brandName } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { isLive, stateOf } from '../../../payments/order-state.ts';
import { usePurchases } from '../../../payments/use-purchases.ts';
import type { StoreScene } from '../../../ui/dialog/panel.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { beginPurchase, resumePurchase } from './begin.ts';
import { ordersToShow, packsOf, tightestOf, waysOf } from './choice.ts';
import { CountryChoice } from './country-choice.tsx';
import { LiveOrder } from './live-order.tsx';
import { PackList } from './pack-list.tsx';
import { useStoreHistoryEntry } from './use-store-history-entry.ts';

const styles = {
  body: css({
    display: 'grid',
    gap: space(4),
    alignContent: 'start',
    flex: 1,
    minBlockSize: 0,
    overflowY: 'auto',
    paddingInline: space(5),
    paddingBlockEnd: space(4),
  }),
  head: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(3),
  }),
  label: css({ display: 'block', fontSize: size.xs, fontWeight: 600, color: color.soft, marginBlockEnd: space(1) }),
  note: css({
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    textWrap: 'pretty',
    '&[data-tone="warn"]': { backgroundColor: color.warnWash, color: color.warn },
  }),
  waiting: css({
    blockSize: '320px',
    borderRadius: radius.card,
    backgroundColor: color.raised,
    animation: 'breathe 1.6s ease-in-out infinite',
  }),
  ways: css({ borderRadius: radius.card, boxShadow: `inset 0 0 0 1px ${color.line}`, overflow: 'hidden' }),
  foot: css({
    display: 'grid',
    gap: space(2),
    padding: `${space(3)} ${space(5)} ${space(5)}`,
    boxShadow: `0 -1px 0 ${color.line}`,
  }),
  way: css({
    display: 'flex',
    justifyContent: 'space-between',
    gap: space(3),
    fontSize: size.xs,
    '& > span': { color: color.soft },
    '& > strong': { fontWeight: 650, textAlign: 'end' },
  }),
  small: css({ fontSize: size.xs, color: color.soft, textAlign: 'center', textWrap: 'pretty' }),
};

type Props = { readonly scene: StoreScene; readonly onClose: () => void };

/** The store of gems: balance, packs and prices, purchases in progress, and the button that pays. */
const StorePanel = ({ scene, onClose }: Props) => {
  const ready = useWords('payments');
  const { t } = useTranslation(['payments', 'common']);
  const store = useAppState('store');
  const account = useAppState('account');
  const call = useAppState('call');
  const isOffline = useAppState('connection')?.online === false;
  const purchases = usePurchases();
  const [chosen, setChosen] = useState(scene.sku);
  const [way, setWay] = useState<string>();
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLElement>(null);
  const [followed] = useState(() => new Set<string>());
  /** Operation id of the purchase that this panel began in a new window; empty without one. */
  const [begun, setBegun] = useState('');
  const begunRow = purchases?.find(({ op }) => op === begun);
  const begunState = begunRow && stateOf(begunRow);
  const { source, need, host, sid, returnTo = { to: 'store' } } = scene;
  useEffect(() => void core.refreshStore(null), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tracked once per opening, when the balance is known
  useEffect(() => {
    if (!account) return;
    const target = host && { target_jid: `u_${host.uid}` };
    void core.track('store_open', { source, root: 'store', my_coins: account.gemsBalance, ...target });
  }, [account === undefined]);
  useStoreHistoryEntry(onClose);
  const bought = begunRow && begunState === 'paid' ? begunRow.pack.gems + begunRow.pack.bonus : 0;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (bought === 0) return;
    showToast(t('result.paidGems', { gems: formatNumber(bought) }));
    close.current();
  }, [bought, t]);
  if (!ready || !purchases) return null;

  const inCall = sid !== undefined && call?.sid === sid && call.endTime === 0;
  const missing = need ?? 0;
  const packs = store ? packsOf(store.extend_info.skus, missing) : [];
  const pack = packs.find(({ id }) => id === chosen);
  const channels = store ? waysOf(store) : [];
  const ways = [
    ...(store && channels.includes('card')
      ? store.cards.map(({ cardId, brand, last4 }) => ({
          value: cardId,
          label: t('card', { brand: brandName(brand), last4 }),
        }))
      : []),
    ...channels.map((value) => ({ value: value as string, label: t(`way.${value}`) })),
  ];
  const chosenWay = ways.find(({ value }) => value === way) ?? ways[0];
  const isLocked = store?.userPayInfo.locked === true;
  const owed = store?.userPayInfo.owed ?? 0;
  const limit = tightestOf(store?.userPayInfo.limits ?? []);
  const isSold = store === undefined || store.extend_info.skus.length > 0;
  // No channel is left, for example because banks declined too many of the user's cards today.
  const isClosed = store !== undefined && isSold && ways.length === 0;
  const orders = ordersToShow(purchases, followed).slice(0, 3);
  for (const { op } of orders) followed.add(op);
  // The payment page of the current purchase is opened again, instead of a second purchase.
  const isOpen = begunState !== undefined && isLive(begunState);
  const isShut = isOffline || isLocked || ways.length === 0;

  const choose = (id: string) => {
    setBegun('');
    setChosen(id);
  };
  const pay = async () => {
    if (!pack || !chosenWay) return;
    const channel = channels.find((candidate) => candidate === chosenWay.value) ?? ('card' as PaymentChannel);
    const isCard = channel === 'card' && chosenWay.value !== 'card';
    setBusy(true);
    const { gems, bonus, price, priceId, kind } = pack;
    const op = newOp();
    const opened = await beginPurchase(
      {
        op,
        priceId,
        channel,
        returnTo,
        pack: { gems, bonus, price },
        ...(kind === 'exact' && { gems }),
        ...(isCard && { cardId: chosenWay.value }),
        scene: { source, root: 'store', storyId: '', step: '', targetJid: '', sid: inCall ? sid : '' },
      },
      inCall,
    );
    // The page that pays replaces this one; until then the button shows that it is coming.
    if (opened === 'here') return;
    setBusy(false);
    if (opened === 'beside') setBegun(op);
    if (opened === 'blocked') showToast(t('popup'), 'bad');
    body.current?.scrollTo({ top: 0 });
  };

  return (
    <Sheet open onClose={onClose} title={t('title')} tall>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={body} css={styles.body} aria-label={t('packs')} tabIndex={0}>
        <div css={styles.head}>
          <div>
            <span css={styles.label} aria-hidden="true">
              {t('balance')}
            </span>
            <Amount kind="gems" value={account?.gemsBalance ?? 0} label={t('balance')} large />
          </div>
          {store && isSold ? <CountryChoice countries={store.countries} disabled={isOffline} /> : null}
        </div>
        {orders.map((row) => (
          <LiveOrder key={row.op} row={row} inCall={inCall} />
        ))}
        {isOffline ? (
          <p css={styles.note} role="status">
            {explainCode('offline')}
          </p>
        ) : null}
        {isLocked ? (
          <p css={styles.note} data-tone="warn" role="status">
            {explainCode('locked')}
          </p>
        ) : null}
        {owed > 0 ? (
          <p css={styles.note} data-tone="warn">
            {t('owed', { gems: formatNumber(owed) })}
          </p>
        ) : null}
        {isSold && !isClosed ? null : (
          <p css={styles.note} role="status">
            {explainCode(isSold ? 'channel-closed' : 'not-sold')}
          </p>
        )}
        {missing > 0 ? <p css={styles.note}>{t('missing', { gems: formatNumber(missing) })}</p> : null}
        {isSold && limit ? (
          <p css={styles.note}>{t(`limit.${limit.window}`, { gems: formatNumber(limit.left) })}</p>
        ) : null}
        {store === undefined ? (
          <div css={styles.waiting} aria-hidden="true" data-skeleton />
        ) : isSold ? (
          <PackList packs={packs} chosen={chosen} disabled={isShut} host={host} onChoose={choose} />
        ) : null}
        {ways.length > 1 ? (
          <div>
            <span css={styles.label} aria-hidden="true">
              {t('ways')}
            </span>
            <div css={styles.ways}>
              <RadioList
                legend={t('ways')}
                options={ways}
                value={chosenWay?.value ?? ''}
                disabled={isShut}
                onChoose={setWay}
              />
            </div>
          </div>
        ) : null}
      </section>
      {isSold ? (
        <div css={styles.foot}>
          {pack && chosenWay && !isShut ? (
            <p css={styles.way}>
              <span>{t('ways')}</span>
              <strong>{chosenWay.label}</strong>
            </p>
          ) : null}
          <Button
            variant="primary"
            wide
            aria-busy={busy}
            disabled={isShut || busy || !pack}
            onClick={() => (isOpen && begunRow ? resumePurchase(begun, begunRow.channel, inCall) : void pay())}
          >
            {busy ? <Spinner /> : null}
            {pack ? t('continue') : t('choose')}
          </Button>
          <p css={styles.small}>{t('terms')}</p>
        </div>
      ) : null}
    </Sheet>
  );
};
export default StorePanel;
