import { Check, Smile, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import type { MessageRow } from '#db/schema.ts';
import { userActions } from '../../core/core.ts';
import { isTouch } from '../../data/touch.ts';
import { useWords } from '../../i18n/more.ts';
import { reportFailure, reportUnloaded } from '../../ui/feedback/report.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { isSendKey, pressedKey } from '../../ui/keys.ts';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';
import { insertText } from '../insert-text.ts';
import { CharsLeft } from './chars-left.tsx';
import { composerStyles as styles } from './composer-styles.ts';
import { useGrowing } from './use-growing.ts';

const emojiPicker = partOf(() => import('../emoji/picker.tsx'));
const bodyOf = ({ payload }: MessageRow) => (payload?.kind === 'text' ? payload.body : '');

type Props = { readonly row: MessageRow; readonly onClose: () => void };

/** Input that edits an own text, shown in place of the composer. A text that the core rejects stays in the input. */
const EditBox = ({ row, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation(['around', 'message']);
  const [text, setText] = useState(bodyOf(row));
  const [picks, setPicks] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const isSaving = useRef(false);
  const body = text.trim();
  const isValid = !isBlank(text) && textFault(text, MESSAGE_MAX_CHARS) === undefined;

  useGrowing(input, text);
  useEffect(() => {
    const field = ready ? input.current : null;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [ready]);

  const save = async () => {
    if (!isValid || isSaving.current) return;
    if (body === bodyOf(row)) return onClose();
    isSaving.current = true;
    const result = await userActions.editMessage(row.mid, body);
    isSaving.current = false;
    if (result.ok) onClose();
    else if (result.error.code === 'forbidden' || result.error.code === 'not-found') showToast(t('edit.tooLate'));
    else reportFailure(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const closePicker = () => {
    setPicks(false);
    input.current?.focus({ preventScroll: true });
  };
  const onEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
    // Escape closes only the emoji or the editor, and does not leave the conversation.
    event.preventDefault();
    if (picks) closePicker();
    else onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event, isTouch())) return;
    event.preventDefault();
    void save();
  };
  const togglePicker = () => {
    if (picks) setPicks(false);
    else emojiPicker.load().then(() => setPicks(true), reportUnloaded);
  };
  const insert = (words: string) => {
    if (input.current) insertText(input.current, words);
  };

  if (!ready) return null;
  return (
    <form css={styles.root} aria-label={t('edit.title')} onSubmit={submit} onKeyDown={onEscape}>
      <CharsLeft text={text} />
      {picks ? (
        <Lazy part={emojiPicker} with={{ onPick: insert, onClose: closePicker }} missing={renderNothing} />
      ) : null}
      <div css={styles.quote}>
        <span>{t('edit.title')}</span>
        <IconButton label={t('edit.cancel')} onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      <div css={styles.box}>
        <textarea
          css={styles.input}
          ref={input}
          rows={1}
          dir="auto"
          enterKeyHint={isTouch() ? 'enter' : 'done'}
          aria-label={t('edit.label')}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label={t('message:composer.emoji')}
          aria-expanded={picks}
          onPointerEnter={emojiPicker.prepare}
          onClick={togglePicker}
        >
          <Smile size={20} />
        </IconButton>
        <IconButton label={t('edit.save')} variant="accent" type="submit" disabled={!isValid}>
          <Check size={20} />
        </IconButton>
      </div>
    </form>
  );
};
export default EditBox;
