import { css } from '@emotion/react';
import { MessageCircleHeart } from 'lucide-react';
import { type UIEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDraft } from '#db/reads/app.ts';
import type { ThreadRow } from '#db/schema.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { usePresence } from '../../../data/people/use-presence.ts';
import { reuseEqualRows } from '../../../data/reuse-equal-rows.ts';
import { useThreads } from '../../../data/threads.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { ThreadItem } from './thread-item.tsx';

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
};

const NONE: readonly ThreadRow[] = [];

/** The first `limit` conversations. An unchanged row stays the same object, so that its memoized item does not rerender. */
function useShown(threads: readonly ThreadRow[] | undefined, limit: number): readonly ThreadRow[] {
  const before = useRef(NONE);
  return useMemo(() => {
    before.current = reuseEqualRows(before.current, threads?.slice(0, limit) ?? NONE, ({ tid }) => tid);
    return before.current;
  }, [threads, limit]);
}

type Props = { readonly current: string | undefined; readonly onNew: () => void };

/** All conversations, newest first. More are rendered as the user scrolls. */
export const ThreadList = ({ current, onNew }: Props) => {
  const { t, i18n } = useTranslation('message');
  const threads = useThreads();
  const presence = usePresence();
  const now = useMinute();
  const [limit, setLimit] = useState(FIRST);
  const shown = useShown(threads, limit);
  const avatars = useAvatars(shown.map(({ linkedUser }) => linkedUser.uid));
  const drafts = useDrafts(shown.map(({ tid }) => tid));

  const grow = ({ currentTarget: list }: UIEvent) => {
    const nearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
    if (nearEnd && threads && limit < threads.length) setLimit(limit + MORE);
  };

  if (!threads) return <RowSkeletons count={8} />;
  if (threads.length === 0) {
    const action = (
      <Button variant="primary" onClick={onNew}>
        {t('empty.action')}
      </Button>
    );
    return (
      <Empty art={<MessageCircleHeart size={44} />} title={t('empty.title')} text={t('empty.text')} action={action} />
    );
  }
  return (
    <div css={styles.root} onScroll={grow}>
      <ul aria-label={t('threads')}>
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
          />
        ))}
      </ul>
    </div>
  );
};
