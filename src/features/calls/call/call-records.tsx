import { css } from '@emotion/react';
import {
  Coins,
  Compass,
  Flag,
  Gem,
  MessageCircle,
  Phone,
  PhoneIncoming,
  PhoneMissed,
  PhoneOutgoing,
} from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { uidOfJid } from '#contract/jid.ts';
import { readCallRecords } from '#db/reads/calls.ts';
import type { VideoCallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { CALL_OUTCOME_KEYS, callOutcome } from '../../../data/calls/call-outcome.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatClock, formatNumber, formatRecent } from '../../../i18n/format.ts';
import { WALL } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { accent, color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  list: css({ display: 'grid', gap: space(1) }),
  row: css({
    display: 'flex',
    // With large text the buttons go below the words.
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '76px',
    paddingInline: space(3),
    borderRadius: radius.card,
    contentVisibility: 'auto',
    containIntrinsicBlockSize: '76px',
    '&:hover': { backgroundColor: color.raised },
  }),
  words: css({ flex: '1 1 5em', minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  acts: css({ display: 'flex', alignItems: 'center', gap: space(2), marginInlineStart: 'auto' }),
  name: css({ fontSize: size.md, fontWeight: 650, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  facts: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `0 ${space(2)}`,
    fontSize: size.xs,
    color: color.soft,
    fontVariantNumeric: 'tabular-nums',
    '& > span': { display: 'inline-flex', alignItems: 'center', gap: space(1) },
    '& > [data-look="missed"]': { color: color.danger, fontWeight: 600 },
  }),
  call: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    flexShrink: 0,
    borderRadius: radius.pill,
    backgroundImage: accent,
    color: color.onAccent,
  }),
};

const ICONS = { missed: PhoneMissed, in: PhoneIncoming, out: PhoneOutgoing, unanswered: PhoneOutgoing } as const;

const Row = ({
  row,
  avatarUrl,
  now,
}: {
  readonly row: VideoCallRow;
  readonly avatarUrl: string | undefined;
  readonly now: number;
}) => {
  const { t } = useTranslation(['call', 'wall']);
  const { message } = usePersonActs();
  const uid = uidOfJid(row.linkedJid) ?? 0;
  const name = row.nickName || String(uid);
  const outcome = callOutcome(row);
  const Icon = ICONS[outcome];
  return (
    <li css={styles.row}>
      <Avatar uid={uid} name={name} src={avatarUrl} />
      <div css={styles.words}>
        <h2 css={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p css={styles.facts}>
          <span data-look={outcome}>
            <Icon size={14} aria-hidden="true" />
            {t(CALL_OUTCOME_KEYS[outcome])}
          </span>
          <time dateTime={new Date(row.startTime).toISOString()}>{formatRecent(row.startTime, now)}</time>
          {row.connectingTime > 0 ? <span>{formatClock(row.seconds)}</span> : null}
          {row.isUnsettled ? <span>{t('end.unsettled')}</span> : null}
          {row.silver ? (
            <span>
              <Coins size={12} aria-hidden="true" />
              {formatNumber(row.silver)}
            </span>
          ) : null}
          {row.gems > 0 && !row.isUnsettled ? (
            <span>
              <Gem size={12} aria-hidden="true" />
              {formatNumber(row.gems)}
            </span>
          ) : null}
        </p>
      </div>
      <div css={styles.acts}>
        {row.connectingTime > 0 ? (
          <IconButton label={t('end.report')} onClick={() => openPanel('report', { uid, name, mid: '', sid: row.vid })}>
            <Flag size={18} />
          </IconButton>
        ) : null}
        <IconButton label={t('wall:card.message', { name })} onClick={() => void message(uid, name)}>
          <MessageCircle size={20} />
        </IconButton>
        <CallLink css={styles.call} uid={uid} from="video_history" aria-label={t('callName', { name })}>
          <Phone size={20} aria-hidden="true" />
        </CallLink>
      </div>
    </li>
  );
};

/** Call history: direction, peer, duration and cost, with buttons to report, write and call. Showing it marks missed calls as seen. */
export const CallRecords = () => {
  const { t } = useTranslation('call');
  const rows = useLiveQuery(readCallRecords);
  const avatars = useAvatars(rows?.map(({ linkedJid }) => uidOfJid(linkedJid) ?? 0) ?? []);
  const now = useMinute();
  const unseen = rows?.some(({ seen }) => !seen) ?? false;
  useEffect(() => {
    if (unseen) void core.seeCallRecords();
  }, [unseen]);
  if (!rows) return null;
  if (rows.length === 0)
    return (
      <Empty
        art={<Phone size={40} />}
        title={t('records.empty')}
        text={t('records.emptyText')}
        action={
          <Link href={WALL} css={buttonStyle} data-look="primary">
            <Compass size={18} aria-hidden="true" />
            {t('records.find')}
          </Link>
        }
      />
    );
  return (
    <ul css={styles.list} aria-label={t('records.title')}>
      {rows.map((row) => (
        <Row key={row.vid} row={row} avatarUrl={avatars.get(uidOfJid(row.linkedJid) ?? 0)} now={now} />
      ))}
    </ul>
  );
};
