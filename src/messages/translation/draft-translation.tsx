import { css } from '@emotion/react';
import { Languages, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import type { MessageRow } from '#db/schema.ts';
import { languageName } from '../../i18n/names.ts';
import { currentTextLanguage } from '../../i18n/text-language.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import type { OriginalText } from '../sending.ts';
import { languageOfPeer, translationChain } from './chain.ts';

const styles = {
  chip: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: radius.pill,
    fontSize: size.xs,
    color: color.accentText,
    '&:hover': { backgroundColor: color.hover },
    '&:disabled': { color: color.soft },
  }),
  said: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    paddingInlineStart: space(4),
    fontSize: size.xs,
    color: color.soft,
    '& p': {
      flex: 1,
      minInlineSize: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
};

type Props = {
  readonly rows: readonly MessageRow[];
  readonly text: string;
  /** The text that the user typed, if the input contains its translation. */
  readonly original: OriginalText | undefined;
  /** Replaces the text of the input. */
  readonly onWords: (text: string, original: OriginalText | undefined) => void;
  /** Returns the current text of the input. */
  readonly typed: () => string;
};

/**
 * Above the input: offers to translate the draft into the peer's language, or to undo that. Nothing if that language is not known or is the
 * user's own.
 */
const DraftTranslation = ({ rows, text, original, onWords, typed }: Props) => {
  const { t } = useTranslation('message');
  const [busy, setBusy] = useState(false);
  const to = useMemo(() => languageOfPeer(rows), [rows]);
  const own = currentTextLanguage();
  if (original) {
    return (
      <div css={styles.said}>
        <p dir="auto">{t('translation.youTyped', { text: original.text })}</p>
        <IconButton label={t('translation.undo')} flip onClick={() => onWords(original.text, undefined)}>
          <Undo2 size={18} />
        </IconButton>
      </div>
    );
  }
  if (to === undefined || own === undefined || to === own || isBlank(text)) return null;
  const translate = async () => {
    const typedText = text.trim();
    setBusy(true);
    const words = await translationChain.translateDraft(typedText, own, to);
    setBusy(false);
    // The user has edited the text in the meantime; discard the translation.
    if (typed().trim() !== typedText) return;
    if (words === undefined || words.length > MESSAGE_MAX_CHARS) return showToast(t('translation.failed'), 'bad');
    onWords(words, { lang: own, text: typedText });
  };
  return (
    <button type="button" css={styles.chip} disabled={busy} onClick={() => void translate()}>
      <Languages size={16} aria-hidden="true" />
      {t('translation.in', { language: languageName(to) })}
    </button>
  );
};
export default DraftTranslation;
