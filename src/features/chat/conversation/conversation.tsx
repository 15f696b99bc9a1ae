import { css } from '@emotion/react';
import { MessageCircleQuestion } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFICIAL_UID } from '#contract/account/rules.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { readPerson, readRelation } from '#db/reads/people.ts';
import type { MessageRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { useShowTranslate } from '../../../data/stored-switch.ts';
import { useThread } from '../../../data/threads.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { isTeam, nameOf } from '../../../i18n/official.ts';
import { currentTextLanguage } from '../../../i18n/text-language.ts';
import { Composer } from '../../../messages/composer/composer.tsx';
import { giftScenes } from '../../../messages/gift-scenes.ts';
import { useFoundMessage } from '../../../messages/log/found-message.ts';
import { useMessageWindow } from '../../../messages/log/use-message-window.ts';
import { type MessageActions, MessageActionsContext } from '../../../messages/message-actions.ts';
import { MessageLog, type Target } from '../../../messages/message-log.tsx';
import { useFileTarget } from '../../../messages/transfer/use-file-target.ts';
import { ShowsTranslations } from '../../../messages/translation/bubble-texts.ts';
import { useTranslations } from '../../../messages/translation/use-translations.ts';
import { useWatched } from '../../../messages/use-watched.ts';
import { uidOfThread } from '../../../paths.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { reportFailure, reportUnloaded } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { pressedKey } from '../../../ui/keys.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { isCovered } from '../../../ui/overlay.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { BlockedNote } from './blocked-note.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { NewConversation } from './new-conversation.tsx';

const styles = {
  root: css({
    position: 'relative',
    flex: 1,
    minBlockSize: 0,
    minInlineSize: 0,
    display: 'flex',
    flexDirection: 'column',
  }),
  first: css({
    flex: 1,
    display: 'grid',
    placeContent: 'end center',
    padding: space(6),
    textAlign: 'center',
    color: color.soft,
    fontSize: size.xs,
  }),
  gap: css({ flex: 1 }),
  readOnly: css({
    flexShrink: 0,
    padding: space(4),
    paddingBlockEnd: `max(${space(4)}, env(safe-area-inset-bottom))`,
    textAlign: 'center',
    fontSize: size.xs,
    color: color.soft,
    backgroundColor: color.surface,
  }),
};

// Memoized: a new message rerenders the message list, and the composer only while translations are shown.
const Header = memo(ConversationHeader);
const Writing = memo(Composer);
const writeLock = partOf(() => import('../../../messages/composer/write-lock.tsx'));
const supportNote = partOf(() => import('./support-note.tsx'));
const editBox = partOf(() => import('../../../messages/composer/edit-box.tsx'));
const firstNote = partOf(() => import('../../../messages/translation/first-note.tsx'));

/** Data about the peer that `Conversation` passes to `menuOf`, which builds the conversation's menu. */
export type ConversationPeer = {
  readonly uid: number;
  readonly name: string;
  /** Opens the search; absent when the conversation has no messages. */
  readonly onSearch: (() => void) | undefined;
};

type Props = {
  readonly tid: string;
  readonly onBack: () => void;
  /** Renders the menu with further actions on the peer. */
  readonly menuOf?: (peer: ConversationPeer) => ReactNode;
};

/** One conversation, rendered from the device's database without waiting for the network. */
export const Conversation = ({ tid, onBack, menuOf }: Props) => {
  const { t } = useTranslation('message');
  const thread = useThread(tid);
  const uid = thread?.linkedUser.uid ?? 0;
  const relation = useLiveQuery(async () => (await readRelation(uid)) ?? null, [uid]);
  const isUnknown = useLiveQuery(async () => (await readPerson(uid)) === undefined, [uid]) ?? false;
  useEffect(() => {
    // A stranger who wrote first has no profile row here; their role decides whether calls and gifts are offered, so it is fetched.
    if (isUnknown && uid > OFFICIAL_UID) void core.refreshCard(uid);
  }, [isUnknown, uid]);
  const blocked = relation?.blocked ?? false;
  const friend = relation?.friend ?? false;
  const messages = useMessageWindow(tid);
  useWatched(tid);
  const { rows } = messages;
  const team = isTeam(tid);
  const name = nameOf(tid, thread?.linkedUser.nickName ?? '');
  const [target, setTarget] = useState<Target>();
  useFoundMessage(tid, setTarget);
  const field = useRef<HTMLTextAreaElement>(null);
  const [replyRequest, setReplyRequest] = useState<{ readonly stanzaId: string }>();
  /** Own message that is being edited in place of the composer, whose draft stays stored. */
  const [editing, setEditing] = useState<MessageRow>();
  const stopEditing = useCallback(() => setEditing(undefined), []);
  // Of the team's threads only the official one can be answered; the local welcome thread is read-only.
  const readOnly = team && tid !== OFFICIAL_TID;
  const maySend = !blocked && !team;
  useFileTarget(maySend ? tid : undefined, field);
  const canWrite = Boolean(thread) && !readOnly && !blocked;
  const actions = useMemo<MessageActions>(() => {
    const reply = ({ mid }: MessageRow) => setReplyRequest({ stanzaId: stanzaIdOfMid(mid) });
    const react = ({ mid }: MessageRow, emoji: string, isOn: boolean) =>
      void userActions.reactToMessage(mid, emoji, isOn).then(reportFailure);
    const edit = (row: MessageRow) => void editBox.load().then(() => setEditing(row), reportUnloaded);
    return {
      uid,
      name,
      opensLinks: team || friend,
      jumpTo: ({ mid, stamp, archiveId }) => setTarget({ mid, stamp, archiveId }),
      ...(canWrite && !team && { edit, react }),
      ...(canWrite && { reply, write: () => setReplyRequest({ stanzaId: '' }) }),
    };
  }, [uid, name, team, friend, canWrite]);
  const openSearch = useCallback(
    () =>
      openPanel('search', {
        within: { tid, name },
        onHit: ({ mid, ...row }) => setTarget({ mid, stamp: row.stamp, archiveId: row.archiveId }),
      }),
    [tid, name],
  );
  const onSearch = rows && rows.length > 0 ? openSearch : undefined;
  const hasMenu = Boolean(thread) && !team;
  const menu = useMemo(
    () => (hasMenu ? menuOf?.({ uid, name, onSearch }) : undefined),
    [hasMenu, menuOf, uid, name, onSearch],
  );
  const mode = thread?.translate ?? 'auto';
  const to = currentTextLanguage();
  const translates = useShowTranslate() && mode !== 'off' && !team && to !== undefined;
  const onSight = useTranslations({ to: translates ? to : undefined, mode });

  const isUnopened = thread === null && tid === OFFICIAL_TID;
  useEffect(() => {
    // The thread with the team can be opened before it has any messages.
    if (isUnopened) void core.openThread(OFFICIAL_UID, '').then(reportFailure);
  }, [isUnopened]);

  if (isUnopened) return null;
  if (thread === null && rows?.length === 0) {
    const back = <Button onClick={onBack}>{t('backToList')}</Button>;
    const stranger = uidOfThread(tid);
    if (stranger !== undefined) return <NewConversation uid={stranger} back={back} />;
    return (
      <Empty
        level="h1"
        art={<MessageCircleQuestion size={44} />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={back}
      />
    );
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // React bubbles key events from sheets and dialogs in portals to this element; the DOM check ignores them.
    const isHere = event.currentTarget.contains(event.target as Node);
    // A dialog that has just opened may not have the focus yet: the key is meant for it.
    if (pressedKey(event) === 'Escape' && !event.defaultPrevented && isHere && !isCovered()) onBack();
  };
  const log =
    rows && rows.length > 0 ? (
      <MessageLog
        rows={rows}
        window={messages}
        dividerMid={thread?.dividerMid ?? ''}
        name={name}
        onSight={onSight}
        target={target}
      />
    ) : (
      <div css={styles.gap} />
    );
  const writing = blocked ? (
    <BlockedNote uid={uid} name={name} />
  ) : (
    <Writing tid={tid} name={name} rows={translates ? rows : undefined} replyRequest={replyRequest} field={field} />
  );
  const isEditing = editing?.tid === tid && !blocked;
  const input = isEditing ? (
    <Lazy part={editBox} with={{ row: editing, onClose: stopEditing }} missing={renderNothing} />
  ) : (
    writing
  );
  const foot = readOnly ? <p css={styles.readOnly}>{t('readOnly')}</p> : input;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the back button
    <div css={styles.root} onKeyDown={onKeyDown}>
      <Header
        tid={tid}
        thread={thread ?? undefined}
        onBack={onBack}
        menu={menu}
        onSearch={team ? onSearch : undefined}
      />
      <MessageActionsContext value={actions}>
        <ShowsTranslations value={translates}>
          {rows?.length === 0 && name !== '' ? <p css={styles.first}>{t('first', { name })}</p> : log}
        </ShowsTranslations>
      </MessageActionsContext>
      {translates && rows?.some(({ translate }) => translate) ? (
        <Lazy part={firstNote} with={{}} missing={renderNothing} />
      ) : null}
      {maySend && rows && name !== '' ? <Lazy part={writeLock} with={{ uid, rows }} missing={renderNothing} /> : null}
      {tid === OFFICIAL_TID ? <Lazy part={supportNote} with={{}} missing={renderNothing} /> : null}
      {foot}
      {team ? null : <Lazy part={giftScenes} with={{ tid, name }} missing={renderNothing} />}
    </div>
  );
};
