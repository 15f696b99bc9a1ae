import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { core } from '../../../core/core.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    flexShrink: 0,
    paddingInline: space(4),
    paddingBlockStart: space(2),
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    backgroundColor: color.surface,
  }),
};

/** Shows the current note of the support team, such as its opening hours, above the composer. */
const SupportNote = () => {
  const [note, setNote] = useState('');
  useEffect(() => {
    let mounted = true;
    // Without an answer no note is shown; the team can be written to regardless.
    void core.support().then((result) => mounted && result.ok && setNote(result.value.note));
    return () => {
      mounted = false;
    };
  }, []);
  return note === '' ? null : (
    <p css={styles.root} role="status" dir="auto">
      {note}
    </p>
  );
};
export default SupportNote;
