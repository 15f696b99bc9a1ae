import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { WALL_LANGUAGES, type WallLanguage } from '#contract/people/people.ts';
import { SORTS, type Sort } from '../features/discovery/wall/sort-switch.tsx';
import { Wall } from '../features/discovery/wall/wall.tsx';
import { WALL } from '../paths.ts';

const isOneOf = <T extends string>(known: readonly T[], value: string | null): value is T =>
  known.some((one) => one === value);

/** Route /goddess: `?lang=` selects a language tab, `?sort=new` lists the newest hosts first instead of the most popular. */
const WallPage = () => {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [lang, sort] = [search.get('lang'), search.get('sort')];
  const choose = useCallback(
    (nextLang: WallLanguage, nextSort: Sort) => {
      const next = new URLSearchParams();
      if (nextLang !== '') next.set('lang', nextLang);
      if (nextSort !== 'hot') next.set('sort', nextSort);
      navigate(next.size > 0 ? `${WALL}?${next}` : WALL, { replace: true });
    },
    [navigate],
  );
  return (
    <Wall
      lang={isOneOf(WALL_LANGUAGES, lang) ? lang : ''}
      sort={isOneOf(SORTS, sort) ? sort : 'hot'}
      onChoose={choose}
    />
  );
};
export default WallPage;
