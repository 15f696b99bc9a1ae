import { css } from '@emotion/react';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { wordsOf } from '../../i18n/official.ts';
import { size } from '../../ui/style/tokens.ts';
import { LinkWords } from '../linked-text.tsx';

const styles = {
  root: css({
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
    // Clips stacked combining marks, so that they do not cover neighbouring messages.
    overflow: 'clip',
    overflowClipMargin: '6px',
    '&[data-large]': { fontSize: size.display, lineHeight: 1.25 },
  }),
};

/** One to three emoji. Does not use \p{RGI_Emoji}: compiling that takes 17 ms and delays the first bubble. */
const FEW_EMOJI =
  /^(?:(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{fe0f}\p{EMod}]*(?:\u{200d}\p{Extended_Pictographic}[\u{fe0f}\p{EMod}]*)*)\s?){1,3}$/u;
const EMOJI_CHARS = 48;

/**
 * Text of a message without markup; up to three emoji alone are drawn large. `https://` URLs in it are buttons where `OpensLinks` is true.
 */
export const TextBubble = ({ tid, body }: { readonly tid: string; readonly body: string }) => (
  <p css={styles.root} dir="auto" data-large={(body.length <= EMOJI_CHARS && FEW_EMOJI.test(body)) || undefined}>
    <LinkWords text={withFewMarks(wordsOf(tid, body))} />
  </p>
);

const CHARS_PER_LINE = 38;
const LINE_PX = 24;

/** Estimates the height of a text in a bubble, px, from the number of its characters and lines. */
export const heightOfText = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)) * LINE_PX, 0);
