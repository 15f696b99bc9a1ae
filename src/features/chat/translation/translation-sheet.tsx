import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TRANSLATE_MODES, type TranslateMode } from '#contract/translate/rules.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readNewest } from '#db/reads/messages.ts';
import { core } from '../../../core/core.ts';
import { useThread } from '../../../data/threads.ts';
import { currentTextLanguage } from '../../../i18n/text-language.ts';
import { device, languageOfPeer } from '../../../messages/translation/chain.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const ROWS = 30;
const WORDS = {
  auto: 'translation.auto',
  on: 'translation.on',
  off: 'translation.off',
} as const satisfies Record<TranslateMode, string>;

const styles = {
  root: css({ paddingBlockEnd: space(4) }),
  note: css({ paddingInline: space(5), paddingBlockEnd: space(3), fontSize: size.xs, color: color.soft }),
};

type Props = { readonly tid: string; readonly onClose: () => void };

/** Lets the user choose whether the messages of a conversation are translated automatically. */
const TranslationSheet = ({ tid, onClose }: Props) => {
  const { t } = useTranslation('message');
  const stored = useThread(tid)?.translate ?? 'auto';
  // Shows the choice at once, before the thread row in the database changes.
  const [pressed, setPressed] = useState<TranslateMode>();
  const choose = async (next: TranslateMode) => {
    setPressed(next);
    const from = next === 'off' ? undefined : languageOfPeer(await retryRead(() => readNewest(tid, ROWS)));
    const to = currentTextLanguage();
    if (from && to && from !== to) device.prepare(from, to);
    const result = await core.setTranslate(tid, next);
    if (result.ok) return;
    setPressed(undefined);
    reportFailure(result);
  };
  return (
    <Sheet open onClose={onClose} title={t('translation.title')}>
      <div css={styles.root}>
        <p css={styles.note}>{t('translation.where')}</p>
        <RadioList
          legend={t('translation.title')}
          options={TRANSLATE_MODES.map((value) => ({ value, label: t(WORDS[value]) }))}
          value={pressed ?? stored}
          onChoose={(next) => void choose(next)}
        />
      </div>
    </Sheet>
  );
};
export default TranslationSheet;
