import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Coin, tierOf } from '../../../../src/ui/mark/coin.tsx';

test('the icon grows with the balance, at 300, 700 and 3000', () => {
  expect([0, 299, 300, 699, 700, 2_999, 3_000, 1_000_000].map(tierOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test('the pile of a small balance is about as wide as that of a large one', () => {
  const widthOf = (balance: number) => {
    const html = renderToStaticMarkup(createElement(Coin, { kind: 'silver', balance }));
    const pieces = [...html.matchAll(/translate\((\S+) \S+\) scale\((\S+)\)/g)].map(([, x, scale]) => [
      Number(x),
      Number(x) + 64 * Number(scale),
    ]);
    return Math.max(...pieces.map(([, end = 0]) => end)) - Math.min(...pieces.map(([start = 0]) => start));
  };
  const widths = [0, 300, 700, 3_000].map(widthOf);
  expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.8);
});
