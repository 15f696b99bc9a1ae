import { css } from '@emotion/react';
import { ArrowLeft, MessageCircleHeart, Search, SquarePen } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { MESSAGES, threadPath } from '#contract/paths.ts';
import { ThreadList } from '../../features/chat/threads/thread-list.tsx';
import { threadOfParam } from '../../paths.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { openPanel } from '../../ui/dialog/panel.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { Panes } from '../../ui/layout/panes.tsx';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';
import { whenQuiet } from '../../ui/quiet.ts';
import { size } from '../../ui/style/tokens.ts';

const openConversation = partOf(() => import('./open-conversation.tsx'));
const shareSheet = partOf(() => import('../../features/chat/around/share-sheet.tsx'));
const peopleSheet = partOf(() => import('../../features/people/list/people-sheet.tsx'));
const styles = { title: css({ flex: 1, fontSize: size.xl, letterSpacing: '-0.02em' }) };

/**
 * Routes /message and /message/{tid}. `?archived` lists the archived conversations, `?new` opens the choice of a user, `?share` the choice
 * of a conversation for a share.
 */
const MessagesPage = () => {
  const { t } = useTranslation('message');
  const [, params] = useRoute(`${MESSAGES}/:tid?`);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const tid = params?.tid === undefined ? undefined : threadOfParam(params.tid);
  const archived = search.has('archived');
  const list = archived ? `${MESSAGES}?archived` : MESSAGES;
  const here = tid === undefined ? MESSAGES : threadPath(tid);
  const choosing = search.has('new');
  const share = search.get('share');
  const onBack = useCallback(() => navigate(list), [navigate, list]);
  const short = /^\d+$/.test(params?.tid ?? '');
  useEffect(() => whenQuiet(openConversation.prepare), []);
  useEffect(() => {
    if (short) navigate(here, { replace: true });
  }, [short, here, navigate]);
  const onNew = () => navigate(`${here}?new`);

  const listPane = (
    <>
      <Panes.Head>
        {archived ? (
          <IconButton label={t('backToList')} flip onClick={() => navigate(MESSAGES)}>
            <ArrowLeft size={22} />
          </IconButton>
        ) : null}
        <h1 css={styles.title}>{t(archived ? 'archive.title' : 'title')}</h1>
        <IconButton label={t('searchAll')} variant="raised" onClick={() => openPanel('search', {})}>
          <Search size={20} />
        </IconButton>
        <IconButton label={t('new')} variant="raised" onClick={onNew}>
          <SquarePen size={20} />
        </IconButton>
      </Panes.Head>
      <ThreadList key={list} current={tid} onNew={onNew} archived={archived} />
    </>
  );
  return (
    <>
      <Panes label={t('threads')} list={listPane} open={tid !== undefined}>
        {tid === undefined ? (
          <Empty art={<MessageCircleHeart size={44} />} title={t('pick.title')} text={t('pick.text')} />
        ) : (
          <Lazy key={tid} part={openConversation} with={{ tid, onBack }} />
        )}
      </Panes>
      {share === null ? null : <Lazy part={shareSheet} with={{ share, tid }} missing={renderNothing} />}
      {choosing ? (
        <LazyDialog
          part={peopleSheet}
          with={{
            onClose: () => navigate(here, { replace: true }),
            onPick: (picked: string) => navigate(threadPath(picked), { replace: true }),
          }}
        />
      ) : null}
    </>
  );
};
export default MessagesPage;
