import { css } from '@emotion/react';
import { ArrowLeft, Search, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import type { ThreadRow } from '#db/schema.ts';
import { usePresenceKeyOf } from '../../../data/people/day-presence.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { useIsTyping } from '../../../data/people/use-is-typing.ts';
import { usePresence } from '../../../data/people/use-presence.ts';
import { useSetting } from '../../../data/settings.ts';
import { isTeam, nameOf } from '../../../i18n/official.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { CallLink } from '../../../routing/call-link.tsx';
import { NameSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { color, radius, size, space, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    flexShrink: 0,
    minBlockSize: '64px',
    paddingInlineStart: space(2),
    paddingInlineEnd: space(4),
    backgroundColor: color.surface,
    borderBlockEnd: `1px solid ${color.line}`,
    [wide]: { paddingInlineStart: space(5) },
  }),
  back: css({ display: 'contents', [wide]: { display: 'none' } }),
  who: css({
    flex: 1,
    minInlineSize: 0,
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '52px',
    borderRadius: radius.field,
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  call: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    flexShrink: 0,
    borderRadius: radius.pill,
    color: color.accentText,
    '&:hover': { backgroundColor: color.hover },
  }),
  words: css({ minInlineSize: 0, display: 'grid' }),
  name: css({ fontSize: size.md, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  presence: css({
    fontSize: size.xs,
    color: color.soft,
    '&[data-status="online"]': { color: color.online },
    '&[data-status="busy"]': { color: color.busy },
  }),
};

type Props = {
  readonly tid: string;
  /** The stored conversation; undefined until the database answers. */
  readonly thread: ThreadRow | undefined;
  readonly onBack: () => void;
  /** Absent when the conversation is empty, or when the menu contains the search entry. */
  readonly onSearch?: (() => void) | undefined;
  /** Menu with further actions on the peer, at the end of the header. */
  readonly menu?: ReactNode;
};

/** Header of a conversation: back button, peer with presence or typing state, call button and menu. */
export const ConversationHeader = ({ tid, thread, onBack, onSearch, menu }: Props) => {
  const { t } = useTranslation(['message', 'common', 'profile', 'call', 'wall']);
  const presence = usePresence();
  const uid = thread?.linkedUser.uid ?? 0;
  const name = nameOf(tid, thread?.linkedUser.nickName ?? '');
  const team = isTeam(tid);
  const avatarUrl = useAvatars([uid]).get(uid);
  const status = presence.get(uid);
  const presenceKey = usePresenceKeyOf(uid, status ?? 'offline');
  const isTyping = useIsTyping(uid);
  const callable = useCallable(uid);
  const note = useSetting('viewerNotes')[tid];
  const identity = (
    <>
      {thread || team ? <Avatar uid={uid} name={name} src={avatarUrl} size="small" team={team} /> : null}
      <span css={styles.words}>
        {name === '' ? (
          <NameSkeleton />
        ) : (
          <h1 css={styles.name}>
            <PersonName name={name} />
          </h1>
        )}
        {isTyping ? (
          <span css={styles.presence} data-status="online" role="status">
            {t('typing')}
          </span>
        ) : status ? (
          <span css={styles.presence} data-status={status}>
            {t(presenceKey)}
          </span>
        ) : null}
        {note ? (
          <span css={[styles.name, styles.presence]} dir="auto">
            {note}
          </span>
        ) : null}
      </span>
    </>
  );
  return (
    <header css={styles.root}>
      <span css={styles.back}>
        <IconButton label={t('backToList')} flip onClick={onBack}>
          <ArrowLeft size={22} />
        </IconButton>
      </span>
      {team || name === '' ? (
        <div css={styles.who}>{identity}</div>
      ) : (
        <Link href={profilePath(uid)} css={styles.who} title={t('profile:open', { name })}>
          {identity}
        </Link>
      )}
      {onSearch ? (
        <IconButton label={t('search')} onClick={onSearch}>
          <Search size={20} />
        </IconButton>
      ) : null}
      {callable.call && !team ? (
        <CallLink
          uid={uid}
          from="message"
          css={styles.call}
          aria-label={t('call:callName', { name })}
          title={t('call:callName', { name })}
        >
          <Video size={22} aria-hidden="true" />
        </CallLink>
      ) : null}
      {menu}
    </header>
  );
};
