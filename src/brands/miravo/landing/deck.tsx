import { Hand, RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { LOGIN } from '#contract/paths.ts';
import { picturesOf } from '../../../landing/shared/hosts.ts';

import { pressedKey } from '../../../ui/keys.ts';
import { Hidden } from '../../../ui/style/hidden.tsx';
import type { LandingWords } from '../words.ts';
import { styles } from './deck-styles.ts';
import { GREETINGS } from './greetings.ts';
import { type Side, useSwipe } from './use-swipe.ts';

const pictures = picturesOf(
  import.meta.glob<string>('../assets/hosts/*.webp', { eager: true, query: '?url', import: 'default' }),
);
const SHOWN = 3;
const STEPS_BY_KEY: Readonly<Record<string, Side>> = { ArrowLeft: 'left', ArrowRight: 'right' };

const cardAt = (index: number) => {
  const greeting = GREETINGS[index % GREETINGS.length] ?? GREETINGS[0];
  return { ...greeting, picture: pictures[index % Math.max(1, pictures.length)], tone: index % GREETINGS.length };
};

/**
 * A deck of cards. A swipe to the right says hi and opens the login; to the left shows the next card. Operated by
 * touch, mouse, keys or buttons.
 */
export const Deck = ({ words }: { readonly words: LandingWords }) => {
  const [index, setIndex] = useState(0);
  const [, navigate] = useLocation();
  const { card, throwTo, hold } = useSwipe((side) => {
    if (side === 'right') navigate(LOGIN);
    else setIndex((now) => now + 1);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const side = STEPS_BY_KEY[pressedKey(event)];
    // Modified arrow keys and those of the language select are not swipes.
    if (!side || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
    throwTo(side);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const top = cardAt(index);
  return (
    <section css={styles.root} aria-label={words.deck}>
      <div css={styles.pile}>
        {Array.from({ length: SHOWN }, (_, below) => index + below)
          .reverse()
          .map((at) => {
            const { word, lang, picture, tone } = cardAt(at);
            const onTop = at === index;
            return (
              <div
                key={at}
                ref={onTop ? card : undefined}
                css={styles.card}
                data-depth={at - index}
                data-tone={tone}
                aria-hidden="true"
                {...(onTop ? hold : {})}
              >
                {picture ? (
                  <img css={styles.picture} src={picture} alt="" width={420} height={560} draggable={false} />
                ) : null}
                <span css={styles.bubble} lang={lang} dir="auto">
                  {word}
                </span>
                <span css={styles.stamp} data-side="right">
                  {words.hi}
                </span>
                <span css={styles.stamp} data-side="left">
                  {words.skip}
                </span>
              </div>
            );
          })}
      </div>
      <Hidden>
        <span aria-live="polite" lang={top.lang}>
          {top.word}
        </span>
      </Hidden>
      <div css={styles.acts}>
        <button type="button" css={styles.skip} onClick={() => throwTo('left')} aria-label={words.skip}>
          <RotateCw size={26} />
        </button>
        <button type="button" css={styles.hi} onClick={() => throwTo('right')}>
          <Hand size={26} aria-hidden="true" />
          {words.hi}
        </button>
      </div>
      <p css={styles.hint}>{words.hint}</p>
    </section>
  );
};
