import { css } from '@emotion/react';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOCAL_OFFICIAL_TID } from '#contract/rules.ts';
import type { ThreadRow } from '#db/schema.ts';
import { PRESENCE_KEYS, usePresence } from '../../data/use-presence.ts';
import { nameOf } from '../../i18n/official.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { color, size, space, wide } from '../../ui/tokens.ts';

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
  words: css({ minInlineSize: 0, display: 'grid' }),
  name: css({ fontSize: size.md, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  presence: css({
    fontSize: size.xs,
    color: color.soft,
    '&[data-status="online"]': { color: color.online },
    '&[data-status="busy"]': { color: color.busy },
  }),
};

type Props = { readonly thread: ThreadRow | undefined; readonly onBack: () => void };

export const ConversationHeader = ({ thread, onBack }: Props) => {
  const { t } = useTranslation(['message', 'common']);
  const presence = usePresence();
  const uid = thread?.linkedUser.uid ?? 0;
  const name = thread ? nameOf(thread.tid, thread.linkedUser.nickName) : '';
  const status = presence.get(uid);
  return (
    <header css={styles.root}>
      <span css={styles.back}>
        <IconButton label={t('backToList')} flip onClick={onBack}>
          <ArrowLeft size={22} />
        </IconButton>
      </span>
      {thread ? <Avatar uid={uid} name={name} size="small" team={thread.tid === LOCAL_OFFICIAL_TID} /> : null}
      <div css={styles.words}>
        <h1 css={styles.name}>
          <bdi>{name}</bdi>
        </h1>
        {status ? (
          <p css={styles.presence} data-status={status}>
            {t(PRESENCE_KEYS[status])}
          </p>
        ) : null}
      </div>
    </header>
  );
};
