import { css } from '@emotion/react';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimpleDraft } from '#contract/chat/drafts.ts';
import { ANSWER_MAX_CHARS, ANSWERS_MAX, QUESTION_MAX_CHARS, QUESTIONS } from '#contract/chat/questions.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank, typedContent } from '#contract/text/visible-text.ts';
import { userActions } from '../../core/core.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { wordsOfQuestion } from '../../i18n/service-texts.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { pressedKey } from '../../ui/keys.ts';
import { color, size, space } from '../../ui/style/tokens.ts';
import { toolStyles } from './tool-styles.ts';
import type { TrayToolProps } from './tools.ts';

const styles = {
  title: css({ fontSize: size.xs, fontWeight: 600, color: color.soft }),
  list: css({ display: 'grid', gap: space(1), gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }),
  foot: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
};

/** Prevents Enter from submitting the composer's form, which contains these fields. */
const stay = (event: KeyboardEvent) => {
  if (pressedKey(event) === 'Enter') event.preventDefault();
};

type Draft = Extract<SimpleDraft, { readonly kind: 'question' | 'own_question' }>;
/** Numbers of the built-in questions. */
const BUILT_IN = Array.from({ length: QUESTIONS }, (_, index) => index + 1);

/** Form for a custom question with two to four answers. */
const OwnQuestion = ({ onAsk }: { readonly onAsk: (draft: Draft) => void }) => {
  const { t } = useTranslation('kinds');
  const [body, setBody] = useState('');
  const [options, setOptions] = useState<readonly string[]>(['', '']);
  const filled = options.map(typedContent).filter((option) => option !== '');
  const ready =
    !isBlank(body) &&
    textFault(body, QUESTION_MAX_CHARS) === undefined &&
    filled.length >= 2 &&
    options.every((option) => textFault(option, ANSWER_MAX_CHARS) === undefined);
  return (
    <>
      <Field
        label={t('question.own')}
        value={body}
        maxChars={QUESTION_MAX_CHARS}
        dir="auto"
        onKeyDown={stay}
        onChange={({ target }) => setBody(target.value)}
      />
      {options.map((option, at) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is identified by its position
          key={at}
          label={t('question.option', { number: formatNumber(at + 1) })}
          value={option}
          maxChars={ANSWER_MAX_CHARS}
          dir="auto"
          onKeyDown={stay}
          onChange={({ target }) => setOptions(options.with(at, target.value))}
        />
      ))}
      <div css={styles.foot}>
        {options.length < ANSWERS_MAX ? (
          <Button small onClick={() => setOptions([...options, ''])}>
            <Plus size={18} aria-hidden="true" />
            {t('question.add')}
          </Button>
        ) : null}
        <Button
          variant="primary"
          small
          disabled={!ready}
          onClick={() => onAsk({ kind: 'own_question', body: typedContent(body), options: filled })}
        >
          {t('question.ask')}
        </Button>
      </div>
    </>
  );
};

/** Sends a built-in or a custom question. */
const QuestionTool = ({ tid, onClose }: TrayToolProps) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const [own, setOwn] = useState(false);
  useEscape(onClose);
  if (!ready) return null;
  const ask = async (draft: Draft) => {
    const sent = await userActions.send(tid, draft);
    reportFailure(sent);
    if (sent.ok) onClose();
  };
  return (
    <section css={toolStyles.root} aria-label={own ? t('question.own') : t('question.pick')}>
      {own ? (
        <OwnQuestion onAsk={(draft) => void ask(draft)} />
      ) : (
        <>
          <p css={styles.title}>{t('question.pick')}</p>
          <Button small onClick={() => setOwn(true)}>
            {t('question.own')}
          </Button>
          <div css={styles.list}>
            {BUILT_IN.map((q) => (
              <button key={q} type="button" css={toolStyles.choice} onClick={() => void ask({ kind: 'question', q })}>
                {wordsOfQuestion(q)?.words}
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
};
export default QuestionTool;
