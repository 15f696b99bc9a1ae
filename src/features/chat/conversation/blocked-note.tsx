import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { userActions } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    flexShrink: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(3),
    padding: space(4),
    paddingBlockEnd: `max(${space(4)}, env(safe-area-inset-bottom))`,
    fontSize: size.xs,
    color: color.soft,
    backgroundColor: color.surface,
  }),
};

/** Note in place of the composer of a conversation whose peer the user has blocked, with a button that unblocks. */
export const BlockedNote = ({ uid, name }: { readonly uid: number; readonly name: string }) => {
  const { t } = useTranslation('safety');
  const unblock = async () => {
    const result = await userActions.changeRelation(uid, 'unblock');
    reportFailure(result);
  };
  return (
    <div css={styles.root} role="status">
      {t('blockedChat', { name })}
      <Button small onClick={() => void unblock()}>
        {t('unblock')}
      </Button>
    </div>
  );
};
