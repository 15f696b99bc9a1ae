import { Link } from 'wouter';
import { LOGIN, PASSWORD_LOGIN } from '#contract/paths.ts';
import type { LandingProps } from '../../../landing/shared/landing-props.ts';

import { buttonStyle } from '../../../ui/input/button.tsx';
import type { LandingWords } from '../words.ts';
import { Deck } from './deck.tsx';
import { GREETINGS } from './greetings.ts';
import { styles } from './landing-styles.ts';

/** Landing page 'Swipe into a call': a deck of cards, and greetings that scroll across the page. */
export const Landing = ({ words, top, foot }: LandingProps<LandingWords>) => {
  const steps = [
    { number: 1, title: words.swipeTitle, text: words.swipeText },
    { number: 2, title: words.hiTitle, text: words.hiText },
    { number: 3, title: words.liveTitle, text: words.liveText },
  ];
  const ribbon = [...GREETINGS, ...GREETINGS].map((greeting, at) => ({ ...greeting, key: `${greeting.lang}-${at}` }));
  return (
    <div css={styles.root}>
      {top}
      <main>
        <div css={styles.hero}>
          <div css={styles.words}>
            <h1 css={styles.headline}>{words.headline}</h1>
            <p css={styles.lead}>{words.lead}</p>
          </div>
          <div css={styles.deck}>
            <Deck words={words} />
          </div>
          <div css={styles.acts}>
            <Link href={LOGIN} css={[buttonStyle, styles.start]} data-look="primary">
              {words.start}
            </Link>
            <Link href={PASSWORD_LOGIN} css={buttonStyle} data-look="quiet">
              {words.account}
            </Link>
          </div>
        </div>
        <div css={styles.band} aria-hidden="true">
          <div css={styles.ribbon}>
            <div css={styles.run}>
              {ribbon.map(({ key, word, lang }) => (
                <span key={key} lang={lang} dir="auto">
                  {word}
                </span>
              ))}
            </div>
          </div>
        </div>
        <ol css={styles.steps}>
          {steps.map(({ number, title, text }) => (
            <li key={number} css={styles.step} data-step={number}>
              <span css={styles.number} aria-hidden="true">
                {number}
              </span>
              <div>
                <h2 css={styles.title}>{title}</h2>
                <p css={styles.text}>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </main>
      {foot}
    </div>
  );
};
