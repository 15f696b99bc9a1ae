import { css } from '@emotion/react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank } from '#contract/text/visible-text.ts';
import { recentsOf } from '../../data/recents.ts';
import { isTouch } from '../../data/touch.ts';
import { useWords } from '../../i18n/more.ts';
import { pressedKey } from '../../ui/keys.ts';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import { indexOfEmoji } from './emoji.ts';
import { columnsIn, Grid, type GridHandle } from './grid.tsx';
import { Groups } from './groups.tsx';
import { type Cell, cellOf, type Head, rowsOf, sectionsOf } from './rows.ts';
import { findIn } from './search.ts';
import { storedTone, type Tone, withTone } from './tone.ts';
import { Tones } from './tones.tsx';
import { useEmojiWords } from './use-emoji-words.ts';

const MOST_HITS = 120;

const recents = recentsOf('recent-emoji', (glyph) => indexOfEmoji(glyph) !== undefined);

const styles = {
  root: css({
    display: 'flex',
    flexDirection: 'column',
    gap: space(1),
    blockSize: 'min(320px, 42dvh)',
    marginBlockEnd: space(2),
    padding: space(2),
    paddingBlockEnd: 0,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  head: css({ display: 'flex', gap: space(1), alignItems: 'center', minBlockSize: '40px' }),
  search: css({
    flex: 1,
    minInlineSize: 0,
    blockSize: '40px',
    paddingInline: space(3),
    border: 0,
    borderRadius: radius.pill,
    color: color.text,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none', boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
  tone: css({
    flexShrink: 0,
    inlineSize: '44px',
    blockSize: '40px',
    fontSize: '22px',
    borderRadius: radius.pill,
    '&:hover': { backgroundColor: color.hover },
  }),
  note: css({
    flex: 1,
    display: 'grid',
    placeContent: 'center',
    color: color.soft,
    fontSize: size.xs,
    textAlign: 'center',
  }),
};

type Props = {
  readonly onPick: (glyph: string) => void;
  /** Called when the user presses Escape; the caller returns the focus to the text input. */
  readonly onClose: () => void;
};

/** Emoji picker above an input, with groups and a search by word. It stays open after a pick, until it is closed. */
const EmojiPicker = ({ onPick, onClose }: Props) => {
  const ready = useWords('emoji');
  const { t } = useTranslation('emoji');
  const { words, index, nameOf } = useEmojiWords();
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(storedTone.read);
  const [choosing, setChoosing] = useState(false);
  const [sight, setSight] = useState<Head>();
  const [columns, setColumns] = useState(0);
  const [wanted, setWanted] = useState<Head>();
  // Read once: a pick moves to the front only when the picker is opened again, so that no cell moves under the pointer.
  const [recent] = useState(() =>
    recents.read().flatMap((glyph): Cell[] => {
      const place = indexOfEmoji(glyph);
      return place === undefined ? [] : [{ glyph, place }];
    }),
  );
  const root = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);

  useLayoutEffect(() => {
    if (!ready || !root.current) return;
    const box = root.current;
    const measure = () => setColumns(columnsIn(box.clientWidth - 16));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, [ready]);
  useEffect(() => {
    if (ready && !isTouch()) search.current?.focus();
  }, [ready]);

  const isSearching = !isBlank(query);
  const sections = useMemo(() => sectionsOf(recent, tone), [recent, tone]);
  const hits = useMemo(
    () => (isSearching && index ? findIn(index, query, MOST_HITS).map((place) => cellOf(place, tone)) : undefined),
    [isSearching, index, query, tone],
  );
  const rows = useMemo(
    () => (columns === 0 ? [] : rowsOf(hits ? [[undefined, hits]] : sections, columns)),
    [hits, sections, columns],
  );

  // After a search the rows of all groups must be rendered before the grid can scroll to one.
  useEffect(() => {
    if (wanted === undefined) return;
    grid.current?.showRow(rows.findIndex((row) => row.kind === 'head' && row.head === wanted));
    setWanted(undefined);
  }, [wanted, rows]);

  const pick = ({ glyph }: Cell) => {
    recents.note(glyph);
    onPick(glyph);
  };
  const choose = (next: Tone) => {
    storedTone.write(next);
    setTone(next);
    setChoosing(false);
  };
  const show = (head: Head) => {
    setQuery('');
    setWanted(head);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    // Escape closes only the picker, not the conversation or the call around it.
    event.stopPropagation();
    onClose();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'ArrowDown') {
      event.preventDefault();
      if (rows.length > 0) grid.current?.focusFirst();
    }
    if (pressedKey(event) === 'Enter') {
      // Enter in the search field picks the best match and must not submit the message.
      event.preventDefault();
      const [best] = hits ?? [];
      if (best) pick(best);
    }
  };
  const leaveGrid = useCallback(() => search.current?.focus(), []);

  if (!ready) return <section css={styles.root} aria-busy="true" />;
  return (
    <section css={styles.root} ref={root} aria-label={t('title')} onKeyDown={onKeyDown}>
      <div css={styles.head}>
        {choosing ? (
          <Tones chosen={tone} onChoose={choose} />
        ) : (
          <>
            <input
              css={styles.search}
              ref={search}
              type="search"
              autoComplete="off"
              aria-label={t('search')}
              placeholder={t('search')}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={onSearchKey}
            />
            <button
              css={styles.tone}
              type="button"
              aria-label={t('tone')}
              title={t('tone')}
              onClick={() => setChoosing(true)}
            >
              {withTone('✋', tone)}
            </button>
          </>
        )}
      </div>
      <Groups heads={sections.map(([head]) => head)} shown={isSearching ? undefined : sight} onShow={show} />
      {isSearching && words === null ? (
        <p css={styles.note} role="status">
          {t('noWords')}
        </p>
      ) : null}
      {hits?.length === 0 ? (
        <p css={styles.note} role="status">
          {t('none')}
        </p>
      ) : (
        <Grid
          key={isSearching ? 'hits' : 'all'}
          rows={rows}
          columns={columns}
          nameOf={nameOf}
          onPick={pick}
          onLeave={leaveGrid}
          onSight={setSight}
          handle={grid}
        />
      )}
    </section>
  );
};

export default EmojiPicker;
