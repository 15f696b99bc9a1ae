import i18next from 'i18next';
import { useEffect } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { loadWords } from '../i18n/more.ts';
import { WALL } from '../paths.ts';
import { placeOfLink } from '../routing/own-link.ts';
import { showToast } from '../ui/feedback/toast.ts';

async function sayUnknown(): Promise<void> {
  await loadWords(currentLanguage(), 'launch');
  showToast(i18next.getFixedT(null, 'launch')('unknown'), 'bad');
}

/**
 * Route /open?to=web+{brand}:…: redirects to the page that a link with the brand's URL scheme names; for any other link to the wall, with a
 * toast.
 */
const OpenPage = () => {
  const [search] = useSearchParams();
  const place = placeOfLink(search.get('to') ?? '', brand.id);
  const isKnown = place !== undefined;
  useEffect(() => {
    // Only the toast can fail here; the redirect to the wall does not wait for it.
    if (!isKnown) sayUnknown().catch(() => undefined);
  }, [isKnown]);
  return <Redirect to={place ?? WALL} replace />;
};
export default OpenPage;
