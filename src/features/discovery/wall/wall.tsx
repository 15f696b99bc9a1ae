import { css } from '@emotion/react';
import { RefreshCw, SlidersHorizontal, UsersRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostQuery } from '#contract/people/host-query.ts';
import { WALL_LANGUAGES } from '#contract/people/people.ts';
import { explain } from '../../../i18n/errors.ts';
import { languageLabel } from '../../../i18n/names.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { ChipTabs } from '../../../ui/layout/chip-tabs.tsx';
import { useScrollMemory } from '../../../ui/layout/scroll-memory.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { color, depth, motion, size, space } from '../../../ui/style/tokens.ts';
import { BalanceLink } from './balance-link.tsx';
import { FilterMarks } from './filter-marks.tsx';
import { FreeOffer, useRoomForOffer } from './free-offer.tsx';
import { MoreFailed } from './more-failed.tsx';
import { PeopleGrid } from './people-grid.tsx';
import { RecommendedRow } from './recommended.tsx';
import { SilverLink } from './silver/silver-link.tsx';
import { SortSwitch } from './sort-switch.tsx';
import { TaskEntrance } from './task-entrance.tsx';
import { UpdatedLine } from './updated-line.tsx';
import { useFreshList } from './use-fresh-list.ts';
import { usePull } from './use-pull.ts';
import { useSuggestion } from './use-suggestion.ts';
import { useWallRows } from './use-wall-lists.ts';
import { WallEnd } from './wall-end.tsx';
import { besideLanguage, listOf } from './wall-query.ts';

const styles = {
  root: css({
    '--page-edge': space(3),
    flex: 1,
    minBlockSize: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    overflowAnchor: 'none',
    overscrollBehavior: 'contain',
    scrollbarGutter: 'stable',
    // A focused card stays below the sticky row of languages.
    scrollPaddingBlock: `64px ${space(3)}`,
    paddingInline: 'var(--page-edge)',
    paddingBlockEnd: space(6),
    '@media (min-width: 600px)': { '--page-edge': space(6) },
  }),
  head: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space(2),
    rowGap: space(2),
    paddingBlockStart: space(4),
    paddingBlockEnd: space(1),
  }),
  words: css({ flex: '1 1 auto', minInlineSize: 0 }),
  // On a phone the tools have a row of their own, so that nothing shifts when the text beside them changes.
  tools: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    inlineSize: '100%',
    '& > :first-child': { marginInlineEnd: 'auto' },
    '@media (min-width: 600px)': { inlineSize: 'auto', gap: space(2) },
  }),
  title: css({ fontSize: size.xxl, letterSpacing: '-0.025em', lineHeight: 1.15 }),
  bar: css({
    '--chip-edge': 'var(--page-edge)',
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: depth.controls,
    marginInline: 'calc(-1 * var(--page-edge))',
    paddingBlock: space(1),
    marginBlockEnd: space(2),
    backgroundColor: color.ground,
    backgroundImage: `linear-gradient(${color.ground}, ${color.ground})`,
  }),
  // Reserves the height of the stories until their component is loaded.
  stories: css({ minBlockSize: '104px' }),
  filter: css({ '&[data-on] button': { color: color.accentText, backgroundColor: color.accentWash } }),
  turning: css({ '&[data-busy] svg': { animation: 'turn 900ms linear infinite' } }),
  // Clips the indicator of pull-to-refresh above the top edge, so that it does not extend the shell.
  pull: css({
    position: 'absolute',
    insetBlockStart: 0,
    insetInline: 0,
    zIndex: depth.head,
    blockSize: '120px',
    overflow: 'clip',
    display: 'grid',
    justifyItems: 'center',
    alignItems: 'start',
    pointerEvents: 'none',
    color: color.accentText,
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      inlineSize: '40px',
      blockSize: '40px',
      borderRadius: '50%',
      backgroundColor: color.raised,
      boxShadow: `0 6px 20px ${color.shadow}`,
      opacity: 0,
      transform: 'translateY(-48px)',
      transition: `opacity ${motion.quick}`,
    },
  }),
};

const suggestionCard = partOf(() => import('./suggestion-card.tsx'));

/** Suggests a host on the wall, as decided by `useSuggestion`; the card is loaded only then. */
const Suggestion = () => {
  const { uid, close } = useSuggestion();
  return uid === undefined ? null : (
    <Lazy part={suggestionCard} with={{ uid, onClose: close }} missing={renderNothing} />
  );
};

const noUids: readonly number[] = [];
const filterSheet = partOf(() => import('./filter-sheet.tsx'));
const storyRings = partOf(() => import('./story-rings.tsx'));

type Props = { readonly query: HostQuery; readonly onChoose: (query: HostQuery) => void };

/** Wall of hosts (product 2.1): shown from the database at once, then refreshed, with live presence. */
export const Wall = ({ query, onChoose }: Props) => {
  const { t } = useTranslation(['wall', 'common']);
  const { sort, lang = '' } = query;
  const list = listOf(query);
  const isFiltered = Object.keys(besideLanguage(query)).length > 0;
  const [filtering, setFiltering] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const puller = useRef<HTMLSpanElement>(null);
  const { index, busy, error, stuck, refresh, readMore } = useFreshList(list);
  const uids = index?.uids ?? noUids;
  const rows = useWallRows(list === 'hot:', index?.uids);
  const roomForOffer = useRoomForOffer();
  const ready = rows !== undefined && roomForOffer !== undefined;
  useScrollMemory(scroller);
  usePull(scroller, puller, refresh);

  const settled = index !== undefined && index.fetchedAt !== undefined;
  const hasNoHosts = uids.length === 0 && !busy && (settled || error !== undefined);
  const tabs: readonly string[] = WALL_LANGUAGES;
  const chips = (tabs.includes(lang) ? tabs : [...tabs, lang]).map((value) => ({
    value,
    label: value === '' ? t('all') : languageLabel(value),
  }));

  return (
    <>
      <div css={styles.pull} aria-hidden="true">
        <span ref={puller}>
          <RefreshCw size={18} />
        </span>
      </div>
      <div css={styles.root} ref={scroller} data-testid="scroller">
        <header css={styles.head}>
          <div css={styles.words}>
            <h1 css={styles.title}>{t('title')}</h1>
            <UpdatedLine fetchedAt={index?.fetchedAt} error={busy ? undefined : error} />
          </div>
          <BalanceLink />
          <div css={styles.tools}>
            <SortSwitch value={sort} onChange={(next) => onChoose({ ...query, sort: next })} />
            <span css={styles.filter} data-on={isFiltered || undefined}>
              <IconButton label={t('filter.open')} aria-haspopup="dialog" onClick={() => setFiltering(true)}>
                <SlidersHorizontal size={20} />
              </IconButton>
            </span>
            <TaskEntrance />
            <SilverLink />
            <span css={styles.turning} data-busy={busy || undefined}>
              <IconButton label={t('refresh')} onClick={refresh} disabled={busy}>
                <RefreshCw size={20} />
              </IconButton>
            </span>
          </div>
        </header>
        <ChipTabs
          label={t('languages')}
          chips={chips}
          value={lang}
          onChange={(next) => onChoose({ ...query, lang: next || undefined })}
          frame={(list) => <div css={styles.bar}>{list}</div>}
        >
          <FilterMarks query={query} onChange={onChoose} />
          {ready && rows.stories.length > 0 && !hasNoHosts ? (
            <div css={styles.stories}>
              <Lazy part={storyRings} with={{ stories: rows.stories }} />
            </div>
          ) : null}
          {ready && roomForOffer && !isFiltered && !hasNoHosts ? <FreeOffer /> : null}
          {ready && rows.recommended.length > 0 && !hasNoHosts ? <RecommendedRow uids={rows.recommended} /> : null}
          {hasNoHosts ? (
            <Empty
              art={<UsersRound size={40} />}
              title={t(error ? 'failed.title' : isFiltered ? 'filter.emptyTitle' : 'empty.title')}
              text={error ? explain(error) : t(isFiltered ? 'filter.emptyText' : 'empty.text')}
              action={
                isFiltered && !error ? (
                  <Button variant="primary" onClick={() => onChoose({ sort })}>
                    {t('filter.clear')}
                  </Button>
                ) : error || lang === '' ? (
                  <Button variant="primary" onClick={refresh}>
                    {t('common:retry')}
                  </Button>
                ) : (
                  <Button variant="primary" onClick={() => onChoose({ sort })}>
                    {t('empty.all')}
                  </Button>
                )
              }
            />
          ) : index && ready ? (
            <PeopleGrid
              key={list}
              label={t('list')}
              uids={uids}
              hasMore={!stuck && (index.hasMore || index.fetchedAt === undefined)}
              onMore={readMore}
              scroller={scroller}
            />
          ) : null}
          {stuck && uids.length > 0 ? <MoreFailed error={error} onRetry={readMore} /> : null}
          {settled && ready && !index.hasMore && uids.length > 0 ? <WallEnd /> : null}
        </ChipTabs>
      </div>
      <Suggestion />
      {filtering ? (
        <LazyDialog part={filterSheet} with={{ query, onChange: onChoose, onClose: () => setFiltering(false) }} />
      ) : null}
    </>
  );
};
