import { css } from '@emotion/react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { threadPath } from '#contract/paths.ts';
import { foldText } from '#contract/text/fold-text.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { textsOf, wordsToFind } from '#db/reads/search.ts';
import type { MessageRow } from '#db/schema.ts';
import { useAvatars } from '../../../data/people/use-avatars.ts';
import { useThreadsWithArchived } from '../../../data/threads.ts';
import { formatTime } from '../../../i18n/format.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/more.ts';
import { nameOf } from '../../../i18n/official.ts';
import { leadTo } from '../../../messages/log/found-message.ts';
import { useLineOf } from '../../../messages/log/line-of.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { matchedText, type Piece } from './matched-text.ts';
import { useSearch } from './use-search.ts';

/** Largest number of conversations that are listed because their name matches. */
const NAMES_SHOWN = 5;
/** Maximum length of the words to search for; a text that the field refuses is not searched. */
const SEARCH_MAX_CHARS = 200;

const styles = {
  field: css({ paddingInline: space(5) }),
  body: css({ overflowY: 'auto', paddingInline: space(3), paddingBlock: space(3), display: 'grid', gap: space(2) }),
  list: css({ listStyle: 'none' }),
  title: css({ paddingInline: space(2), fontSize: size.xs, fontWeight: 600, color: color.soft }),
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
  person: css({ gridTemplateColumns: 'auto 1fr', alignItems: 'center', gap: space(3) }),
  words: css({
    maxBlockSize: '72px',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    '& mark': { color: color.accentText, backgroundColor: 'transparent', fontWeight: 700 },
  }),
  when: css({ fontSize: size.xs, color: color.soft, overflowWrap: 'anywhere' }),
  none: css({ padding: space(2), color: color.soft }),
  progress: css({ inlineSize: '100%', accentColor: color.accentText }),
};

const dayOf = (date: number) => new Date(date).toLocaleDateString(currentLocale(), { dateStyle: 'medium' });

type HitProps = {
  readonly row: MessageRow;
  /** Name of the peer of the conversation. */
  readonly name: string;
  /** Whether only one conversation is searched: an own message then shows "You" instead of its name. */
  readonly isOnlyOne: boolean;
  /** Text that the user typed. */
  readonly typed: string;
  readonly onChoose: (row: MessageRow) => void;
};

/** A message that was found: the line around the match, with the match marked. */
const Hit = memo(({ row, name, isOnlyOne, typed, onChoose }: HitProps) => {
  const { t } = useTranslation('message');
  const lineOf = useLineOf();
  const words = wordsToFind(typed);
  const pieces =
    textsOf(row)
      .map((text) => matchedText(text, words))
      .find((found) => found !== undefined) ?? ([{ text: lineOf(row), isMatch: false }] satisfies readonly Piece[]);
  return (
    <li>
      <button type="button" css={styles.hit} onClick={() => onChoose(row)}>
        <span css={styles.when}>
          <bdi>{row.out && isOnlyOne ? t('quote.you') : name}</bdi>
          {row.out && !isOnlyOne ? <> ({t('quote.you')})</> : null}
          {', '}
          {dayOf(row.date)} {formatTime(row.date)}
        </span>
        <span css={styles.words} dir="auto">
          {pieces.map(({ text, isMatch }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
            isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </span>
      </button>
    </li>
  );
});

type Props = {
  /** The conversation to search; undefined: all. */
  readonly within?: { readonly tid: string; readonly name: string };
  /** Called with the chosen hit of `within`, to scroll its conversation to it. */
  readonly onHit?: (row: MessageRow) => void;
  readonly onClose: () => void;
};

/** Searches one conversation, or all by name and message, in the database of this device; the words are not sent to the server. */
const SearchSheet = ({ within, onHit, onClose }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation(['around', 'message']);
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const typed = textFault(text, SEARCH_MAX_CHARS) ? '' : text;
  const names = new Map(
    (useThreadsWithArchived() ?? []).map(({ tid, linkedUser }) => [tid, nameOf(tid, linkedUser.nickName)]),
  );
  const { hits, state, read, more } = useSearch(within?.tid, typed, (tid) => within !== undefined || names.has(tid));
  const wanted = foldText(typed.trim());
  const found =
    within || isBlank(typed)
      ? []
      : [...names].filter(([, name]) => foldText(name).includes(wanted)).slice(0, NAMES_SHOWN);
  if (!ready) return null;
  const choose = (row: MessageRow) => {
    onClose();
    if (within) onHit?.(row);
    else {
      leadTo(row);
      navigate(threadPath(row.tid));
    }
  };
  const isEmpty = state === 'done' && hits.length === 0 && found.length === 0;
  return (
    <Sheet open tall onClose={onClose} title={t(within ? 'search.title' : 'search.all')}>
      <div css={styles.field}>
        <Field
          label={t(within ? 'search.label' : 'search.allLabel')}
          type="search"
          dir="auto"
          enterKeyHint="search"
          maxChars={SEARCH_MAX_CHARS}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div css={styles.body}>
        <p css={styles.none} role="status" hidden={!isEmpty}>
          {isEmpty ? t('search.none') : null}
        </p>
        {found.length > 0 ? (
          <Threads
            found={found}
            onChoose={(tid) => {
              onClose();
              navigate(threadPath(tid));
            }}
          />
        ) : null}
        {within || isBlank(typed) ? null : <h3 css={styles.title}>{t('search.here')}</h3>}
        {state === 'running' && read > 0 && read < 1 ? (
          <progress css={styles.progress} value={read} aria-label={t('search.running')} />
        ) : null}
        <ul css={styles.list}>
          {hits.map((row) => (
            <Hit
              key={row.mid}
              row={row}
              name={within?.name ?? names.get(row.tid) ?? ''}
              isOnlyOne={within !== undefined}
              typed={typed}
              onChoose={choose}
            />
          ))}
        </ul>
        {state === 'full' ? (
          <Button wide onClick={more}>
            {t('search.more')}
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
};
export default SearchSheet;

type ThreadsProps = {
  readonly found: readonly (readonly [tid: string, name: string])[];
  readonly onChoose: (tid: string) => void;
};

const Threads = ({ found, onChoose }: ThreadsProps) => {
  const { t } = useTranslation('message');
  const uidOf = new Map((useThreadsWithArchived() ?? []).map(({ tid, linkedUser }) => [tid, linkedUser.uid]));
  const avatars = useAvatars(found.map(([tid]) => uidOf.get(tid) ?? 0));
  return (
    <>
      <h3 css={styles.title}>{t('threads')}</h3>
      <ul css={styles.list}>
        {found.map(([tid, name]) => {
          const uid = uidOf.get(tid) ?? 0;
          return (
            <li key={tid}>
              <button type="button" css={[styles.hit, styles.person]} onClick={() => onChoose(tid)}>
                <Avatar uid={uid} name={name} src={avatars.get(uid)} size="small" />
                <PersonName name={name} />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
};
