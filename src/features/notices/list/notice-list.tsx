import { css } from '@emotion/react';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { OFFICIAL_UID } from '#contract/account/rules.ts';
import { uidOfJid } from '#contract/jid.ts';
import type { NoticeTemplate } from '#contract/notices/item.ts';
import { CALL_RECORDS, FRIEND_REQUESTS, profilePath, TASKS } from '#contract/paths.ts';
import { readNotices } from '#db/reads/notices.ts';
import type { NoticeRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber, formatRecent } from '../../../i18n/format.ts';
import { PAYMENT_HISTORY } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  list: css({ display: 'grid', gap: space(1) }),
  row: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '72px',
    paddingInline: space(3),
    paddingBlock: space(2),
    borderRadius: radius.card,
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[data-new]': { backgroundColor: color.surface, boxShadow: `inset 0 0 0 1px ${color.line}` },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  text: css({ overflowWrap: 'anywhere', textWrap: 'pretty', '[data-new] &': { fontWeight: 600 } }),
  when: css({ fontSize: size.xs, color: color.soft }),
  dot: css({
    flexShrink: 0,
    inlineSize: '8px',
    blockSize: '8px',
    borderRadius: '50%',
    backgroundColor: color.accentText,
  }),
};

function pathOf(template: NoticeTemplate, uid: number): string {
  switch (template) {
    case 'request':
      return `${FRIEND_REQUESTS}?tab=requests`;
    case 'online':
    case 'accepted':
      return profilePath(uid);
    case 'task':
      return TASKS;
    case 'bookingProposed':
    case 'bookingAccepted':
    case 'bookingOff':
    case 'bookingBegins':
    case 'bookingMissed':
      return CALL_RECORDS;
    case 'recharged':
    case 'refunded':
      return PAYMENT_HISTORY;
  }
}

const Row = ({ notice: { from, avatarUrl, content, at, read }, now }: { notice: NoticeRow; now: number }) => {
  const { t } = useTranslation('notices');
  const uid = uidOfJid(from) ?? OFFICIAL_UID;
  const { name = '', amount = '0' } = content.values;
  return (
    <li>
      <Link href={pathOf(content.template, uid)} css={styles.row} data-new={read ? undefined : ''}>
        {uid === OFFICIAL_UID ? (
          <Coin kind={content.template === 'task' ? 'silver' : 'gems'} balance={Number(amount)} size={48} />
        ) : (
          <Avatar uid={uid} name={name} src={avatarUrl} />
        )}
        <span css={styles.words}>
          <span css={styles.text}>{t(`said.${content.template}`, { name, amount: formatNumber(Number(amount)) })}</span>
          <span css={styles.when}>{formatRecent(at, now)}</span>
        </span>
        {read ? null : <span css={styles.dot} role="img" aria-label={t('new')} />}
      </Link>
    </li>
  );
};

/**
 * Notification list, newest first: hosts online, friend requests and their acceptance, bookings, tasks and payments. They are marked as
 * read on unmount.
 */
export const NoticeList = () => {
  const { t } = useTranslation('notices');
  const notices = useLiveQuery(readNotices);
  const now = useMinute();
  const error = useRefresh(() => core.refreshNotices(), true);
  useEffect(() => () => void core.readNotices(), []);
  if (notices === undefined) return <RowSkeletons count={6} />;
  return (
    <>
      {error ? <FailedNote text={explain(error)} /> : null}
      {notices.length === 0 ? (
        <Empty art={<Bell size={40} />} title={t('none')} text={t('noneText')} />
      ) : (
        <ul css={styles.list}>
          {notices.map((notice) => (
            <Row key={notice.id} notice={notice} now={now} />
          ))}
        </ul>
      )}
    </>
  );
};
