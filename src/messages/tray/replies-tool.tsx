import { css } from '@emotion/react';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAVED_REPLIES_MAX, SAVED_REPLY_MAX_CHARS } from '#contract/account/settings.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { core } from '../../core/core.ts';
import { useSetting } from '../../data/settings.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { pressedKey } from '../../ui/keys.ts';
import { color, size, space } from '../../ui/style/tokens.ts';
import { toolStyles } from './tool-styles.ts';
import type { TrayToolProps } from './tools.ts';

const styles = {
  note: css({ fontSize: size.xs, color: color.soft }),
  list: css({ display: 'grid', gap: space(1) }),
  row: css({ display: 'flex', alignItems: 'center', gap: space(1), minInlineSize: 0 }),
  reply: css({ flex: 1, minInlineSize: 0 }),
  save: css({ justifySelf: 'start' }),
};

/** Saved replies of a host: a press inserts one into the input. They are a setting of the account, so all its devices have them. */
const RepliesTool = ({ onInsert, onClose }: TrayToolProps) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const replies = useSetting('savedReplies');
  const [text, setText] = useState('');
  useEscape(onClose);
  if (!ready) return null;
  const store = async (savedReplies: readonly string[]) => {
    const result = await core.changeSettings({ savedReplies: [...savedReplies] });
    reportFailure(result);
    return result.ok;
  };
  const added = typedContent(text);
  const canSave = added !== '' && textFault(text, SAVED_REPLY_MAX_CHARS) === undefined && !replies.includes(added);
  const save = async () => {
    if (canSave && (await store([...replies, added]))) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Enter') return;
    // The composer's form, which contains the field, must not be sent.
    event.preventDefault();
    void save();
  };
  return (
    <section css={toolStyles.root} aria-label={t('replies.title')}>
      {replies.length === 0 ? <p css={styles.note}>{t('replies.none')}</p> : null}
      <ul css={styles.list}>
        {replies.map((reply) => (
          <li key={reply} css={styles.row}>
            <button
              type="button"
              css={[toolStyles.choice, styles.reply]}
              dir="auto"
              onClick={() => {
                onInsert?.(reply);
                onClose();
              }}
            >
              {reply}
            </button>
            <IconButton
              label={t('replies.delete', { text: reply })}
              onClick={() => void store(replies.filter((other) => other !== reply))}
            >
              <Trash2 size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {replies.length < SAVED_REPLIES_MAX ? (
        <>
          <Field
            label={t('replies.new')}
            value={text}
            maxChars={SAVED_REPLY_MAX_CHARS}
            dir="auto"
            onKeyDown={onKeyDown}
            onChange={({ target }) => setText(target.value)}
          />
          <Button css={styles.save} variant="primary" small disabled={!canSave} onClick={() => void save()}>
            {t('replies.save')}
          </Button>
        </>
      ) : (
        <p css={styles.note}>{t('replies.full', { number: formatNumber(SAVED_REPLIES_MAX) })}</p>
      )}
    </section>
  );
};
export default RepliesTool;
