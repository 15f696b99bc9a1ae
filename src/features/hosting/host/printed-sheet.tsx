import { css, Global } from '@emotion/react';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    paddingBlockStart: 0,
    overflowY: 'auto',
    '@media print': { overflow: 'visible' },
  }),
};

const SHEET = '[role="dialog"]:has([data-statement])';

/** On paper: the sheet alone, black on white, as long as it is. Its selectors are more specific than the classes of the components. */
const ON_PAPER = css({
  '@media print': {
    ':root': { colorScheme: 'light' },
    [`body > :not(:has([data-statement])), body [role="presentation"]:not(:has([data-statement])), body ${SHEET} button`]:
      {
        display: 'none',
      },
    [`body ${SHEET}`]: {
      position: 'static',
      inlineSize: 'auto',
      maxBlockSize: 'none',
      boxShadow: 'none',
      transform: 'none',
    },
    [`body ${SHEET}, body ${SHEET} *`]: { color: 'CanvasText', backgroundColor: 'Canvas' },
  },
});

type Props = {
  readonly title: string;
  readonly error: AppError | undefined;
  readonly onClose: () => void;
  /** The statement; null while it is loaded. */
  readonly children: ReactNode;
};

/** A statement in a sheet, to print or to save as PDF by the browser. */
export const PrintedSheet = ({ title, error, onClose, children }: Props) => {
  const { t } = useTranslation('hosting');
  return (
    <Sheet open onClose={onClose} title={title}>
      <Global styles={ON_PAPER} />
      <div css={styles.root} data-statement>
        {error ? <FailedNote text={explain(error)} /> : null}
        {children ?? (error ? null : <RowSkeletons count={6} />)}
        <Button variant="primary" disabled={!children} onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          {t('payout.print')}
        </Button>
      </div>
    </Sheet>
  );
};
