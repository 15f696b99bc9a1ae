import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNewest } from '#db/reads/messages.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { explain } from '../../../i18n/errors.ts';
import { showToast } from '../../../ui/toast.ts';
import { portrait, radius, size, space } from '../../../ui/tokens.ts';
import { RoundButton } from './round-button.tsx';

const SHOWN = 30;

const styles = {
  root: css({
    inlineSize: 'min(100%, 560px)',
    display: 'grid',
    gap: space(2),
    '& form': { display: 'flex', gap: space(2) },
  }),
  lines: css({
    display: 'flex',
    flexDirection: 'column',
    gap: space(1),
    maxBlockSize: '26dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    maskImage: 'linear-gradient(to bottom, transparent, black 24px)',
    paddingBlockStart: space(6),
  }),
  line: css({
    alignSelf: 'start',
    maxInlineSize: '82%',
    paddingInline: space(3),
    paddingBlock: space(1.5),
    borderRadius: '16px',
    backgroundColor: portrait.glass,
    color: portrait.ink,
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
    '&[data-out]': { alignSelf: 'end', backgroundColor: portrait.soft, color: portrait.onInk },
  }),
  input: css({
    flex: 1,
    minInlineSize: 0,
    minBlockSize: '52px',
    paddingInline: space(4),
    border: 0,
    borderRadius: radius.pill,
    backgroundColor: portrait.glassHover,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    color: portrait.ink,
    fontSize: size.md,
    '&::placeholder': { color: portrait.soft, opacity: 1 },
    '&:focus-visible': { outline: 'none', boxShadow: `inset 0 0 0 2px ${portrait.ink}` },
  }),
};

type Props = { readonly uid: number; readonly name: string };

/** The conversation over the picture: the same words as in the messages, and what is written here stays there. */
export const StageChat = ({ uid, name }: Props) => {
  const { t } = useTranslation('call');
  const tid = `u_${uid}`;
  const [text, setText] = useState('');
  const lines = useRef<HTMLDivElement>(null);
  const rows = useLiveQuery(() => readNewest(tid, SHOWN), [tid]);
  useEffect(() => {
    void core.openThread(uid, name);
    void core.watchThread(tabId, tid);
    return () => void core.watchThread(tabId, null);
  }, [uid, name, tid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is the occasion
  useEffect(() => {
    lines.current?.scrollTo(0, lines.current.scrollHeight);
  }, [rows]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (body === '') return;
    setText('');
    const sent = await core.sendText(tid, body);
    if (sent.ok) return;
    setText(body);
    showToast(explain(sent.error), 'bad');
  };
  return (
    <div css={styles.root}>
      <div css={styles.lines} ref={lines} role="log" aria-label={t('chat')}>
        {rows?.map((row) =>
          row.payload?.kind === 'text' && row.sensitiveInfo === 0 ? (
            <p key={row.mid} css={styles.line} dir="auto" data-out={row.out || undefined}>
              {row.payload.body}
            </p>
          ) : null,
        )}
      </div>
      <form onSubmit={(event) => void send(event)}>
        <input
          css={styles.input}
          value={text}
          aria-label={t('write')}
          placeholder={t('write')}
          onChange={({ target }) => setText(target.value)}
        />
        <RoundButton label={t('send')} flip type="submit">
          <SendHorizontal size={22} aria-hidden="true" />
        </RoundButton>
      </form>
    </div>
  );
};
