import { css } from '@emotion/react';
import { COIN_TIERS } from '#contract/wallet/rules.ts';
import { color } from '../style/tokens.ts';

const styles = {
  root: css({
    '& [data-tone="from"]': { fill: color.accentFrom },
    '& [data-tone="to"]': { fill: color.accentTo },
    '& [data-tone="light"]': { fill: color.onAccent, fillOpacity: 0.4 },
    '& [data-tone="soft"]': { fill: color.onAccent, fillOpacity: 0.18 },
    '& [data-tone="silver"]': { fill: color.silver },
    '& [data-tone="rim"]': { fill: color.silverEdge },
    '& [data-tone="spark"]': { fill: color.warn },
  }),
};

/** Returns the tier of a balance: 3 from 3,000, 2 from 700, 1 from 300, else 0 (product 9.4). */
export const tierOf = (balance: number): number => {
  const step = COIN_TIERS.findIndex((least) => balance >= least);
  return step < 0 ? 0 : COIN_TIERS.length - step;
};

/**
 * Position (x, y) and scale of the pieces of each tier, in a box of 48 units. Each tier fills about the same part of the box, so that two
 * balances beside each other are drawn in one size.
 */
const PILES: readonly (readonly (readonly [x: number, y: number, scale: number])[])[] = [
  [[5, 6, 0.6]],
  [
    [3, 15, 0.36],
    [20, 12, 0.42],
  ],
  [
    [2, 20, 0.34],
    [24, 20, 0.34],
    [12, 7, 0.38],
  ],
  [
    [0, 22, 0.3],
    [28, 22, 0.3],
    [5, 6, 0.3],
    [24, 6, 0.3],
    [11, 14, 0.4],
  ],
];

const Gem = () => (
  <>
    <path data-tone="from" d="M18 8h28l14 18H4z" />
    <path data-tone="to" d="M4 26h56L32 58z" />
    <path data-tone="light" d="M18 8l4 18H4zM32 8l10 18H22z" />
    <path data-tone="soft" d="M46 8l14 18H42zM4 26h18l10 32z" />
  </>
);

const Silver = () => (
  <>
    <circle data-tone="rim" cx={32} cy={36} r={26} />
    <circle data-tone="silver" cx={32} cy={31} r={26} />
    <circle data-tone="rim" cx={32} cy={31} r={19} fillOpacity={0.55} />
    <path data-tone="silver" d="M32 17l4 9.6 10.4.8-8 6.8 2.5 10.1L32 38.8l-8.9 5.5 2.5-10.1-8-6.8 10.4-.8z" />
  </>
);

type Props = { readonly kind: 'gems' | 'silver'; readonly balance: number; readonly size?: number };

/** Icon of a currency; a balance of a higher tier (`tierOf`) shows more pieces. Decorative, because the number is shown beside it. */
export const Coin = ({ kind, balance, size = 24 }: Props) => {
  const tier = tierOf(balance);
  return (
    <svg css={styles.root} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" data-tier={tier}>
      {PILES[tier]?.map(([x, y, scale]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${scale})`}>
          {kind === 'gems' ? <Gem /> : <Silver />}
        </g>
      ))}
      {tier === COIN_TIERS.length ? (
        <path data-tone="spark" d="M40 1l1.8 4.2L46 7l-4.2 1.8L40 13l-1.8-4.2L34 7l4.2-1.8z" />
      ) : null}
    </svg>
  );
};
