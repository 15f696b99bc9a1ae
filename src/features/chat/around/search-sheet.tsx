import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank } from '#contract/visible-text.ts';
import { searchMessages } from '#db/reads/search.ts';
import type { MessageRow } from '#db/schema.ts';
import { formatTime } from '../../../i18n/format.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/more.ts';
import { useLineOf } from '../../../messages/log/line-of.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const SHOWN = 100;

const styles = {
  field: css({ paddingInline: space(5) }),
  list: css({ overflowY: 'auto', paddingInline: space(3), paddingBlock: space(3), listStyle: 'none' }),
  hit: css({
    display: 'grid',
    gap: space(1),
    inlineSize: '100%',
    minBlockSize: '56px',
    padding: space(2),
    borderRadius: radius.field,
    textAlign: 'start',
    '&:hover': { backgroundColor: color.hover },
  }),
  words: css({ maxBlockSize: '72px', overflow: 'hidden', overflowWrap: 'anywhere' }),
  when: css({ fontSize: size.xs, color: color.soft }),
  none: css({ padding: space(5), color: color.soft }),
};

/** Matches, newest first. `done` is true once the whole conversation was searched. */
type Found = { readonly hits: readonly MessageRow[]; readonly done: boolean };
const NOTHING: Found = { hits: [], done: false };

/** Searches the messages of a conversation for `words`. A change of `words` aborts the search that runs. */
function useSearch(tid: string, words: string): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    setFound(NOTHING);
    if (isBlank(words)) return;
    const search = new AbortController();
    const add = (hits: readonly MessageRow[]) => {
      setFound((before) => ({ ...before, hits: [...before.hits, ...hits].slice(0, SHOWN) }));
    };
    searchMessages(tid, words, add, search.signal).then(
      () => search.signal.aborted || setFound((before) => ({ ...before, done: true })),
      () => search.signal.aborted || setFound((before) => ({ ...before, done: true })),
    );
    return () => search.abort();
  }, [tid, words]);
  return found;
}

const dayOf = (date: number) => new Date(date).toLocaleDateString(currentLocale(), { dateStyle: 'medium' });

type Props = {
  readonly tid: string;
  readonly name: string;
  readonly onHit: (row: MessageRow) => void;
  readonly onClose: () => void;
};

/** Searches one conversation in the database of this device; the search words are not sent to the server. */
const SearchSheet = ({ tid, name, onHit, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation(['around', 'message']);
  const lineOf = useLineOf();
  const [words, setWords] = useState('');
  const { hits, done } = useSearch(tid, words);
  if (!ready) return null;
  const choose = (row: MessageRow) => {
    onClose();
    onHit(row);
  };
  return (
    <Sheet open tall onClose={onClose} title={t('search.title')}>
      <div css={styles.field}>
        <Field
          label={t('search.label')}
          type="search"
          dir="auto"
          enterKeyHint="search"
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <p css={styles.none} role="status" hidden={!done || hits.length > 0}>
        {done && hits.length === 0 ? t('search.none') : null}
      </p>
      <ul css={styles.list}>
        {hits.map((row) => (
          <li key={row.mid}>
            <button type="button" css={styles.hit} onClick={() => choose(row)}>
              <span css={styles.when}>
                <bdi>{row.out ? t('message:quote.you') : name}</bdi>
                {', '}
                {dayOf(row.date)} {formatTime(row.date)}
              </span>
              <span css={styles.words} dir="auto">
                {lineOf(row)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};
export default SearchSheet;
