import { css } from '@emotion/react';
import { wordsOf } from '../../../i18n/official.ts';
import { size } from '../../../ui/tokens.ts';

const styles = {
  root: css({
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
    '&[data-large]': { fontSize: size.display, lineHeight: 1.25 },
  }),
};

const FEW_EMOJI = /^(?:\p{RGI_Emoji}\s?){1,3}$/v;
const EMOJI_CHARS = 48;

/** Words stay words: no markup, no links, nothing a sender could make the page do. */
export const TextBubble = ({ tid, body }: { readonly tid: string; readonly body: string }) => (
  <p css={styles.root} dir="auto" data-large={(body.length <= EMOJI_CHARS && FEW_EMOJI.test(body)) || undefined}>
    {wordsOf(tid, body)}
  </p>
);
