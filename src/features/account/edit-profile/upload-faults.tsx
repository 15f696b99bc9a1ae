import { css } from '@emotion/react';
import type { ErrorCode } from '#contract/result.ts';
import type { UploadRow } from '#db/schema.ts';
import { explainCode } from '../../../i18n/errors.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(1), fontSize: size.xs, color: color.danger, '&:empty': { display: 'none' } }),
};

type Props = {
  readonly rows: readonly UploadRow[];
  /** Error of a file that was rejected before the upload. */
  readonly local: ErrorCode | undefined;
};

/** Reasons why chosen pictures or clips were rejected, shown beside their field of the profile editor. */
export const UploadFaults = ({ rows, local }: Props) => {
  const codes = new Set(rows.flatMap(({ error }) => (error === '' ? [] : [error])));
  if (local) codes.add(local);
  return (
    <div css={styles.root} role="alert">
      {[...codes].map((code) => (
        <p key={code}>{explainCode(code)}</p>
      ))}
    </div>
  );
};
