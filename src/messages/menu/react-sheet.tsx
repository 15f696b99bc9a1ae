import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { userActions } from '../../core/core.ts';
import { useWords } from '../../i18n/more.ts';
import { Sheet } from '../../ui/dialog/sheet.tsx';
import { reportFailure } from '../../ui/feedback/report.ts';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';
import { space } from '../../ui/style/tokens.ts';

const emojiPicker = partOf(() => import('../emoji/picker.tsx'));
const styles = { root: css({ minBlockSize: 'min(320px, 42dvh)', padding: space(3), paddingBlockStart: 0 }) };

type Props = { readonly mid: string; readonly onClose: () => void };

/** Sheet with all emoji, opened from the menu of a message: the picked one is added as a reaction of the user. */
const ReactSheet = ({ mid, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  if (!ready) return null;
  const pick = (emoji: string) => {
    onClose();
    void userActions.reactToMessage(mid, emoji, true).then(reportFailure);
  };
  return (
    <Sheet open onClose={onClose} title={t('react.title')}>
      <div css={styles.root}>
        <Lazy part={emojiPicker} with={{ onPick: pick, onClose }} missing={renderNothing} />
      </div>
    </Sheet>
  );
};
export default ReactSheet;
