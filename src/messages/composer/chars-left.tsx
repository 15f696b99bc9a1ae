import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { charsLeft } from '#contract/text/visible-text.ts';
import { countsReached, useSpoken, useTextFault } from '../../ui/input/use-text-fault.ts';
import { Hidden } from '../../ui/style/hidden.tsx';
import { color, size, space } from '../../ui/style/tokens.ts';

const COUNT_FROM = 200;

const styles = {
  root: css({
    paddingInline: space(4),
    paddingBlockEnd: space(1),
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '&[data-over]': { color: color.danger },
  }),
};

/**
 * Line above the input. Says why its text cannot be sent: a character is not plain text, or how many characters are too many. Otherwise
 * shows how many are left, if these are less than 200, and speaks it now and then; else nothing.
 */
export const CharsLeft = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation('message');
  const fault = useTextFault(text, MESSAGE_MAX_CHARS);
  const left = charsLeft(text, MESSAGE_MAX_CHARS);
  const sentence = fault?.sentence ?? t('composer.left', { count: left });
  const reached = countsReached(left);
  const isSpoken = fault !== undefined || reached > 0;
  const spoken = useSpoken(isSpoken ? sentence : undefined, fault?.isCount === false ? sentence : reached);
  if (fault === undefined && left >= COUNT_FROM) return null;
  return (
    <>
      <p css={styles.root} data-over={fault !== undefined || undefined}>
        {sentence}
      </p>
      <Hidden>
        <span role="status">{spoken}</span>
      </Hidden>
    </>
  );
};
