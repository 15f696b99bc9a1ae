import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../data/use-minute.ts';
import { formatDay } from '../../i18n/format.ts';
import { color, radius, size, space } from '../../ui/style/tokens.ts';

const styles = {
  day: css({ display: 'grid', justifyItems: 'center', paddingBlock: space(4), paddingBlockEnd: space(2) }),
  pill: css({
    paddingInline: space(3),
    paddingBlock: space(1),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    color: color.soft,
    fontSize: '0.75rem',
    fontWeight: 600,
  }),
  divider: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    paddingInline: space(4),
    paddingBlock: space(3),
    color: color.accentText,
    fontSize: size.xs,
    fontWeight: 600,
    '&::before, &::after': { content: '""', flex: 1, blockSize: '1px', backgroundColor: 'currentColor', opacity: 0.4 },
  }),
};

/** Date heading above the first message of each day in the message list. */
export const DayPill = ({ date }: { readonly date: number }) => {
  const now = useMinute();
  return (
    <div css={styles.day}>
      <h2 css={styles.pill}>{formatDay(date, now)}</h2>
    </div>
  );
};

/** Divider above the first message that was unread when the conversation was opened. */
export const UnreadDivider = () => {
  const { t } = useTranslation('message');
  return <div css={styles.divider}>{t('unreadDivider')}</div>;
};
