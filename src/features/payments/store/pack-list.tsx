import { css } from '@emotion/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import type { StoreScene } from '../../../ui/dialog/panel.ts';
import { Coin } from '../../../ui/mark/coin.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';
import { minutesOf, type Pack, per100 } from './choice.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))',
    gap: space(3),
    margin: 0,
    padding: 0,
    border: 0,
    minInlineSize: 0,
  }),
  pack: css({
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    alignContent: 'space-between',
    gap: `${space(1)} ${space(2)}`,
    padding: space(3),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    cursor: 'pointer',
    transition: `box-shadow ${motion.quick}, background-color ${motion.quick}, transform ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:active': { transform: 'scale(0.985)' },
    '&:has(:checked)': { backgroundColor: color.accentWash, boxShadow: `inset 0 0 0 2px ${color.accentText}` },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
    '&:has(:disabled)': { cursor: 'default', opacity: 0.55, '&:hover': { backgroundColor: color.raised } },
    // The wide card has room for the price beside the gems.
    '&[data-wide]': {
      gridColumn: '1 / -1',
      gridTemplateColumns: 'auto 1fr auto',
      '& > :last-child': { gridColumn: 3, marginBlockStart: 0, textAlign: 'end' },
    },
  }),
  input: css({ position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' }),
  gems: css({
    display: 'grid',
    fontSize: size.lg,
    fontWeight: 750,
    fontVariantNumeric: 'tabular-nums',
    lineHeight: 1.15,
  }),
  bonus: css({ fontSize: size.xs, fontWeight: 650, color: color.accentText }),
  what: css({ gridColumn: '1 / -1', fontSize: size.xs, fontWeight: 650, color: color.accentText }),
  foot: css({ gridColumn: '1 / -1', display: 'grid', gap: space(0.5), marginBlockStart: space(1) }),
  price: css({ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }),
  soft: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
};

type Props = {
  readonly packs: readonly Pack[];
  readonly chosen: string | undefined;
  readonly disabled: boolean;
  readonly host: StoreScene['host'];
  readonly onChoose: (id: string) => void;
};

/** Choice of a pack of gems, each with its price, the price of 100 gems, and, given a `host`, the minutes of calls that it covers. */
export const PackList = ({ packs, chosen, disabled, host, onChoose }: Props) => {
  const { t } = useTranslation('payments');
  const name = useId();
  return (
    <fieldset css={styles.root} disabled={disabled}>
      <legend>
        <Hidden>{t('packs')}</Hidden>
      </legend>
      {packs.map((pack) => {
        const { id, kind, gems, bonus, price, fits } = pack;
        const words = kind === 'first' ? 'first' : fits === 'just' ? 'exact' : fits;
        const minutes = host ? minutesOf(pack, host.perMinute) : 0;
        return (
          <label key={id} css={styles.pack} data-wide={words ? true : undefined}>
            <input css={styles.input} type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
            {words ? <span css={styles.what}>{t(words)}</span> : null}
            <Coin kind="gems" balance={gems + bonus} size={40} />
            <span css={styles.gems}>
              <span>
                {formatNumber(gems)} <Hidden>{t('gems')}</Hidden>
              </span>
              {bonus > 0 ? <span css={styles.bonus}>{t('bonus', { gems: formatNumber(bonus) })}</span> : null}
            </span>
            <span css={styles.foot}>
              <span css={styles.price}>{formatMoney(price)}</span>
              <span css={styles.soft}>{t('per100', { price: formatMoney(per100(pack)) })}</span>
              {minutes > 0 && host ? (
                <span css={styles.soft}>{t('minutes', { minutes: formatNumber(minutes), name: host.name })}</span>
              ) : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};
