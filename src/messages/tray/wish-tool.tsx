import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { userActions } from '../../core/core.ts';
import GiftField from '../../gifts/gift-field.tsx';
import { useWords } from '../../i18n/more.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Button } from '../../ui/input/button.tsx';
import { TextArea } from '../../ui/input/text-area.tsx';
import { space } from '../../ui/style/tokens.ts';
import type { TrayToolProps } from './tools.ts';

const WORDS_MAX_CHARS = 200;
const styles = {
  root: css({ display: 'grid', gap: space(3), paddingBlockEnd: space(3) }),
};

/** Sends a gift request of a host, with an optional text. */
const WishTool = ({ tid, onClose }: TrayToolProps) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const [gift, setGift] = useState('');
  const [body, setBody] = useState('');
  useEscape(onClose);
  if (!ready) return null;
  const send = async () => {
    const sent = await userActions.send(tid, { kind: 'ask_gift', gift, body: typedContent(body) });
    reportFailure(sent);
    if (sent.ok) onClose();
  };
  return (
    <section css={styles.root} aria-label={t('wish.title')}>
      <GiftField label={t('wish.gift')} value={gift} onChange={setGift} />
      <TextArea
        label={t('wish.words')}
        value={body}
        max={WORDS_MAX_CHARS}
        dir="auto"
        onChange={({ target }) => setBody(target.value)}
      />
      <Button
        variant="primary"
        disabled={gift === '' || textFault(body, WORDS_MAX_CHARS) !== undefined}
        onClick={() => void send()}
      >
        {t('wish.send')}
      </Button>
    </section>
  );
};
export default WishTool;
