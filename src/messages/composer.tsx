import { css } from '@emotion/react';
import { Plus, SendHorizontal, Smile } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import type { MessageRow } from '#db/schema.ts';
import { isTouch } from '../data/touch.ts';
import { explainCode } from '../i18n/errors.ts';
import { uidOfThread } from '../paths.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Later, nothing, type Part, partOf } from '../ui/later.tsx';
import { showToast } from '../ui/toast.ts';
import { color, motion, size, space } from '../ui/tokens.ts';
import { type Said, sendFromBox } from './sending.ts';
import type { TrayPlace } from './tray/tools.ts';
import { useTools } from './tray/use-tools.ts';
import { useDraft } from './use-draft.ts';

const COUNT_FROM = 200;
const LINE_PX = 24;
const MAX_LINES = 6;

const styles = {
  root: css({
    flexShrink: 0,
    paddingInline: space(3),
    paddingBlockStart: space(2),
    paddingBlockEnd: `max(${space(3)}, env(safe-area-inset-bottom))`,
    backgroundColor: color.surface,
  }),
  box: css({
    display: 'flex',
    alignItems: 'flex-end',
    gap: space(1),
    padding: '3px',
    borderRadius: '26px',
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&:focus-within': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
  input: css({
    flex: 1,
    minInlineSize: 0,
    fieldSizing: 'content',
    maxBlockSize: `${LINE_PX * MAX_LINES + 22}px`,
    paddingBlock: '11px',
    paddingInline: space(4),
    border: 0,
    background: 'none',
    resize: 'none',
    lineHeight: `${LINE_PX}px`,
    overflowY: 'auto',
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
  }),
  count: css({
    paddingInline: space(4),
    paddingBlockEnd: space(1),
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '&[data-over]': { color: color.danger },
  }),
};

const emojiPicker = partOf(() => import('../features/chat/emoji/picker.tsx'));
const tray = partOf(() => import('./tray/tray.tsx'));

const growsItself = CSS.supports('field-sizing', 'content');

const twoWays = partOf(() => import('./translation/two-ways.tsx'));

type Props = {
  readonly tid: string;
  readonly name: string;
  /** The conversation, whose language the input offers; left out: it offers none. */
  readonly rows?: readonly MessageRow[] | undefined;
  /** Where it stands: not every tool fits into a call. */
  readonly where?: TrayPlace['where'];
};

/** Input for messages. Its text is cleared only once the core has it. */
export const Composer = ({ tid, name, rows, where = 'chat' }: Props) => {
  const { t } = useTranslation('message');
  const { text, replyTo, write, reply, flush } = useDraft(tid);
  const latest = useRef(text);
  latest.current = text;
  const [said, setSaid] = useState<Said>();
  const input = useRef<HTMLTextAreaElement>(null);
  const uid = uidOfThread(tid) ?? 0;
  const tools = useTools(uid, where);
  /** What is open above the input. */
  const [above, setAbove] = useState<'emoji' | 'tools'>();
  /** Where the caret goes once the box has the new text. */
  const caret = useRef<number>(undefined);
  const left = MESSAGE_MAX_CHARS - text.trim().length;
  const ready = text.trim() !== '' && left >= 0;

  useEffect(() => {
    if (!isTouch()) input.current?.focus({ preventScroll: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes the box grow
  useEffect(() => {
    if (growsItself || !input.current) return;
    input.current.style.height = 'auto';
    input.current.style.height = `${input.current.scrollHeight}px`;
  }, [text]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the caret waits for
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);

  const insert = (words: string) => {
    const { selectionStart: from, selectionEnd: to } = input.current ?? { selectionStart: 0, selectionEnd: 0 };
    caret.current = from + words.length;
    write(`${latest.current.slice(0, from)}${words}${latest.current.slice(to)}`);
  };
  const pressTo = (what: 'emoji' | 'tools', part: Pick<Part<never>, 'load'>) => {
    if (above === what) return setAbove(undefined);
    part.load().then(
      () => setAbove(what),
      () => showToast(explainCode('offline'), 'bad'),
    );
  };
  const closeAbove = () => {
    setAbove(undefined);
    input.current?.focus({ preventScroll: true });
  };

  const send = async () => {
    const body = text.trim();
    if (!ready) return;
    setSaid(undefined);
    reply('');
    const box = { typed: () => latest.current, write, onTaken: flush };
    if (!(await sendFromBox(tid, body, box, { said, replyTo }))) reply(replyTo);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return;
    event.preventDefault();
    void send();
  };

  return (
    <form css={styles.root} onSubmit={submit}>
      {left < COUNT_FROM ? (
        <p css={styles.count} data-over={left < 0 || undefined} role="status">
          {left < 0 ? t('composer.tooLong', { count: -left }) : t('composer.left', { count: left })}
        </p>
      ) : null}
      {above === 'emoji' ? (
        <Later part={emojiPicker} with={{ onPick: insert, onClose: closeAbove }} missing={nothing} />
      ) : null}
      {above === 'tools' ? (
        <Later part={tray} with={{ tid, uid, tools, onClose: closeAbove }} missing={nothing} />
      ) : null}
      {rows && (text !== '' || said) ? (
        <Later
          part={twoWays}
          missing={nothing}
          with={{
            ...{ rows, text, said },
            typed: () => latest.current,
            onWords(words: string, own: Said | undefined) {
              write(words);
              setSaid(own);
              input.current?.focus();
            },
          }}
        />
      ) : null}
      <div css={styles.box}>
        {tools.length > 0 ? (
          <IconButton
            label={t('composer.tools')}
            aria-expanded={above === 'tools'}
            onPointerEnter={tray.prepare}
            onClick={() => pressTo('tools', tray)}
          >
            <Plus size={20} />
          </IconButton>
        ) : null}
        <textarea
          css={styles.input}
          ref={input}
          rows={1}
          dir="auto"
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          aria-label={t('composer.label', { name })}
          placeholder={t('composer.placeholder')}
          value={text}
          onChange={({ target: { value } }) => {
            write(value);
            if (value.trim() === '') setSaid(undefined);
          }}
          onKeyDown={onKeyDown}
          onBlur={flush}
        />
        <IconButton
          label={t('composer.emoji')}
          aria-expanded={above === 'emoji'}
          onPointerEnter={emojiPicker.prepare}
          onClick={() => pressTo('emoji', emojiPicker)}
        >
          <Smile size={20} />
        </IconButton>
        <IconButton label={t('composer.send')} look="accent" flip type="submit" disabled={!ready}>
          <SendHorizontal size={20} />
        </IconButton>
      </div>
    </form>
  );
};
