import { css } from '@emotion/react';
import { color } from '../style/tokens.ts';
import { FLAGS } from './flag-countries.ts';
import sprite from './flags.svg';

const positions = Object.fromEntries(
  FLAGS.map((country, index) => [
    `&[data-country="${country}"]`,
    { backgroundPositionY: `${(100 * (index + 1)) / FLAGS.length}%` },
  ]),
);

const styles = {
  root: css({
    display: 'inline-block',
    flexShrink: 0,
    inlineSize: '21px',
    blockSize: '14px',
    borderRadius: '3px',
    backgroundColor: color.raised,
    backgroundImage: `url("${sprite}")`,
    backgroundSize: `100% ${100 * (FLAGS.length + 1)}%`,
    boxShadow: '0 0 0 1px rgb(0 0 0 / 0.18)',
    ...positions,
    '&[data-size="large"]': { inlineSize: '27px', blockSize: '18px', borderRadius: '4px' },
  }),
};

type Props = {
  /** ISO 3166-1 alpha-2 code in capital letters, or empty. */
  readonly country: string;
  readonly size?: 'small' | 'large';
};

/**
 * Flag of a country. Decorative, because the country is also shown as text. All flags are one image, so a list needs
 * one request.
 */
export const Flag = ({ country, size = 'small' }: Props) => (
  <span css={styles.root} data-country={country} data-size={size} aria-hidden="true" />
);
