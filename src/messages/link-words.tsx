import { css } from '@emotion/react';
import { createContext, useContext } from 'react';
import { openPanel } from '../ui/panel.ts';
import { scanLinks } from './links.ts';

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

/** Whether the addresses in a bubble can be pressed. */
export const OpensLinks = createContext(false);

/** Words, with the addresses in them as buttons: each is shown whole before it is opened. */
export const LinkWords = ({ text }: { readonly text: string }) => {
  if (!useContext(OpensLinks) || !/https:\/\//i.test(text)) return text;
  return scanLinks(text).map(({ text: words, url }, index) =>
    url === undefined ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
      <button key={index} type="button" css={link} dir="ltr" onClick={() => openPanel('link', { url })}>
        {words}
      </button>
    ),
  );
};
