import { css } from '@emotion/react';
import { BellOff, CircleAlert, Clock, Pin } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { threadPath } from '#contract/paths.ts';
import { cutToLine } from '#contract/text/cut-text.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import type { MessageState, ThreadRow } from '#db/schema.ts';
import { PRESENCE_KEYS } from '../../../data/people/use-presence.ts';
import { formatNumber, formatRecent } from '../../../i18n/format.ts';
import { isTeam, lineOfThread, nameOf } from '../../../i18n/official.ts';
import { openMessageWindow } from '../../../messages/log/message-window.ts';
import { Avatar, type PresenceStatus } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  item: css({ position: 'relative', contentVisibility: 'auto', containIntrinsicBlockSize: '76px' }),
  link: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '72px',
    marginInline: space(2),
    marginBlock: '2px',
    paddingInline: space(3),
    borderRadius: radius.card,
    transition: `background-color ${motion.quick}`,
    // A row is swiped sideways and pressed for long (thread-gestures.tsx), so only vertical panning is left to the browser.
    touchAction: 'pan-y',
    WebkitTouchCallout: 'none',
    userSelect: 'none',
    '&:hover': { backgroundColor: color.hover },
    '&[aria-current="page"]': { backgroundColor: color.raised },
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  line: css({ display: 'flex', alignItems: 'center', gap: space(2), minInlineSize: 0 }),
  name: css({
    flex: 1,
    minInlineSize: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 600,
    textAlign: 'start',
  }),
  time: css({
    flexShrink: 0,
    fontSize: size.xs,
    color: color.faint,
    fontVariantNumeric: 'tabular-nums',
    '[data-unread] &': { color: color.accentText, fontWeight: 600 },
  }),
  preview: css({
    flex: 1,
    minInlineSize: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '0.9375rem',
    color: color.soft,
    textAlign: 'start',
    '[data-unread] &': { color: color.text },
    '& b': { color: color.accentText, fontWeight: 600 },
  }),
  mark: css({ color: color.faint, '&[data-failed]': { color: color.danger } }),
};

type LastMessage = { readonly lastOut: boolean; readonly lastState: MessageState };

/** Line below the name of a conversation in the list: its draft if there is one, otherwise the last message with its delivery state. */
type PreviewLine =
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'failed' | 'sending' | 'own' | 'theirs'; readonly text: string };

const PREVIEW_CHARS = 140;

/** Shortens a text to a single line of at most `PREVIEW_CHARS`, so that layout is cheap. */
const line = (text: string) => cutToLine(text, PREVIEW_CHARS);

/** Returns the line below the name of a conversation in the list. `words`: text of its last message. */
function lineUnder(row: LastMessage, words: string, draft: string): PreviewLine {
  if (!isBlank(draft)) return { kind: 'draft', text: line(draft) };
  const text = line(words);
  if (!row.lastOut) return { kind: 'theirs', text };
  switch (row.lastState) {
    case 'error':
      return { kind: 'failed', text };
    case 'sending':
      return { kind: 'sending', text };
    case 'success':
      return { kind: 'own', text };
  }
}

type Props = {
  readonly thread: ThreadRow;
  readonly draft: string;
  readonly presence: PresenceStatus | undefined;
  readonly current: boolean;
  readonly now: number;
  /** Unused by the body; a change of language rerenders the memoized item. */
  readonly language: string;
  readonly avatarUrl: string | undefined;
  readonly muted: boolean;
  readonly pinned: boolean;
  /** Whether the list is that of the archive, to which a conversation opened from it leads back. */
  readonly archived: boolean;
};

const Preview = ({ thread, draft }: Pick<Props, 'thread' | 'draft'>) => {
  const { t } = useTranslation('message');
  const preview = lineUnder(thread, lineOfThread(thread), draft);
  return (
    <>
      {preview.kind === 'sending' ? (
        <span css={styles.mark} role="img" aria-label={t('state.sending')}>
          <Clock size={14} />
        </span>
      ) : null}
      {preview.kind === 'failed' ? (
        <span css={styles.mark} data-failed role="img" aria-label={t('state.failed')}>
          <CircleAlert size={16} />
        </span>
      ) : null}
      <span css={styles.preview}>
        {preview.kind === 'draft' ? <b>{t('preview.draft')} </b> : null}
        <bdi>{preview.kind === 'own' ? t('preview.you', { text: preview.text }) : preview.text}</bdi>
      </span>
    </>
  );
};

/** One conversation of the list. Memoized: it rerenders only when one of its props changes. */
export const ThreadItem = memo((props: Props) => {
  const { thread, draft, presence, current, now, avatarUrl, muted, pinned, archived } = props;
  const { t } = useTranslation(['common', 'message']);
  const { tid, linkedUser, unread, lastDate } = thread;
  const name = nameOf(tid, linkedUser.nickName);
  return (
    <li css={styles.item} data-tid={tid}>
      <Link
        href={archived ? `${threadPath(tid)}?archived` : threadPath(tid)}
        css={styles.link}
        draggable={false}
        onPointerDown={() => openMessageWindow(tid)}
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <Avatar uid={linkedUser.uid} name={name} src={avatarUrl} presence={presence} team={isTeam(tid)} />
        <span css={styles.words}>
          <span css={styles.line}>
            <span css={styles.name}>
              <PersonName name={name} />
            </span>
            {presence ? <Hidden>{t(PRESENCE_KEYS[presence])}</Hidden> : null}
            <time css={styles.time} dateTime={new Date(lastDate).toISOString()}>
              {formatRecent(lastDate, now)}
            </time>
          </span>
          <span css={styles.line}>
            <Preview thread={thread} draft={draft} />
            {muted ? (
              <span css={styles.mark} role="img" aria-label={t('message:muted')}>
                <BellOff size={14} />
              </span>
            ) : null}
            {pinned ? (
              <span css={styles.mark} role="img" aria-label={t('message:pinned')}>
                <Pin size={14} />
              </span>
            ) : null}
            {unread > 0 ? (
              <Badge
                text={unread > 99 ? '99+' : formatNumber(unread)}
                label={t('unread', { count: unread })}
                quiet={muted}
              />
            ) : null}
          </span>
        </span>
      </Link>
    </li>
  );
});
ThreadItem.displayName = 'ThreadItem';
