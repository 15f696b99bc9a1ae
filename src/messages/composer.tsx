import { css } from '@emotion/react';
import { SendHorizontal, Smile } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { isTouch } from '../data/touch.ts';
import { explainCode } from '../i18n/errors.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Later, partOf } from '../ui/later.tsx';
import { showToast } from '../ui/toast.ts';
import { color, motion, size, space } from '../ui/tokens.ts';
import { sendFromBox } from './sending.ts';
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

const growsItself = CSS.supports('field-sizing', 'content');

type Props = { readonly tid: string; readonly name: string };

/** Input for messages. Its text is cleared only once the core has it. */
export const Composer = ({ tid, name }: Props) => {
  const { t } = useTranslation('message');
  const { text, write, flush } = useDraft(tid);
  const latest = useRef(text);
  latest.current = text;
  const input = useRef<HTMLTextAreaElement>(null);
  const [picking, setPicking] = useState(false);
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
  const pressEmoji = () => {
    if (picking) return setPicking(false);
    emojiPicker.load().then(
      () => setPicking(true),
      () => showToast(explainCode('offline'), 'bad'),
    );
  };
  const closePicker = () => {
    setPicking(false);
    input.current?.focus({ preventScroll: true });
  };

  const send = async () => {
    const body = text.trim();
    if (!ready) return;
    await sendFromBox(tid, body, { typed: () => latest.current, write, onTaken: flush });
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
      {picking ? <Later part={emojiPicker} with={{ onPick: insert, onClose: closePicker }} /> : null}
      <div css={styles.box}>
        <textarea
          css={styles.input}
          ref={input}
          rows={1}
          dir="auto"
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          aria-label={t('composer.label', { name })}
          placeholder={t('composer.placeholder')}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={flush}
        />
        <IconButton
          label={t('composer.emoji')}
          aria-expanded={picking}
          onPointerEnter={emojiPicker.prepare}
          onClick={pressEmoji}
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
