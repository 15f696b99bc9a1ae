import { css } from '@emotion/react';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { foldText } from '#contract/text/fold-text.ts';
import { readList } from '#db/reads/people.ts';
import type { PersonRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { usePresence } from '../../../data/people/use-presence.ts';
import { useSession } from '../../../data/session.tsx';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatRecent } from '../../../i18n/format.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { SearchBox } from '../../../ui/input/search-box.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { PersonItem } from './person-item.tsx';

const styles = {
  note: css({ paddingInline: space(6), paddingBlockStart: space(3), fontSize: size.xs, color: color.soft }),
  list: css({ flex: 1, minBlockSize: 0, overflowY: 'auto', padding: space(2), overscrollBehavior: 'contain' }),
};

/**
 * Searches the list of users to write to: by any part of the name, ignoring case and diacritics, or by the beginning of the uid. Blank
 * `words` match all.
 */
function findPeople(people: readonly PersonRow[], words: string): readonly PersonRow[] {
  const wanted = foldText(words.trim());
  if (wanted === '') return people;
  return people.filter(({ nickName, uid }) => foldText(nickName).includes(wanted) || `${uid}`.startsWith(wanted));
}

/** Refreshes the list once on mount; returns the error if that fails. */
function useRefresh(): AppError | undefined {
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    let here = true;
    void core.refreshList('hot:', false).then((result) => {
      if (here && !result.ok) setError(result.error);
    });
    return () => {
      here = false;
    };
  }, []);
  return error;
}

/**
 * Searchable choice of a user to write to, shown from the database at once, then refreshed. Opens the conversation and calls `onPick` with
 * its id.
 */
export const PeopleList = ({ onPick }: { readonly onPick: (tid: string) => void }) => {
  const { t } = useTranslation('people');
  const list = useLiveQuery(() => readList('hot:'));
  const people = list?.people;
  const presence = usePresence();
  const now = useMinute();
  const error = useRefresh();
  const [words, setWords] = useState('');
  const self = useSession()?.uid;
  const others = people?.filter(({ uid }) => uid !== self) ?? [];
  const found = findPeople(others, words);
  const fetchedAt = list?.fetchedAt;

  const pick = async ({ uid, nickName }: PersonRow) => {
    const result = await core.openThread(uid, nickName);
    if (result.ok) onPick(result.value.tid);
    else reportFailure(result);
  };

  // The response may arrive before the live query sees the new rows, so `fetchedAt` of the stored list decides, not the response.
  const waiting = !people || (people.length === 0 && !error && fetchedAt === undefined);
  return (
    <>
      <SearchBox label={t('search')} value={words} onChange={setWords} />
      {error && fetchedAt ? (
        <p css={styles.note} role="status">
          {explain(error)} {t('updated', { when: formatRecent(fetchedAt, now) })}
        </p>
      ) : null}
      <div css={styles.list}>
        {waiting ? <RowSkeletons count={8} /> : null}
        <ul aria-label={t('list')} aria-busy={waiting}>
          {found.map((person) => (
            <PersonItem key={person.uid} person={person} presence={presence.get(person.uid)} onPick={pick} />
          ))}
        </ul>
        {!waiting && found.length === 0 ? (
          <Empty
            art={<Users size={40} />}
            title={t(words ? 'none' : 'empty')}
            text={error && !words ? t('failed', { reason: explain(error) }) : t(words ? 'noneText' : 'emptyText')}
          />
        ) : null}
      </div>
    </>
  );
};
