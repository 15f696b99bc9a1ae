import { css } from '@emotion/react';
import { Archive, MessageCircleHeart } from 'lucide-react';
import { type MouseEvent, type UIEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isMuted, isPinned } from '#contract/chat/conversation-choices.ts';
import { MESSAGES } from '#contract/paths.ts';
import { readDraft } from '#db/reads/app.ts';
import type { ThreadRow } from '#db/schema.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { usePresence } from '../../../data/people/use-presence.ts';
import { reuseEqualRows } from '../../../data/reuse-equal-rows.ts';
import { useThreadLists } from '../../../data/threads.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';
import type { RowHandlers } from './thread-gestures.tsx';
import { ThreadItem } from './thread-item.tsx';

const threadGestures = partOf(() => import('./thread-gestures.tsx'));

const none: ReadonlyMap<string, string> = new Map();

/** Returns the unsent draft texts of conversations by thread id, for the conversation list; empty for one without a draft. */
function useDrafts(tids: readonly string[]): ReadonlyMap<string, string> {
  const read = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(await Promise.all(tids.map(async (tid) => [tid, (await readDraft(tid))?.text ?? ''] as const)));
  return useLiveQuery(read, [tids.join()], none);
}

const FIRST = 40;
const MORE = 60;
const NEAR_END_PX = 600;

const styles = {
  root: css({ flex: 1, minBlockSize: 0, overflowY: 'auto', paddingBlock: space(1), overscrollBehavior: 'contain' }),
  archive: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '48px',
    marginInline: space(2),
    paddingInline: space(3),
    borderRadius: radius.card,
    fontWeight: 550,
    color: color.soft,
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  name: css({ flex: 1 }),
};

const NONE: readonly ThreadRow[] = [];

/** The row at an element in it; undefined for the local greeting, for which nothing can be chosen. */
const rowAt = (target: EventTarget): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-tid^="u_"]')) || undefined;

/** The first `limit` conversations. An unchanged row stays the same object, so that its memoized item does not rerender. */
function useShown(threads: readonly ThreadRow[] | undefined, limit: number): readonly ThreadRow[] {
  const before = useRef(NONE);
  return useMemo(() => {
    before.current = reuseEqualRows(before.current, threads?.slice(0, limit) ?? NONE, ({ tid }) => tid);
    return before.current;
  }, [threads, limit]);
}

type Props = {
  readonly current: string | undefined;
  readonly onNew: () => void;
  /** Shows the archived conversations instead of the others. */
  readonly archived: boolean;
};

const ArchiveLink = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation('message');
  return (
    <Link href={`${MESSAGES}?archived`} css={styles.archive}>
      <Archive size={20} aria-hidden="true" />
      <span css={styles.name}>{t('archive.title')}</span>
      {formatNumber(count)}
    </Link>
  );
};

/** List of the archived conversations, or of all others: pinned ones first, then the newest. More are rendered as the user scrolls. */
export const ThreadList = ({ current, onNew, archived }: Props) => {
  const { t, i18n } = useTranslation('message');
  const lists = useThreadLists();
  const threads = archived ? lists?.archived : lists?.listed;
  const presence = usePresence();
  const now = useMinute();
  const [limit, setLimit] = useState(FIRST);
  const [handlers, setHandlers] = useState<RowHandlers>();
  const [opened, setOpened] = useState<HTMLElement>();
  const shown = useShown(threads, limit);
  const avatars = useAvatars(shown.map(({ linkedUser }) => linkedUser.uid));
  const drafts = useDrafts(shown.map(({ tid }) => tid));

  const grow = ({ currentTarget: list }: UIEvent) => {
    const nearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
    if (nearEnd && threads && limit < threads.length) setLimit(limit + MORE);
  };

  const onContextMenu = (event: MouseEvent) => {
    const row = rowAt(event.target);
    if (!row) return;
    event.preventDefault();
    setOpened(row);
  };

  if (!lists || !threads) return <RowSkeletons count={8} />;
  const { choices } = lists;
  const leadsToArchive = !archived && lists.archived.length > 0;
  if (threads.length === 0 && archived)
    return <Empty art={<Archive size={44} />} title={t('archive.empty')} text={t('archive.text')} />;
  if (threads.length === 0) {
    const action = (
      <Button variant="primary" onClick={onNew}>
        {t('empty.action')}
      </Button>
    );
    return (
      <>
        {leadsToArchive ? <ArchiveLink count={lists.archived.length} /> : null}
        <Empty art={<MessageCircleHeart size={44} />} title={t('empty.title')} text={t('empty.text')} action={action} />
      </>
    );
  }
  return (
    <div css={styles.root} onScroll={grow}>
      {leadsToArchive ? <ArchiveLink count={lists.archived.length} /> : null}
      <ul aria-label={t('threads')} onContextMenu={onContextMenu} {...handlers}>
        {shown.map((thread) => (
          <ThreadItem
            key={thread.tid}
            thread={thread}
            draft={thread.tid === current ? '' : (drafts.get(thread.tid) ?? '')}
            presence={presence.get(thread.linkedUser.uid)}
            current={thread.tid === current}
            now={now}
            language={i18n.language}
            avatarUrl={avatars.get(thread.linkedUser.uid)}
            muted={isMuted(choices, thread.tid)}
            pinned={isPinned(choices, thread.tid)}
            archived={archived}
          />
        ))}
      </ul>
      <Lazy
        part={threadGestures}
        with={{ rowAt, opened, archived, onOpen: setOpened, onReady: setHandlers }}
        missing={renderNothing}
      />
    </div>
  );
};
