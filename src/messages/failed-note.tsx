import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { AppError, Result } from '#contract/result.ts';
import type { MessageRow } from '#db/schema.ts';
import { core, userActions } from '../core/core.ts';
import { reportFailure } from '../ui/feedback/report.ts';
import { Button } from '../ui/input/button.tsx';
import { color, size, space } from '../ui/style/tokens.ts';
import { refusalKey } from './refusal.ts';

const styles = {
  root: css({ display: 'grid', justifyItems: 'end', fontSize: size.xs, color: color.danger, maxInlineSize: '36ch' }),
  actions: css({ display: 'flex', gap: space(1), marginBlockStart: '-8px' }),
};

const sayIfBad = async (command: Promise<Result<null, AppError>>) => {
  const result = await command;
  reportFailure(result);
};

/** Note below a message of the user that was not sent: the reason, and buttons to discard and to retry it. */
const FailedNote = ({ row }: { readonly row: MessageRow }) => {
  const { t } = useTranslation(['message', 'errors']);
  return (
    <div css={styles.root}>
      <p>{t(refusalKey(row.refusal))}</p>
      <div css={styles.actions}>
        <Button variant="quiet" small onClick={() => void sayIfBad(core.discardMessage(row.mid))}>
          {t('message:discard')}
        </Button>
        <Button variant="quiet" small onClick={() => void sayIfBad(userActions.retryMessage(row.mid))}>
          {t('message:retry')}
        </Button>
      </div>
    </div>
  );
};
export default FailedNote;
