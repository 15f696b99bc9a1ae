import { describe, expect, test } from 'vitest';
import { type Kind, type Layers, NO_LAYERS, placeLayers } from '../../../../src/app/layers.ts';
import type { Place } from '../../../../src/routing/layer-place.ts';

const at = (path: string, search = ''): Place => ({ path, search });
const page: Omit<Kind, 'xs'> = { popup: false, opaque: false };
const popup: Omit<Kind, 'xs'> = { popup: true, opaque: false };
const opaque: Omit<Kind, 'xs'> = { popup: true, opaque: true };

/** Navigates through addresses, each with its kind, and returns the visible layers at the end. */
function walk(xs: boolean, ...steps: readonly (readonly [Place, Omit<Kind, 'xs'>])[]): Layers {
  return steps.reduce((before, [place, kind]) => placeLayers(before, place, { ...kind, xs }), NO_LAYERS);
}

describe('a popup', () => {
  test('a popup that was opened directly has the wall behind it', () => {
    expect(walk(false, [at('/silveranchor'), popup])).toMatchObject({ page: at('/goddess'), top: 'popup' });
  });

  test('a popup that covers everything has no page behind it', () => {
    expect(walk(false, [at('/onlinevideochat'), opaque]).page).toBeUndefined();
  });

  test('a popup is over the previous page, which keeps its state', () => {
    const layers = walk(false, [at('/goddess', 'lang=ar'), page], [at('/silveranchor'), popup]);
    expect(layers).toEqual({
      page: at('/goddess', 'lang=ar'),
      panel: undefined,
      popup: at('/silveranchor'),
      top: 'popup',
    });
  });

  test('a popup that follows another one is still over the page', () => {
    const layers = walk(true, [at('/settings'), page], [at('/login'), popup], [at('/userpassword'), popup]);
    expect(layers.page).toEqual(at('/settings'));
  });

  test('a popup closes the message panel of a small screen and covers the wall', () => {
    const layers = walk(true, [at('/message/u_1'), page], [at('/silveranchor'), popup]);
    expect(layers).toMatchObject({ panel: undefined, page: at('/goddess'), popup: at('/silveranchor') });
  });

  test('the popup of a call leaves the message panel of a small screen open behind it', () => {
    const layers = walk(true, [at('/message/u_1'), page], [at('/video/u_1'), opaque]);
    expect(layers).toMatchObject({ panel: at('/message/u_1'), page: undefined, popup: at('/video/u_1') });
  });
});

describe('on a small screen', () => {
  test.each(['/message', '/message/u_9001'])('%s opens the message panel on a small screen', (path) => {
    expect(walk(true, [at('/goddess'), page], [at(path), page])).toEqual({
      page: undefined,
      panel: at(path),
      popup: undefined,
      top: 'panel',
    });
  });

  test.each(['/friendreq', '/paymenthistory', '/video/u_9001', '/videoview'])(
    '%s leaves the message panel open behind it on a small screen',
    (path) => {
      const layers = walk(true, [at('/message/u_9001'), page], [at(path), page]);
      expect(layers).toMatchObject({ panel: at('/message/u_9001'), page: at(path), top: 'page' });
    },
  );

  test.each(['/goddess', '/settings', '/messageSetup', '/deletemessagesettings'])(
    '%s closes the message panel on a small screen',
    (path) => {
      expect(walk(true, [at('/message'), page], [at(path), page]).panel).toBeUndefined();
    },
  );

  test('the message panel is not behind other pages when it was never opened', () => {
    expect(walk(true, [at('/friendreq'), page]).panel).toBeUndefined();
  });
});

test('on a wide screen messages are a page like any other', () => {
  expect(walk(false, [at('/message'), page], [at('/friendreq'), page])).toMatchObject({
    page: at('/friendreq'),
    panel: undefined,
  });
});

test('the same address twice changes nothing', () => {
  const once = walk(true, [at('/message'), page], [at('/friendreq'), page]);
  expect(placeLayers(once, at('/friendreq'), { ...page, xs: true })).toEqual(once);
});
