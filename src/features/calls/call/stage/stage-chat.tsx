import { css } from '@emotion/react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryOf } from '#contract/chat/lines.ts';
import { tidOfUid } from '#contract/ids.ts';
import { core } from '../../../../core/core.ts';
import { Composer } from '../../../../messages/composer/composer.tsx';
import { useMessageWindow } from '../../../../messages/log/use-message-window.ts';
import { MessageLog } from '../../../../messages/message-log.tsx';
import { useFileTarget } from '../../../../messages/transfer/use-file-target.ts';
import { useWatched } from '../../../../messages/use-watched.ts';
import { color, radius } from '../../../../ui/style/tokens.ts';

const styles = {
  root: css({
    inlineSize: 'min(100%, 560px)',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    borderRadius: radius.card,
    backgroundColor: color.glass,
    backdropFilter: 'blur(18px)',
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    color: color.text,
    textAlign: 'start',
  }),
  log: css({ display: 'flex', flexDirection: 'column', blockSize: '26dvh', '&:empty': { display: 'none' } }),
};

type Props = { readonly uid: number; readonly name: string };

/** Conversation with the peer over the video of a call, with the components of the messages page; call entries are left out. */
export const StageChat = ({ uid, name }: Props) => {
  const { t } = useTranslation('call');
  const tid = tidOfUid(uid);
  const messages = useMessageWindow(tid);
  const { rows: all } = messages;
  // Call entries are left out: a tap on one would start another call.
  const rows = useMemo(() => all?.filter(({ payload }) => !payload || categoryOf(payload) !== 'call') ?? [], [all]);
  useWatched(tid);
  const field = useRef<HTMLTextAreaElement>(null);
  useFileTarget(tid, field);
  useEffect(() => {
    void core.openThread(uid, name);
  }, [uid, name]);
  return (
    <section css={styles.root} aria-label={t('chat')}>
      <div css={styles.log}>
        {rows.length > 0 ? <MessageLog rows={rows} window={messages} dividerMid="" name={name} /> : null}
      </div>
      <Composer tid={tid} name={name} where="call" field={field} />
    </section>
  );
};
