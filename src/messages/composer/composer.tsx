import { css } from '@emotion/react';
import { Mic, Plus, SendHorizontal, Smile, X } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { readVoiceDraft } from '#db/reads/uploads.ts';
import type { MessageRow } from '#db/schema.ts';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { isTouch } from '../../data/touch.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { uidOfThread } from '../../paths.ts';
import { reportUnloaded } from '../../ui/feedback/report.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { isSendKey, pressedKey } from '../../ui/keys.ts';
import { Lazy, type LazyPart, partOf, renderNothing } from '../../ui/lazy.tsx';
import { insertText } from '../insert-text.ts';
import { ReplyPreview } from '../quote.tsx';
import { type OriginalText, sendFromBox } from '../sending.ts';
import type { TrayPlace } from '../tray/tools.ts';
import { useTools } from '../tray/use-tools.ts';
import { followPress, type Press } from '../voice/press.ts';
import { CharsLeft } from './chars-left.tsx';
import { composerStyles } from './composer-styles.ts';
import { useDraft } from './use-draft.ts';
import { useGrowing } from './use-growing.ts';
import { useTyping } from './use-typing.ts';

const styles = {
  ...composerStyles,
  hold: css({ touchAction: 'none', WebkitTouchCallout: 'none' }),
};

const emojiPicker = partOf(() => import('../emoji/picker.tsx'));
const tray = partOf(() => import('../tray/tray.tsx'));
const voiceDraft = partOf(() => import('../voice/voice-draft.tsx'));

const draftTranslation = partOf(() => import('../translation/draft-translation.tsx'));

type Props = {
  readonly tid: string;
  readonly name: string;
  /** Messages of the conversation, from which the language for translating drafts is detected; undefined disables the offer. */
  readonly rows?: readonly MessageRow[] | undefined;
  /** Where the composer is shown; decides which tools it offers. */
  readonly where?: TrayPlace['where'];
  /** Message that the user chose to reply to. A new object with the same id starts the reply again. */
  readonly replyRequest?: { readonly stanzaId: string } | undefined;
  /** Receives the text field, for a parent that inserts text into it. */
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined;
};

/**
 * Input of a conversation with its tools, on the messages page and over a call. A text that the core rejects is put back into
 * the input.
 */
export const Composer = ({ tid, name, rows, where = 'chat', replyRequest, field }: Props) => {
  const { t } = useTranslation('message');
  const { text, replyTo, original, write, setOriginal, reply, flush, whileSending } = useDraft(tid);
  const latest = useRef(text);
  latest.current = text;
  const input = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(field, () => input.current as HTMLTextAreaElement, []);
  const uid = uidOfThread(tid) ?? 0;
  const tools = useTools(uid, where);
  /** Panel that is open above the input. */
  const [above, setAbove] = useState<'emoji' | 'tools' | 'voice'>();
  /** Pointer or key that opened the voice recorder. */
  const [startedBy, setStartedBy] = useState<Press | 'key'>('key');
  const inCall = useInCall();
  const voice = tools.find(({ key }) => key === 'voice');
  const recording = useLiveQuery(() => readVoiceDraft(tid), [tid]);
  const ready = !isBlank(text) && textFault(text, MESSAGE_MAX_CHARS) === undefined;

  const typing = useTyping(tid);

  useEffect(() => {
    if (!isTouch()) input.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    if (!replyRequest) return;
    reply(replyRequest.stanzaId);
    input.current?.focus({ preventScroll: true });
  }, [replyRequest, reply]);

  useGrowing(input, text);

  const insert = (words: string) => {
    if (input.current) insertText(input.current, words);
  };
  const togglePanel = (panel: 'emoji' | 'tools' | 'voice', part: Pick<LazyPart<never>, 'load'>) => {
    if (above === panel) return setAbove(undefined);
    part.load().then(() => setAbove(panel), reportUnloaded);
  };
  const closeAbove = () => {
    setAbove(undefined);
    input.current?.focus({ preventScroll: true });
  };

  const record = (how: Press | 'key') => {
    if (above === 'voice' || !voice) return;
    setStartedBy(how);
    togglePanel('voice', voice.part);
  };
  const closeVoice = () => {
    setAbove(undefined);
    // On a touch device the focus would open the keyboard.
    if (!isTouch()) input.current?.focus({ preventScroll: true });
  };

  const sendText = async () => {
    const body = text.trim();
    setOriginal(undefined);
    typing.onStop();
    reply('');
    if (await sendFromBox(tid, body, { typed: () => latest.current, write }, { original, replyTo })) return;
    reply(replyTo);
    if (latest.current === body) setOriginal(original);
  };
  const send = async () => {
    if (ready) await whileSending(sendText);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
    if (above === undefined && replyTo === '') return;
    // Escape closes only the panel or cancels the reply, and does not leave the conversation.
    event.preventDefault();
    if (above === undefined) reply('');
    else closeAbove();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event, isTouch())) return;
    event.preventDefault();
    void send();
  };

  return (
    <form css={styles.root} data-composer onSubmit={submit} onKeyDown={onEscape}>
      <CharsLeft text={text} />
      {above === 'emoji' ? (
        <Lazy part={emojiPicker} with={{ onPick: insert, onClose: closeAbove }} missing={renderNothing} />
      ) : null}
      {above === 'tools' ? (
        <Lazy part={tray} with={{ tid, uid, tools, onInsert: insert, onClose: closeAbove }} missing={renderNothing} />
      ) : null}
      {above === 'voice' && voice ? (
        <Lazy part={voice.part} with={{ tid, uid, startedBy, onClose: closeVoice }} missing={renderNothing} />
      ) : null}
      {recording && voice ? <Lazy part={voiceDraft} with={{ tid, row: recording }} missing={renderNothing} /> : null}
      {rows && (text !== '' || original) ? (
        <Lazy
          part={draftTranslation}
          missing={renderNothing}
          with={{
            rows,
            text,
            original,
            typed: () => latest.current,
            onWords(words: string, own: OriginalText | undefined) {
              if (!input.current) return;
              input.current.focus();
              insertText(input.current, words, { from: 0, to: input.current.value.length });
              setOriginal(own);
            },
          }}
        />
      ) : null}
      {replyTo === '' ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would name a group of fields
        <div css={styles.quote} role="group" aria-label={t('quote.to', { name })}>
          <ReplyPreview tid={tid} stanzaId={replyTo} name={name} />
          <IconButton label={t('quote.cancel')} onClick={() => reply('')}>
            <X size={18} />
          </IconButton>
        </div>
      )}
      <div css={styles.box}>
        {tools.length > 0 ? (
          <IconButton
            label={t('composer.tools')}
            aria-expanded={above === 'tools'}
            onPointerEnter={tray.prepare}
            onClick={() => togglePanel('tools', tray)}
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
            if (isBlank(value)) typing.onStop();
            else typing.onKey();
            // Not a translation any more: the input is empty, or the browser's undo has put the original back.
            if (isBlank(value) || value.trim() === original?.text) setOriginal(undefined);
          }}
          onKeyDown={onKeyDown}
          onBlur={flush}
        />
        <IconButton
          label={t('composer.emoji')}
          aria-expanded={above === 'emoji'}
          onPointerEnter={emojiPicker.prepare}
          onClick={() => togglePanel('emoji', emojiPicker)}
        >
          <Smile size={20} />
        </IconButton>
        {voice && isBlank(text) && !inCall ? (
          <IconButton
            css={styles.hold}
            label={t('tool.voice')}
            variant="accent"
            aria-expanded={above === 'voice'}
            onPointerEnter={voice.part.prepare}
            onFocus={voice.part.prepare}
            onPointerDown={(event) => event.button === 0 && record(followPress(event))}
            onContextMenu={(event) => event.preventDefault()}
            // Click by keyboard or screen reader: no pointer event preceded it.
            onClick={({ detail }) => detail === 0 && record('key')}
          >
            <Mic size={20} />
          </IconButton>
        ) : (
          <IconButton label={t('composer.send')} variant="accent" flip type="submit" disabled={!ready}>
            <SendHorizontal size={20} />
          </IconButton>
        )}
      </div>
    </form>
  );
};
