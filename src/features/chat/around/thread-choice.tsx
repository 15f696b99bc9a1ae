import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#contract/text/fold-text.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { useThreadsWithArchived } from '../../../data/threads.ts';
import { isTeam, nameOf } from '../../../i18n/official.ts';
import { uidOfThread } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { SearchBox } from '../../../ui/input/search-box.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';

/** Filters a list by the typed part of a name, ignoring case and diacritics. Blank `words` match all entries. */
function namesLike<T extends { readonly name: string }>(all: readonly T[], words: string): readonly T[] {
  const wanted = foldText(words.trim());
  return wanted === '' ? all : all.filter(({ name }) => foldText(name).includes(wanted));
}

const SHOWN = 50;

const styles = {
  list: css({ overflowY: 'auto', paddingInline: space(3), paddingBlock: `${space(2)} ${space(4)}`, listStyle: 'none' }),
  person: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    inlineSize: '100%',
    minBlockSize: '56px',
    paddingInline: space(2),
    borderRadius: radius.field,
    textAlign: 'start',
    '&:hover': { backgroundColor: color.hover },
    '& bdi': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  }),
  none: css({ display: 'grid', gap: space(4), padding: space(5), color: color.soft }),
};

type Props = {
  /** Text shown when the user has no conversations. */
  readonly none: string;
  /** Opens the choice of a person to write to, offered when there are no conversations; undefined offers nothing. */
  readonly onNew?: () => void;
  readonly onChoose: (tid: string) => void;
};

/** Searchable list of the newest 50 conversations that match, without those of the team. The parent component loads the `around` texts. */
export const ThreadChoice = ({ none, onNew, onChoose }: Props) => {
  const { t } = useTranslation(['around', 'message']);
  const [words, setWords] = useState('');
  const all = (useThreadsWithArchived() ?? [])
    .filter(({ tid }) => !isTeam(tid) && uidOfThread(tid) !== undefined)
    .map(({ tid, linkedUser: { uid, nickName } }) => ({ tid, uid, name: nameOf(tid, nickName) }));
  const found = namesLike(all, words).slice(0, SHOWN);
  const avatars = useAvatars(found.map(({ uid }) => uid));
  if (all.length === 0)
    return (
      <div css={styles.none}>
        <p>{none}</p>
        {onNew ? (
          <Button wide variant="primary" onClick={onNew}>
            {t('message:new')}
          </Button>
        ) : null}
      </div>
    );
  return (
    <>
      <SearchBox label={t('forward.search')} value={words} onChange={setWords} />
      {found.length === 0 ? (
        <p css={styles.none} role="status">
          {t('forward.notFound')}
        </p>
      ) : null}
      <ul css={styles.list}>
        {found.map(({ tid, uid, name }) => (
          <li key={tid}>
            <button type="button" css={styles.person} onClick={() => onChoose(tid)}>
              <Avatar uid={uid} name={name} src={avatars.get(uid)} size="small" />
              <PersonName name={name} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
