import { css } from '@emotion/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { coverOf } from '#contract/chat/sensitive.ts';
import { tidOfUid } from '#contract/ids.ts';
import { REPORTED_MESSAGES_MAX } from '#contract/people/rules.ts';
import { readMessagesOf } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatRecent } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { useLineOf } from '../../../messages/log/line-of.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

/** Maximum number of the reported person's newest messages that the user can choose from, besides the one that the report began with. */
const OFFERED_MAX = 20;

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0, marginBlockEnd: space(1), fontWeight: 650 }),
  note: css({ marginBlockEnd: space(2), color: color.soft, fontSize: size.xs }),
  list: css({
    maxBlockSize: '240px',
    overflowY: 'auto',
    borderRadius: radius.card,
    backgroundColor: color.raised,
  }),
  choice: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '48px',
    paddingInline: space(4),
    cursor: 'pointer',
    '& + &': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '&:has(:disabled)': { color: color.soft, cursor: 'default' },
    '& bdi': { flex: 1, minInlineSize: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& input': { flexShrink: 0, inlineSize: '20px', blockSize: '20px', margin: 0, accentColor: color.accentText },
  }),
  time: css({ flexShrink: 0, color: color.soft, fontSize: size.xs }),
};

const isShown = (row: MessageRow) => row.payload !== undefined && coverOf(row) !== 'removed';

type Props = {
  readonly uid: number;
  /** Message from which the report was opened; it is offered however old it is. */
  readonly first: string;
  readonly chosen: readonly string[];
  readonly onChoose: (mids: readonly string[]) => void;
};

/** Choice of the person's newest messages to attach to a report, at most `REPORTED_MESSAGES_MAX`. Nothing is drawn if there are none. */
export const ReportMessages = ({ uid, first, chosen, onChoose }: Props) => {
  const ready = useWords('conduct');
  const { t } = useTranslation('conduct');
  const lineOf = useLineOf();
  const id = useId();
  const rows = useLiveQuery(() => readMessagesOf(tidOfUid(uid), OFFERED_MAX, first), [uid, first]);
  const shown = rows?.filter(isShown) ?? [];
  if (!ready || shown.length === 0) return null;
  const isFull = chosen.length >= REPORTED_MESSAGES_MAX;
  const now = Date.now();
  return (
    <fieldset css={styles.root} aria-describedby={id}>
      <legend css={styles.legend}>{t('report.messages')}</legend>
      <p css={styles.note} id={id}>
        {t('report.note')}
      </p>
      <div css={styles.list}>
        {shown.map((row) => {
          const isChosen = chosen.includes(row.mid);
          return (
            <label key={row.mid} css={styles.choice}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChoose(isChosen ? chosen.filter((mid) => mid !== row.mid) : [...chosen, row.mid])}
              />
              <bdi>{lineOf(row)}</bdi>
              <span css={styles.time}>{formatRecent(row.date, now)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};
