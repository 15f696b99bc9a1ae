import { css } from '@emotion/react';
import { createContext, useContext } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useRouteOf } from '../routing/route-table.ts';
import { openPanel } from '../ui/dialog/panel.ts';
import { ownPath, scanLinks } from './links.ts';

const link = css({
  display: 'inline',
  padding: 0,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  textDecoration: 'underline',
  textUnderlineOffset: '0.15em',
  overflowWrap: 'anywhere',
});

/**
 * Context: whether links in a bubble are buttons. True for own messages, and for received ones of friends and the team; otherwise
 * links are plain text.
 */
export const OpensLinks = createContext(false);

type Props = { readonly text: string };

const Links = ({ text }: Props) => {
  const routeOf = useRouteOf();
  const open = (url: string) => {
    const path = ownPath(url, location.origin, (at) => routeOf(at) !== undefined);
    if (path === undefined) openPanel('link', { url });
    else navigate(path);
  };
  return scanLinks(text).map(({ text: words, url }, index) =>
    url === undefined ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text never change their order
      <button key={index} type="button" css={link} dir="ltr" onClick={() => open(url)}>
        {words}
      </button>
    ),
  );
};

/**
 * Text whose `https://` URLs are buttons where `OpensLinks` is true, elsewhere plain text. A URL of this app navigates; any other is shown
 * in full for confirmation first.
 */
export const LinkWords = ({ text }: Props) =>
  useContext(OpensLinks) && /https:\/\//i.test(text) ? <Links text={text} /> : text;
