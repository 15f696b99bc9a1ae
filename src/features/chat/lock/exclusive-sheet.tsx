import { css } from '@emotion/react';
import { ImageOff, Lock } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExclusiveItem } from '#contract/chat/lock/endpoints.ts';
import type { AppError } from '#contract/result.ts';
import { core, userActions } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { blurSrc, pictureSrc } from '../../../ui/media/media-host.ts';
import { color, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { ExclusiveEdit } from './exclusive-edit.tsx';
import { Purchase } from './purchase.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  lead: css({ fontSize: size.xs, color: color.soft, overflowWrap: 'anywhere' }),
  grid: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
    gap: space(2),
    margin: 0,
    padding: 0,
  }),
  item: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    inlineSize: '100%',
    aspectRatio: '3 / 4',
    borderRadius: radius.field,
    overflow: 'hidden',
    color: portrait.ink,
    backgroundColor: portrait.night,
    '& > img': { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' },
    '& > img[data-blur]': { filter: 'blur(10px)', transform: 'scale(1.15)' },
  }),
  price: css({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    gap: space(1),
    fontSize: size.xs,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  }),
  large: css({ inlineSize: '100%', maxBlockSize: '60dvh', objectFit: 'contain', borderRadius: radius.field }),
};

/** Thumbnail of an exclusive picture: the picture if the user bought it, otherwise its blurred preview with the price. */
const Look = ({
  item: { isOpen, thumb, blur, price },
  label,
}: {
  readonly item: ExclusiveItem;
  readonly label: string;
}) =>
  isOpen ? (
    <img src={pictureSrc(thumb, 320)} alt={label} loading="lazy" decoding="async" />
  ) : (
    <>
      {blurSrc(blur) === '' ? null : <img data-blur src={blurSrc(blur)} alt="" />}
      <span css={styles.price}>
        <Lock size={20} aria-hidden="true" />
        {formatNumber(price)}
      </span>
    </>
  );

type Props = { readonly uid: number; readonly name: string; readonly onClose: () => void };

/** Lists the pictures that a host sells on their exclusive page and lets the user buy one. Hosts edit their own page here. */
const ExclusiveSheet = ({ uid, name, onClose }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation(['unlock', 'common']);
  const own = useSession()?.uid === uid;
  const [items, setItems] = useState<readonly ExclusiveItem[]>();
  const [lost, setLost] = useState<AppError>();
  const [chosen, choose] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();

  const load = useCallback(async () => {
    const read = await core.readExclusive(uid);
    if (read.ok) setItems(read.value.items);
    setLost(read.ok ? undefined : read.error);
  }, [uid]);
  useEffect(() => void load(), [load]);
  if (!ready) return null;

  const buy = async ({ lockId }: ExclusiveItem, shown: number) => {
    setBusy(true);
    setFault(undefined);
    const bought = await userActions.openExclusive(uid, lockId, shown);
    setBusy(false);
    if (!bought.ok) setFault(bought.error);
    // The price or the list may have changed on the server; reload it, also after a failure.
    await load();
  };
  const back = () => {
    setFault(undefined);
    choose('');
  };
  const item = items?.find(({ lockId }) => lockId === chosen);
  const labelOf = (at: number) => t('exclusive.photo', { number: formatNumber(at + 1) });

  function content() {
    if (!items) {
      return lost ? (
        <Empty
          art={<ImageOff size={44} />}
          title={explain(lost)}
          text=""
          action={<Button onClick={() => void load()}>{t('common:retry')}</Button>}
        />
      ) : null;
    }
    if (own) return <ExclusiveEdit items={items} onSaved={onClose} />;
    if (item) {
      return (
        <>
          {item.isOpen ? (
            <img css={styles.large} src={pictureSrc(item.url, 960)} alt={labelOf(items.indexOf(item))} />
          ) : (
            <>
              <div css={styles.item}>
                <Look item={item} label="" />
              </div>
              <Purchase
                price={item.price}
                busy={busy}
                gone={false}
                fault={fault}
                onOpen={(shown) => void buy(item, shown)}
              />
            </>
          )}
          <Button wide onClick={back}>
            {t('common:back')}
          </Button>
        </>
      );
    }
    return items.length === 0 ? (
      <Empty art={<Lock size={44} />} title={t('exclusive.none')} text="" />
    ) : (
      <>
        <p css={styles.lead}>{t('exclusive.lead', { name })}</p>
        <ul css={styles.grid}>
          {items.map((item, at) => (
            <li key={item.lockId}>
              <button
                type="button"
                css={styles.item}
                aria-label={
                  item.isOpen ? labelOf(at) : `${labelOf(at)}. ${t('open', { gems: formatNumber(item.price) })}`
                }
                onClick={() => choose(item.lockId)}
              >
                <Look item={item} label="" />
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <Sheet open onClose={onClose} title={own ? t('exclusive.mine') : t('exclusive.title', { name })}>
      <div css={styles.root}>{content()}</div>
    </Sheet>
  );
};
export default ExclusiveSheet;
