import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { charsLeft } from '#contract/text/visible-text.ts';
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
 * shows how many are left, if these are less than 200; else nothing.
 */
export const CharsLeft = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation(['message', 'errors']);
  const fault = textFault(text, MESSAGE_MAX_CHARS);
  const left = charsLeft(text, MESSAGE_MAX_CHARS);
  if (fault === undefined && left >= COUNT_FROM) return null;
  return (
    <p css={styles.root} data-over={fault !== undefined || undefined} role="status">
      {fault === 'unreadable'
        ? t('errors:message-unreadable')
        : left < 0
          ? t('composer.tooLong', { count: -left })
          : t('composer.left', { count: left })}
    </p>
  );
};
