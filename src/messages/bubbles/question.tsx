import { css } from '@emotion/react';
import { Check, CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { readQuoted } from '#db/reads/messages.ts';
import { userActions } from '../../core/core.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { useWords } from '../../i18n/more.ts';
import { wordsOfQuestion } from '../../i18n/service-texts.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Hidden } from '../../ui/style/hidden.tsx';
import { radius, size, space } from '../../ui/style/tokens.ts';
import { ANSWER_PX, CARD_WIDTH_PX, heightOfOption, QUESTION_WORDS_PX } from './heights.ts';
import { LineBubble } from './line.tsx';
import { TextBubble } from './text.tsx';

type Question = Extract<Payload, { readonly kind: 'question_answer' }>;

const styles = {
  root: css({ inlineSize: `${CARD_WIDTH_PX}px`, maxInlineSize: '100%' }),
  words: css({
    display: 'grid',
    alignContent: 'center',
    minBlockSize: `${QUESTION_WORDS_PX}px`,
    lineHeight: '22px',
    fontWeight: 600,
  }),
  options: css({ display: 'grid' }),
  option: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    inlineSize: '100%',
    marginBlockStart: '6px',
    paddingInline: space(3),
    borderRadius: radius.field,
    fontSize: size.xs,
    fontWeight: 600,
    lineHeight: '18px',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    backgroundColor: 'color-mix(in srgb, currentColor 9%, transparent)',
    'button&:hover': { backgroundColor: 'color-mix(in srgb, currentColor 16%, transparent)' },
    '&[data-chosen]': { boxShadow: 'inset 0 0 0 2px currentColor' },
  }),
  answer: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    blockSize: `${ANSWER_PX}px`,
    minInlineSize: 0,
    '& > svg': { flexShrink: 0 },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '[dir="rtl"] & > svg': { transform: 'scaleX(-1)' },
  }),
};

const wordsOf = ({ q, body, options }: Question, ready: boolean) =>
  q === undefined ? { words: body, options: options.map(withFewMarks) } : ready ? wordsOfQuestion(q) : undefined;

type AskedProps = { readonly question: Question; readonly tid: string; readonly mid: string };

/** A question with its answer options. The receiver can choose one, once. */
const Asked = ({ question, tid, mid }: AskedProps) => {
  const ready = useWords('kinds');
  const { t } = useTranslation('kinds');
  const { q, chosen } = question;
  const words = wordsOf(question, ready);
  const isTheirs = mid.startsWith(`${tid}/`);
  const answer = async (choice: number) => {
    reportFailure(await userActions.send(tid, { kind: 'answer', to: stanzaIdOfMid(mid), choice }));
  };
  if (!words) return ready ? <LineBubble payload={question} /> : null;
  return (
    <div css={styles.root}>
      {q === undefined ? <TextBubble tid={tid} body={words.words} /> : <p css={styles.words}>{words.words}</p>}
      <div css={styles.options}>
        {words.options.map((option, at) => {
          const style = { minBlockSize: q === undefined ? heightOfOption(option) : heightOfOption('') };
          const isChosen = chosen === at;
          return isTheirs && chosen === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may have equal texts, and their order is fixed
            <button key={at} type="button" css={styles.option} style={style} dir="auto" onClick={() => void answer(at)}>
              {option}
            </button>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <p key={at} css={styles.option} style={style} dir="auto" data-chosen={isChosen || undefined}>
              {isChosen ? <Check size={16} aria-hidden="true" /> : null}
              {option}
              {isChosen && ready ? <Hidden>{t('question.chosen')}</Hidden> : null}
            </p>
          );
        })}
      </div>
    </div>
  );
};

type AnswerProps = { readonly answer: Question; readonly tid: string; readonly to: string };

/** The chosen answer, in the wording of the question stored on this device. */
const Answer = ({ answer, tid, to }: AnswerProps) => {
  const ready = useWords('kinds');
  const row = useLiveQuery(() => readQuoted(tid, to), [tid, to]);
  const question = row?.payload?.kind === 'question_answer' ? wordsOf(row.payload, ready) : undefined;
  const chosen = question?.options[answer.choice ?? 0];
  return (
    <div css={styles.answer} dir="auto">
      <CornerDownRight size={16} aria-hidden="true" />
      {chosen === undefined ? <LineBubble payload={answer} /> : <span>{chosen}</span>}
    </div>
  );
};

type Props = { readonly question: Question; readonly tid: string; readonly mid: string };

/** Draws a question with its answer options, or the message with which it was answered (`to` is set). */
const QuestionBubble = ({ question, tid, mid }: Props) =>
  question.to === undefined ? (
    <Asked question={question} tid={tid} mid={mid} />
  ) : (
    <Answer answer={question} tid={tid} to={question.to} />
  );
export default QuestionBubble;
